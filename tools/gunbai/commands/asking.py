"""Questions on a terminal, asked again until the answer can be taken, but not for ever: a pipe may never give one."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NoReturn, TypeVar

import click

from gunbai.commands.common import stop

__all__ = ["MOST_REFUSED", "choice", "confirmed", "listed", "optional", "refused", "text"]

T = TypeVar("T", bound=str)

MOST_REFUSED = 20
"""So many answers in a row that cannot be taken end the run."""
_YES, _NO = ("y", "yes", "はい"), ("n", "no", "いいえ")


def text(label: str, bad: Callable[[str], str] = lambda _: "") -> str:
    """A text that is not empty and in which ``bad`` finds nothing wrong."""
    for _ in range(MOST_REFUSED):
        given = optional(label)
        wrong = bad(given) if given else "空にはできない"
        if not wrong:
            return given
        click.echo(f"  「{given}」: {wrong}", err=True)
    refused()


def optional(label: str, suffix: str = ": ") -> str:
    """A text that may be empty."""
    given: str = click.prompt(label, default="", show_default=False, prompt_suffix=suffix)
    return given.strip()


def listed(label: str, bad: Callable[[str], str]) -> tuple[str, ...]:
    """Texts in one line, in none of which ``bad`` finds anything wrong; maybe none."""
    for _ in range(MOST_REFUSED):
        names = tuple(dict.fromkeys(part.strip() for part in re.split("[、,]", optional(label)) if part.strip()))
        wrong = [f"「{name}」: {why}" for name in names if (why := bad(name))]
        if not wrong:
            return names
        _say(wrong)
    refused()


def choice(label: str, known: Sequence[T], titles: Mapping[str, str] | None = None) -> T:
    """One of ``known``, shown with what each means; its number is enough."""
    for number, one in enumerate(known, 1):
        click.echo(f"  {number} {one}{f'  {titles[one]}' if titles else ''}")

    def bad(given: str) -> str:
        return "" if given in known or given in numbers else f"{'、'.join(known)} か、その番号"

    numbers = {str(n): one for n, one in enumerate(known, 1)}
    given = text(label, bad)
    return numbers[given] if given in numbers and given not in known else next(one for one in known if one == given)


def confirmed(label: str, *, default: bool) -> bool:
    """Whether it is so; ``default`` where nothing is said."""
    for _ in range(MOST_REFUSED):
        given = optional(f"{label} [{'Y/n' if default else 'y/N'}]").lower()
        if not given:
            return default
        if given in (*_YES, *_NO):
            return given in _YES
        _say([f"「{given}」: y（はい）か n（いいえ）"])
    refused()


def refused(times: int = MOST_REFUSED) -> NoReturn:
    """End the run after so many answers."""
    stop(f"{times}回答えても先へ進まないので、やめる。何も書いていない", 1)


def _say(wrong: Iterable[str]) -> None:
    for line in wrong:
        click.echo(f"  {line}", err=True)
