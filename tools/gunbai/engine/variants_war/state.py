"""What a VV table consists of: monsters, the board, players, a match. Data and lookups only, no rules.

Places are (row, column) from the top left, written like ``b3``: a letter for the column, a number for the row.
Pieces are told apart by name: no two on one table share one.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final, Literal

from gunbai.engine.kernel import EngineFault, Malformed, Situation, keyed

__all__ = ["COLUMNS", "LABYRINTH", "RUNICK", "SIDES", "VALIANTS", "Board", "Card", "Cell", "Direction", "Facing",
           "Fight", "Match", "Monster", "Piece", "Place", "Player", "Side", "Trap", "Valiants", "named", "number",
           "piece_of", "place", "player_of", "put_player", "shuffled", "told_apart", "without", "zone_of"]

Side = Literal["森羅万象", "百識公国", "神碑", "ラビュリンス"]
Valiants = Literal["森羅万象", "百識公国"]
Facing = Literal["縦", "横"]
Direction = Literal["上", "下", "左", "右"]
Place = tuple[int, int]

VALIANTS: Final[tuple[Valiants, Valiants]] = ("森羅万象", "百識公国")
RUNICK: Final = "神碑"
LABYRINTH: Final = "ラビュリンス"
SIDES: Final = (*VALIANTS, RUNICK, LABYRINTH)
COLUMNS = "abcdefghij"


@dataclass(frozen=True, slots=True)
class Monster(Situation):
    """モンスター"""

    name: str
    owner: Side
    attack: int
    defence: int
    rescue: bool

    def __str__(self) -> str:
        where = "、救援デッキ" if self.rescue else ""
        return f"{self.name}（{self.owner}、攻撃力{self.attack}、守備力{self.defence}{where}）"


Card = Monster | str
"""A monster, or a spell by its name."""


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell of the board: its zone, and whose it is (empty: nobody's)."""

    zone: str
    side: Side | Literal[""]


@dataclass(frozen=True, slots=True)
class Board(Situation):
    """盤: rows from the top; None where there is no cell."""

    rows: tuple[tuple[Cell | None, ...], ...]

    def at(self, place: Place) -> Cell | None:
        """The cell at a place; None off the board."""
        inside = 0 <= place[0] < len(self.rows) and 0 <= place[1] < len(self.rows[place[0]])
        return self.rows[place[0]][place[1]] if inside else None

    def __str__(self) -> str:
        return "\n".join(" ".join(f"{c.side[:1]}{c.zone[:1]}" if c else "・" for c in row) for row in self.rows)


@dataclass(frozen=True, slots=True)
class Piece:
    """A monster or a player piece on the board. ``facing`` is empty for what has no 表示形式."""

    monster: Monster
    at: Place
    facing: str

    def __str__(self) -> str:
        return f"{self.monster.name}{named(self.at)}{self.facing}"


@dataclass(frozen=True, slots=True)
class Trap:
    """A set card of Labyrinth. ``guest`` is the piece that was moved in last, ``mover`` who did it, ``turn`` when."""

    name: str
    at: Place
    guest: str | None = None
    owner: Side | None = None
    mover: Side | None = None
    turn: int | None = None


@dataclass(frozen=True, slots=True)
class Player(Situation):
    """プレイヤー: the top of a pile is its first card."""

    side: Side
    life: int
    hand: tuple[Card, ...] = ()
    deck: tuple[Card, ...] = ()
    spells: tuple[Card, ...] = ()
    rescue: tuple[Monster, ...] = ()
    grave: tuple[Card, ...] = ()

    @property
    def monsters(self) -> tuple[str, ...]:
        """The names of the monsters in hand and in the piles where monsters lie."""
        return tuple(card.name for card in (*self.hand, *self.deck, *self.rescue) if isinstance(card, Monster))

    def __str__(self) -> str:
        return f"{self.side}（ライフ{self.life}、手札{len(self.hand)}、デッキ{len(self.deck)}）"


@dataclass(frozen=True, slots=True)
class Fight:
    """One fight: both monsters, and the values that meet, each with its kind."""

    pair: tuple[str, str]
    values: tuple[int, int]
    kinds: tuple[str, str]

    def __str__(self) -> str:
        mine, theirs = (f"{n}（{k}{v}）" for n, k, v in zip(self.pair, self.kinds, self.values, strict=True))
        return f"{mine}対{theirs}"


@dataclass(frozen=True, slots=True)
class Match(Situation):
    """対局

    ``log`` is what the turn player has done this turn, in order: pairs of an action and the card's name. ``listed`` are
    the fights at the start of this battle phase, ``fought`` those fought in it, ``tied`` pairs whose fight ended with
    both left and which still touch. ``last`` is, by side, the monster moved last in that side's turns.
    """

    board: Board
    players: tuple[Player, ...]
    turn: Side
    phase: str
    pieces: tuple[Piece, ...] = ()
    traps: tuple[Trap, ...] = ()
    log: tuple[tuple[str, str], ...] = ()
    listed: tuple[Fight, ...] = ()
    fought: tuple[tuple[str, str], ...] = ()
    tied: tuple[tuple[str, str], ...] = ()
    last: tuple[tuple[str, str], ...] = ()
    count: int = 1

    def __str__(self) -> str:
        pieces = "、".join(map(str, self.pieces)) or "盤上は空"
        lives = "、".join(f"{p.side}{p.life}" for p in self.players if p.side in VALIANTS)
        return f"{self.turn}の{self.phase}: {pieces}（ライフ {lives}）"


def named(at: Place) -> str:
    """A place as it is written."""
    return f"{COLUMNS[at[1]]}{at[0] + 1}"


def place(board: Board, text: str) -> Place:
    """The place that is written so; Malformed where the board has no such cell."""
    for i, cells in enumerate(board.rows):
        for j, cell in enumerate(cells):
            if cell and named((i, j)) == text:
                return i, j
    raise Malformed(f"盤に「{text}」のマスは無い")


def number(key: str) -> int:
    """A number from tables/numbers.yaml."""
    return int(keyed("numbers", key)["value"])


def piece_of(match: Match, name: str) -> Piece:
    """The piece with this name; Malformed where it is not on the board."""
    for piece in match.pieces:
        if piece.monster.name == name:
            return piece
    raise Malformed(f"盤上に「{name}」はいない")


def zone_of(match: Match, piece: Piece) -> str:
    """The zone in which a piece stands."""
    cell = match.board.at(piece.at)
    if cell is None:
        raise EngineFault(f"{piece} stands nowhere")
    return cell.zone


def player_of(match: Match, side: str) -> Player:
    """The player of a side; Malformed where nobody plays it."""
    for player in match.players:
        if player.side == side:
            return player
    raise Malformed(f"「{side}」のプレイヤーはいない")


def put_player(match: Match, player: Player) -> Match:
    """The match with one player's things changed."""
    return replace(match, players=tuple(player if p.side == player.side else p for p in match.players))


def without(cards: tuple[Card, ...], name: str) -> tuple[Card, tuple[Card, ...]]:
    """The card with this name and the rest; Malformed where there is none."""
    for i, card in enumerate(cards):
        if (card.name if isinstance(card, Monster) else card) == name:
            return card, cards[:i] + cards[i + 1:]
    raise Malformed(f"手札に「{name}」は無い")


def told_apart(players: tuple[Player, ...]) -> None:
    """Malformed where two monsters share a name. Spells may: of two alike it does not matter which is used."""
    names = [name for player in players for name in player.monsters]
    for name in names:
        if names.count(name) > 1:
            raise Malformed(f"「{name}」が2体いる。モンスターは名で見分けるので、別の名にする")


def shuffled(cards: tuple[Card, ...], order: tuple[int, ...]) -> tuple[Card, ...]:
    """The cards as a shuffle left them: their numbers from the top, from 1; as they are where no order is told."""
    if order and sorted(order) != list(range(1, len(cards) + 1)):
        raise Malformed(f"「並び」は1から{len(cards)}までの番号を1度ずつ書く")
    return tuple(cards[i - 1] for i in order) or cards
