"""What a new project begins with: the site's configuration and hand-written pages, and a game that works.

The configuration and the pages are those of Gunbai's own site (``gunbai/starter`` points to them), so that they never
fall behind it; what is about its four games is left out or written anew.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined

__all__ = ["Skeleton", "game_files", "site_files"]

STARTER = Path(__file__).parents[1] / "starter"
_ABOUT, _OURS = "about.md", ("search-bench.md",)
"""The page that is written anew, and those that are about this project alone."""
_GAME = {
    "pyproject.toml": "pyproject.toml", "README.md": "README.md", ".gitignore": "gitignore",
    "rulings/{id}/game.yaml": "game.yaml", "rulings/{id}/names.yaml": "names.yaml",
    "rulings/{id}/tables/limits.yaml": "limits.yaml", "rulings/{id}/basics.yaml": "basics.yaml",
    "{package}/__init__.py": "init.py", "{package}/basics.py": "basics.py",
    "tests/engine/{package}/test_basics.py": "test_basics.py",
}


@dataclass(frozen=True, slots=True)
class Skeleton:
    """What a new game is called: its id, the package of its engine, the prefix of its rulings, title and yomi."""

    id: str
    package: str
    prefix: str
    title: str
    yomi: tuple[str, ...] = ()


def game_files(skeleton: Skeleton) -> Iterator[tuple[str, str]]:
    """The files of a project with one game that passes `gunbai check`: path, text."""
    values: Mapping[str, object] = {name: getattr(skeleton, name) for name in Skeleton.__dataclass_fields__}
    environment = _environment()
    for place, template in _GAME.items():
        yield place.format_map(values), environment.get_template(f"game/{template}.j2").render(**values)
    yield from site_files(skeleton.title, "このゲームの裁定と例をまとめたもの。")


def site_files(title: str, about: str) -> Iterator[tuple[str, str]]:
    """The files that a site is built from, besides rulings: pages first, mkdocs.yml last."""
    for path in sorted((STARTER / "docs").glob("*.md")):
        if path.name not in (_ABOUT, *_OURS):
            text = path.read_text("utf-8")
            yield f"docs/{path.name}", _headed(text, title) if path.name == "index.md" else text
    yield f"docs/{_ABOUT}", _environment().get_template("about.md.j2").render(about=about)
    yield "mkdocs.yml", _configured((STARTER / "mkdocs.yml").read_text("utf-8"), title)


def _headed(home: str, title: str) -> str:
    """The home page with the title of this site, and without the door to judge tools, of which a new game has none."""
    home = re.sub(r'^<li><a href="tools/">.*\n', "", home, flags=re.MULTILINE)
    home = re.sub(r"^## .*(?= \{: #tools \}$)", "## 印刷", home, flags=re.MULTILINE)
    plain = re.sub(r"[\[\]{}<>\\`*_#\r\n]", " ", title).strip()
    home = re.sub(r"^title: .*$", lambda _: f"title: {_text(plain)}", home, count=1, flags=re.MULTILINE)
    return re.sub(r"^# .*?(?= \{: #home \}$)", lambda _: f"# {plain}", home, count=1, flags=re.MULTILINE)


def _configured(text: str, title: str) -> str:
    """mkdocs.yml for a site of this title, without the pages that are left out."""
    for key, value in (("site_name", title), ("site_description", f"{title}の裁定")):
        text = re.sub(rf"^{key}: .*$", lambda _, k=key, v=value: f"{k}: {_text(v)}", text, count=1,  # type: ignore[misc]
                      flags=re.MULTILINE)
    text = re.sub(r"^exclude_docs: \|\n(?: +.*\n)+\n?", "", text, flags=re.MULTILINE)
    for page in _OURS:
        text = re.sub(rf"^ +(?:- .*: |/){re.escape(page)}\n", "", text, flags=re.MULTILINE)
    return text


def _text(value: object) -> str:
    """A value as YAML on one line, every character as it is."""
    return json.dumps(value, ensure_ascii=False)


def _environment() -> Environment:
    made = Environment(loader=FileSystemLoader(STARTER), undefined=StrictUndefined, keep_trailing_newline=True,
                       autoescape=False)  # YAML, Python and Markdown, no HTML
    made.filters["text"] = _text
    return made
