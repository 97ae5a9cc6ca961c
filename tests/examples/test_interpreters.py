"""Every example is the same on the oldest Python and on the newest: engines and language run elsewhere, and agree."""

from __future__ import annotations

import importlib.util
import json
import os
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from gunbai.corpus.reader import load_corpus
from gunbai.engine.kernel import Setting
from gunbai.engine.verb import verbs
from gunbai.examples.language import Bad, parse_example
from gunbai.examples.session import Session

HERE = Path(__file__).parent
TOOLS = HERE.parents[1] / "tools"
ENGINES = HERE.parent / "corpus" / "minimal" / "engines"
CORPORA = (HERE.parents[1] / "rulings", HERE.parent / "corpus" / "minimal" / "rulings")

PROGRAM = """
import importlib, json, sys
sys.path[:0] = json.loads(sys.argv[1])
loaded = set(sys.modules)
from gunbai.engine.kernel import Point, Reading, Setting
from gunbai.engine.verb import verbs
from gunbai.examples.language import Bad, parse_example
from gunbai.examples.session import Session
strange = sorted({m.partition(".")[0] for m in set(sys.modules) - loaded} - sys.stdlib_module_names - {"gunbai"})
games = json.load(sys.stdin)

def frozen(value):
    return tuple(map(frozen, value)) if isinstance(value, list) else \\
        {k: frozen(v) for k, v in value.items()} if isinstance(value, dict) else value

def judged(session, text):
    for s in parse_example(text):
        try:
            yield [s.line, s.message] if isinstance(s, Bad) else [s.line, s.source, *session.tell(s).lines]
        except Exception as error:
            yield [s.line, type(error).__name__]

answers = {}
for game in games:
    if game["package"]:
        importlib.import_module(game["package"])
    points = {p["id"]: Point(**{**p, "readings": tuple(Reading(**r) for r in p["readings"])}) for p in game["points"]}
    setting = Setting({k: frozen(v) for k, v in game["tables"].items()}, points)
    answers[game["id"]] = [list(judged(Session(setting, verbs(game["package"])), text)) for text in game["texts"]]
json.dump({"answers": answers, "strange": strange, "version": sys.version_info[:2]}, sys.stdout)
"""


def interpreters() -> list[str]:
    """Other Pythons from 3.11 on, the newest first."""
    found: dict[tuple[int, int], str] = {}
    roots = [Path.home() / ".pyenv" / "versions", Path(os.environ.get("PYENV_ROOT", "/nowhere")) / "versions"]
    candidates = [shutil.which(f"python3.{minor}") for minor in range(11, 20)]
    candidates += [str(p) for root in roots for p in sorted(root.glob("3.*/bin/python"))]
    for candidate in filter(None, candidates):
        try:
            said = subprocess.run([candidate, "-c", "import sys; print(*sys.version_info[:2])"], capture_output=True, text=True,
                                  timeout=30, check=True).stdout.split()
        except (OSError, subprocess.SubprocessError):
            continue
        version = (int(said[0]), int(said[1]))
        if version >= (3, 11) and version != sys.version_info[:2]:
            found.setdefault(version, candidate)
    return [found[v] for v in sorted(found, reverse=True)]


def cases() -> list[str]:
    """The language's own tables of what is read and what is refused."""
    spec = importlib.util.spec_from_file_location("language_cases", HERE / "test_language.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    texts = [*module.REFUSED, *module.READ, *(s.strip() for s in module.READ)]
    return [f">>> {text}" for text in texts if text.isprintable() or not any("\ud800" <= c <= "\udfff" for c in text)]


@cache
def games() -> tuple[list[dict[str, Any]], dict[str, list[list[list[object]]]]]:
    """All games with their examples, and what they answer here."""
    told: list[dict[str, Any]] = [{"id": "cases", "package": "", "tables": {}, "points": [], "texts": cases()}]
    answers = {"cases": [answered(Session(Setting(), {}), text) for text in told[0]["texts"]]}
    for game in (g for root in CORPORA for g in load_corpus(root).games):
        if game.engine_package:
            try:
                __import__(game.engine_package)
            except Exception:  # noqa: BLE001 - that an engine cannot be imported is for `gunbai check` to say
                continue
        texts = [e.run for r in game.rulings for e in r.examples]
        points = [{"id": p.id, "certainty": p.certainty, "default": p.default, "since": p.since, "until": p.until,
                   "readings": [{"key": r.key, "text": r.text, "support": r.support} for r in p.readings]}
                  for p in game.setting.points.values()]
        told.append({"id": game.id, "package": game.engine_package, "tables": dict(game.setting.tables), "points": points,
                     "texts": texts})
        answers[game.id] = [answered(Session(game.setting, verbs(game.engine_package)), text) for text in texts]
    return told, answers


def answered(session: Session, text: str) -> list[list[object]]:
    found: list[list[object]] = []
    for s in parse_example(text):
        try:
            found.append([s.line, s.message] if isinstance(s, Bad) else [s.line, s.source, *session.tell(s).lines])
        except Exception as error:  # noqa: BLE001 - a fault of an engine must be the same fault there
            found.append([s.line, type(error).__name__])
    return found


@pytest.mark.parametrize("which", ["newest", "others"])
def test_every_example_and_every_case_of_the_language_is_the_same_on_other_pythons(which: str) -> None:
    found = interpreters()
    chosen = found[:1] if which == "newest" else found[1:]
    if not chosen:
        pytest.skip(f"no {'other' if which == 'newest' else 'third'} Python from 3.11 on is installed")
    told, answers = games()
    for python in chosen:
        environment = {"PYTHONUTF8": "1", "PYTHONDONTWRITEBYTECODE": "1", "PATH": os.environ.get("PATH", "")}
        done = subprocess.run([python, "-S", "-W", "error", "-c", PROGRAM, json.dumps([str(TOOLS), str(ENGINES)])],
                              input=json.dumps(told), capture_output=True, encoding="utf-8", timeout=300, env=environment,
                              check=False)
        assert done.returncode == 0, done.stderr
        there = json.loads(done.stdout)
        assert there["strange"] == []
        for game, here in answers.items():
            assert there["answers"][game] == here, (there["version"], game)


def test_the_games_that_are_compared_have_examples() -> None:
    told, answers = games()
    assert {"cases", "toll"} <= set(answers)
    assert all(len(g["texts"]) == len(answers[g["id"]]) for g in told)
    assert sum(len(a) for a in answers["cases"]) > 200
