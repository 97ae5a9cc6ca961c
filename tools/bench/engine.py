"""How fast the engine of スーパー大戦略カード is: exact odds of a war of 5 against 5, and random full games.

Run ``python tools/bench/engine.py`` in the project's directory. Both go through the ``@rule`` functions that the
examples run; nothing is written a second time. Garbage is collected as rarely as while building the site: a run keeps
its whole trace, which is let go when it ends. Prints a time, a rate, and the ratio of the two.
"""

from __future__ import annotations

import gc
import random
import time
from pathlib import Path

from random_play import play

from gunbai.corpus.reader import load_corpus
from gunbai.engine.daisenryaku_card.components import card
from gunbai.engine.daisenryaku_card.odds import score_weights
from gunbai.engine.kernel import Setting, run

GAMES = 40
ROUNDS = 6
WARS = 20
SIDES = ("アメリカ", "ソビエト", "NATO", "日本")
ATTACKING = ("見本A10", "見本A14", "見本P08", "見本P11", "見本R14")
DEFENDING = ("見本A04", "見本A08", "見本A12", "見本R04", "見本P03")


def sample_setting() -> Setting:
    """The corpus' tables under the house rules of the 見本の卓."""
    game = load_corpus(Path(__file__).parents[2] / "rulings").game("daisenryaku-card")
    assert game is not None
    return game.setting.choosing(game.houses["sample"].choices)


def odds_seconds(setting: Setting) -> float:
    """The time of one exact distribution, the best of several."""
    best = float("inf")
    for _ in range(WARS):
        with run(setting):
            rows = tuple(map(card, ATTACKING)), tuple(map(card, DEFENDING))
            start = time.process_time()
            score_weights(rows, (0, 1), (), False, False)
            best = min(best, time.process_time() - start)
    return best


def games_per_second(setting: Setting) -> tuple[float, float, int]:
    """Random games of four players a second (the best round), the turns of one on average, how many were broken off."""
    turns = capped = 0
    best = float("inf")
    for round_ in range(ROUNDS):
        start = time.process_time()
        for seed in range(round_ * GAMES, (round_ + 1) * GAMES):
            with run(setting):
                played = play(random.Random(seed), SIDES)
            turns += played.turns
            capped += played.capped
        best = min(best, time.process_time() - start)
    return GAMES / best, turns / GAMES / ROUNDS, capped


def main() -> None:
    """Measure and print."""
    setting = sample_setting()
    gc.freeze()
    gc.set_threshold(100_000, 50, 100)
    seconds = odds_seconds(setting)
    rate, turns, capped = games_per_second(setting)
    print(f"exact odds of 5 against 5: {seconds * 1000:.1f} ms")
    about = f"{turns:.0f} turns each, {capped} of {GAMES * ROUNDS} broken off"
    print(f"random games of 4 players: {rate:.0f} games/s ({about})")
    print(f"ratio: one game takes as long as {1 / (rate * seconds):.2f} exact wars")


if __name__ == "__main__":
    main()
