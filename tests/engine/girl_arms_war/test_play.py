"""少女兵器大戦: whole turns, at random, under the house rules of the sample table."""

from __future__ import annotations

import random

import pytest
from gunbai.corpus.model import Game
from gunbai.engine.girl_arms_war.attack import attack, counter, support
from gunbai.engine.girl_arms_war.play import (
    act, acted, begin_turn, decline, decline_all, described, go_on, start_round, told, use, where,
)
from gunbai.engine.girl_arms_war.start_end import begin, choose, finish, resolve, usable
from gunbai.engine.girl_arms_war.state import Board, keyed
from gunbai.engine.kernel import Illegal, Malformed, Setting, run, table

END = "ターンとターンの間"


@pytest.fixture
def house(game: Game, setting: Setting) -> Setting:
    return setting.choosing(game.houses["sample"].choices)


def move(board: Board, chance: random.Random, unit: str) -> Board:
    """One random move that may be forbidden: Illegal and Malformed pass through."""
    player = chance.choice(board.players)
    match chance.randrange(8):
        case 0 | 1:
            return use(board, player, chance.choice([row["key"] for row in table("cards")]))
        case 2:
            return decline(board, player)
        case 3:
            return decline_all(board)
        case 4:
            return act(board, chance.choice(["生産", "レベルアップ", "休息"]))
        case 5:
            return attack(board, unit, "標的", board.players[1])
        case 6:
            return support(board, player, unit) if chance.random() < 0.5 else counter(board, player, "標的")
    return go_on(board)


@pytest.mark.parametrize("seed", range(40))
def test_a_random_turn_ends_and_uses_no_card_where_it_may_not(house: Setting, seed: int) -> None:
    chance = random.Random(seed)
    with run(house):
        board = begin_turn(("A", "B", "C")[:chance.choice([2, 3])])
        for number in range(600):
            if where(board) == END:
                break
            before = board
            try:
                board = move(board, chance, f"GA{number}")
            except (Illegal, Malformed):
                board = decline_all(board) if number % 7 == 0 else board
                continue
            assert (board.holder or board.players[0]) in board.players
            assert len(told(board)) - len(told(before)) in (0, 1)
            if told(board) != told(before):
                card = told(board)[-1].split(": ")[1]
                assert usable(keyed("cards", card)["when"], where(before))
                assert told(board)[-1].startswith(before.holder)
            if acted(board) != acted(before):
                assert not before.holder
        assert where(board) == END
        assert described(board).startswith(END)
        with pytest.raises(Malformed):
            go_on(board)


def test_cards_of_the_end_come_once_in_a_phase_whoever_uses_them(house: Setting) -> None:
    with run(house):
        board = go_on(decline_all(begin_turn(("A", "B"))))
        while where(board) != "アクションフェイズの最初":
            board = go_on(decline_all(board))
        board = use(board, "A", "見本の幕引き")
        assert where(board) == "アクションフェイズと終了フェイズの間"
        with pytest.raises(Illegal):
            use(board, "A", "見本の幕引き")


def test_a_round_of_the_start_comes_before_anything_else(house: Setting) -> None:
    with run(house):
        board = begin_turn(("A", "B"))
        state = choose(begin(("A", "B"), ("A", "B")), "A", 2)
        with pytest.raises(Illegal):
            start_round(board, state)
        state = finish(resolve(state, "B", "見本の夜明け"), "B")
        state = finish(resolve(state, "A", "見本の夜明け"), "A")
        assert told(start_round(board, state)) == ("B: 見本の夜明け", "A: 見本の夜明け")
        with pytest.raises(Illegal):
            start_round(use(board, "A", "見本の備え"), state)
