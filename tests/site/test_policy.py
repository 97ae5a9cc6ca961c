"""The policy allows the theme's own inline scripts, by their digests, and nothing that a text could bring."""

from __future__ import annotations

import re
from pathlib import Path

from gunbai.site.policy import inline_scripts, policy, strangers, with_style


def test_only_scripts_that_run_in_place_are_found() -> None:
    page = '<script>a()</script><script src="x.js"></script><script type="application/json">{}</script><SCRIPT data-x="1">b()</SCRIPT >'
    assert inline_scripts(page) == ["a()", "b()"]


def test_a_script_that_is_not_the_themes_is_a_stranger() -> None:
    allowed = policy(["a()"])
    assert strangers("<script>a()</script>", allowed) == [] and strangers("<script>a() </script>", allowed) == ["a()"]
    assert "unsafe-inline" not in allowed and "'unsafe-eval'" not in allowed


def test_every_page_has_the_same_policy_before_any_script_and_nothing_that_it_forbids(built: Path) -> None:
    found, sheets = set(), []
    for path in built.rglob("*.html"):
        page = path.read_text("utf-8")
        told = re.search(r'<meta http-equiv="Content-Security-Policy" content="([^"]*)">', page)
        assert told and told.start() < page.index("<script"), path
        allowed = told[1].replace("&#39;", "'")
        found.add(allowed)
        assert strangers(page, allowed) == [], path
        sheets += re.findall(r"<style\b[^>]*>(.*?)</style>", page, flags=re.S)
        assert not re.search(r"<[^>]+\s(?:style|on\w+)=", re.sub(r"<(script|style|pre|code|textarea)\b.*?</\1>", "", page, flags=re.S)), path
        assert "javascript:" not in re.sub(r">[^<]*<", "><", page), path
    assert len(found) == len(set(sheets)) == 1 and len(sheets) == len([*built.rglob("*.html")])
    assert found == {with_style(without_styles(*found), sheets[0])} and "'unsafe-inline'" not in found.pop()


def without_styles(allowed: str) -> str:
    """A policy as it is before it allows a sheet."""
    return re.sub(r"style-src [^;]*", "style-src 'self'", allowed)


def test_a_sheet_in_a_page_is_allowed_by_what_it_says_alone() -> None:
    one, other = (with_style(policy(["a()"]), sheet) for sheet in ("b{top:0}", "b{top:1px}"))
    assert one != other and policy(["a()"]) == without_styles(one) == without_styles(other)
    assert re.search(r"style-src 'self' 'sha256-[\w+/]{43}=';", one)


def test_a_host_is_told_the_same_policy_and_what_must_not_be_kept_for_long(built: Path) -> None:
    page, told = (built / "index.html").read_text("utf-8"), (built / "_headers").read_text("utf-8")
    [allowed] = re.findall(r'Content-Security-Policy" content="([^"]*)"', page)
    assert f"Content-Security-Policy: {allowed}; frame-ancestors 'none'\n" in told
    fresh = re.findall(r"^/(\S+)\n  Cache-Control: no-cache$", told, flags=re.M)
    assert fresh == ["sw.js", "assets/gunbai/search/worker.js", "assets/gunbai/engine.json"]
    assert [name for name in fresh if not (built / name).is_file()] == []
