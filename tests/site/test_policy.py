"""The policy allows the theme's own inline scripts, by their digests, and nothing that a text could bring."""

from __future__ import annotations

import re
from pathlib import Path

from gunbai.site.policy import inline_scripts, policy, strangers


def test_only_scripts_that_run_in_place_are_found() -> None:
    page = '<script>a()</script><script src="x.js"></script><script type="application/json">{}</script><SCRIPT data-x="1">b()</SCRIPT >'
    assert inline_scripts(page) == ["a()", "b()"]


def test_a_script_that_is_not_the_themes_is_a_stranger() -> None:
    allowed = policy(["a()"])
    assert strangers("<script>a()</script>", allowed) == [] and strangers("<script>a() </script>", allowed) == ["a()"]
    assert "unsafe-inline" not in allowed and "'unsafe-eval'" not in allowed


def test_every_page_has_the_same_policy_before_any_script_and_nothing_that_it_forbids(built: Path) -> None:
    found = set()
    for path in built.rglob("*.html"):
        page = path.read_text("utf-8")
        told = re.search(r'<meta http-equiv="Content-Security-Policy" content="([^"]*)">', page)
        assert told and told.start() < page.index("<script"), path
        allowed = told[1].replace("&#39;", "'")
        found.add(allowed)
        assert strangers(page, allowed) == [], path
        assert not re.search(r"<[^>]+\s(?:style|on\w+)=", re.sub(r"<(script|pre|code|textarea)\b.*?</\1>", "", page, flags=re.S)), path
        assert "javascript:" not in re.sub(r">[^<]*<", "><", page), path
    assert len(found) == 1
    assert "frame-ancestors 'none'" in (built / "_headers").read_text("utf-8")
