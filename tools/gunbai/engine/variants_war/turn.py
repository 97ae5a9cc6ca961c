"""The turn: its phases, draw, setting, spells in the standby phase. Rulings vv-turn-phases to vv-hand-limit.

Also the verbs that set a match up and look at it, which no ruling is about.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

from gunbai.engine.kernel import Illegal, Malformed, keyed, reading, rule, table
from gunbai.engine.variants_war.board import zone_at
from gunbai.engine.variants_war.state import (
    VALIANTS,
    Board,
    Card,
    Facing,
    Match,
    Monster,
    Piece,
    Place,
    Player,
    Side,
    Trap,
    named,
    number,
    piece_of,
    place,
    player_of,
    put_player,
    told_apart,
    without,
    zone_of,
)
from gunbai.engine.verb import Count, verb

__all__ = ["add_trap", "draw", "during", "following", "forced_setting", "life", "listed", "match", "monster",
           "own_sortie", "pile", "placed", "player", "put", "room", "set_monster", "settle", "where"]


Phase = Literal["ドローフェイズ", "スタンバイフェイズ", "メインフェイズ", "バトルフェイズ", "独自の手番"]
Pile = Literal["手札", "デッキ", "魔法デッキ", "救援デッキ", "墓地"]


# a match, set up and looked at

@verb("モンスター", name="名", owner="陣営", attack="攻撃力", defence="守備力", rescue="救援")
def monster(name: str, owner: Side, attack: Count, defence: Count, rescue: bool = False) -> Monster:
    """モンスターのカード。「救援」は救援デッキのものか。"""
    return Monster(name, owner, attack, defence, rescue)


@verb("プレイヤー", side="陣営", life="ライフ", hand="手札", deck="デッキ", spells="魔法デッキ", rescue="救援デッキ",
      grave="墓地")
def player(side: Side, life: int = 3, hand: tuple[Card, ...] = (), deck: tuple[Card, ...] = (),
           spells: tuple[Card, ...] = (), rescue: tuple[Monster, ...] = (), grave: tuple[Card, ...] = ()) -> Player:
    """途中の状況のプレイヤー。山は上から順に書く。"""
    made = Player(side, life, hand, deck, spells, rescue, grave)
    told_apart((made,))
    return made


@verb("対局", board="盤", players="プレイヤー", turn="手番", phase="フェイズ")
def match(board: Board, players: tuple[Player | Side, ...], turn: Side = "森羅万象",
          phase: Phase = "ドローフェイズ") -> Match:
    """ゲームの状況。「手番」のプレイヤーの、そのフェイズから始める。手札も山も無ければ、プレイヤーは陣営の名だけでよい。"""
    made = Match(board, tuple(p if isinstance(p, Player) else _plain(p) for p in players), turn, phase)
    player_of(made, turn)
    told_apart(made.players)
    if len({p.side for p in made.players}) < len(made.players):
        raise Malformed("1つの陣営のプレイヤーは1人")
    if (turn in VALIANTS) == (phase == "独自の手番"):
        raise Malformed("神碑とラビュリンスの手番は「独自の手番」、ヴァリアンツの手番はほかのフェイズ")
    return made


def _plain(side: Side) -> Player:
    return Player(side, 3 if side in VALIANTS else 0)


@verb("置く", match="局", monster="モンスター", at="マス", facing="向き")
def placed(match: Match, monster: Monster, at: str, facing: Facing | None = None) -> Match:
    """モンスターやコマが盤のそこにある状況にする。手札や山にあれば、そこから出す。「向き」を書かないものには表示形式が無い。"""
    if any(piece.monster.name == monster.name for piece in match.pieces):
        raise Malformed(f"「{monster.name}」はもう盤上にいる")
    told = Piece(monster, place(match.board, at), facing or "")
    if monster.owner in VALIANTS:
        spacious(match, told)
    return put(replace(match, players=tuple(_lacking(of, monster.name) for of in match.players)), told)


def _lacking(of: Player, name: str) -> Player:
    """A player without the monster of this name in hand and piles."""
    hand, deck = (tuple(c for c in cards if not (isinstance(c, Monster) and c.name == name))
                  for cards in (of.hand, of.deck))
    return replace(of, hand=hand, deck=deck, rescue=tuple(c for c in of.rescue if c.name != name))


def spacious(match: Match, piece: Piece) -> None:
    """Malformed where the cell holds as many Valiants monsters as can be: one, or what tables/numbers.yaml lets.

    Pieces of Runick and Labyrinth do not count: they follow rules of their own, and overlap in the Labyrinth zone.
    """
    valiants = replace(match, pieces=tuple(p for p in match.pieces if p.monster.owner in VALIANTS))
    zone = zone_of(match, piece)
    most = number(f"{zone}の1マスの数") if zone in ("出撃ゾーン", "撤退ゾーン") else 1
    if not room(valiants, piece.at, most):
        raise Malformed(f"{named(piece.at)}にはもうヴァリアンツのモンスターがいる")


@verb("伏せる", match="局", name="カード", at="マス")
def add_trap(match: Match, name: str, at: str) -> Match:
    """ラビュリンスのセットカードがそのマスにある状況にする。"""
    return replace(match, traps=(*match.traps, Trap(name, place(match.board, at))))


@verb("どこ", match="局", name="名")
def where(match: Match, name: str) -> str:
    """盤上のどのマスに、どの向きでいるか。"""
    piece = piece_of(match, name)
    return f"{named(piece.at)}{piece.facing}"


@verb("ライフ", match="局", side="陣営")
def life(match: Match, side: Side) -> int:
    """その陣営の今のライフ。"""
    return player_of(match, side).life


@verb("中身", match="局", side="陣営", where="場所")
def pile(match: Match, side: Side, where: Pile) -> tuple[str, ...]:
    """その陣営の手札や山の中身を、上から順に。"""
    of = player_of(match, side)
    piles = {"手札": of.hand, "デッキ": of.deck, "魔法デッキ": of.spells, "救援デッキ": of.rescue, "墓地": of.grave}
    return tuple(card.name if isinstance(card, Monster) else card for card in piles[where])


def put(match: Match, piece: Piece) -> Match:
    """The match with one more piece on the board."""
    return replace(match, pieces=(*match.pieces, piece))


def room(match: Match, at: Place, most: int) -> bool:
    """Whether fewer than so many pieces stand at a place."""
    return sum(piece.at == at for piece in match.pieces) < most


def listed(match: Match, action: str) -> list[str]:
    """The names of the cards with which the turn player has done this in this turn."""
    return [name for done, name in match.log if done == action]


# phases

@verb("次のフェイズ", phase="フェイズ")
@rule("vv-turn-phases")
def following(phase: str) -> str | None:
    """そのフェイズの次のフェイズ。最後のフェイズなら、なし。"""
    phases = [found["key"] for found in table("phases")]
    after = phases.index(str(keyed("phases", phase)["key"])) + 1
    return phases[after] if after < len(phases) else None


@rule("vv-turn-phases")
def during(match: Match, phase: str) -> None:
    """Illegal where the match is in another phase."""
    if match.phase != phase:
        raise Illegal(f"{match.phase}にはできない")


# draw

@verb("引ける枚数", deck="デッキ", first="最初のターン")
def drawn(deck: Count, first: bool = False) -> int:
    """ドローフェイズに引く枚数。「デッキ」は残りの枚数、「最初のターン」は、最初のプレイヤーの最初のターンか。"""
    return 0 if skips(deck) or (first and not draws_first()) else each_draw()


@rule("vv-draw")
def each_draw() -> int:
    """How many cards one draws."""
    return number("ドローの枚数")


@verb("ドローフェイズをとばす", deck="デッキ")
@rule("vv-draw-empty")
def skips(deck: Count) -> bool:
    """デッキの残りがその枚数の時、ドローフェイズをスキップするか。"""
    return deck == 0


@rule("vv-draw-first")
def draws_first() -> bool:
    """Whether the first player draws in the first turn of the game."""
    return reading("vv-draw-first") == "draws"


@verb("ドローフェイズの効果が使える", deck="デッキ")
@rule("vv-draw-skip-effects")
def phase_effects(deck: Count) -> bool:
    """ドローフェイズの間に起こると書かれた効果が使えるか。"""
    return not skips(deck) or reading("vv-draw-skip-effects") == "draw-only"


@verb("ドロー", match="局")
def draw(match: Match) -> Match:
    """ドローフェイズを行い、スタンバイフェイズに進む。"""
    during(match, "ドローフェイズ")
    of = player_of(match, match.turn)
    n = drawn(len(of.deck), match.count == 1)
    of = replace(of, hand=of.hand + of.deck[:n], deck=of.deck[n:])
    return replace(put_player(match, of), phase="スタンバイフェイズ")


# standby

@verb("セッティング", match="局", name="名", at="マス", facing="向き")
def set_monster(match: Match, name: str, at: str, facing: Facing = "縦") -> Match:
    """手札のモンスター1体を出撃ゾーンにセッティングする。"""
    during(match, "スタンバイフェイズ")
    of = player_of(match, match.turn)
    card, rest = without(of.hand, name)
    card = settable(match, card)
    facing_allowed(facing)
    before_spells(match)
    match = put_player(match, replace(of, hand=rest))
    return settle(replace(match, log=(*match.log, ("セッティング", name))), card, at, facing)


@rule("vv-set")
def settable(match: Match, card: Card) -> Monster:
    """The monster to be set; Illegal where it is none, or one was set in this turn."""
    if not isinstance(card, Monster) or listed(match, "セッティング"):
        raise Illegal("セッティングできるのは1ターンにモンスター1体")
    return card


def settle(match: Match, card: Monster, at: str, facing: str) -> Match:
    """The match with a monster put onto a sortie cell of the turn player."""
    own_sortie(match, at)
    vacant(match, place(match.board, at))
    return put(match, Piece(card, place(match.board, at), facing))


@rule("vv-set")
def own_sortie(match: Match, at: str) -> None:
    """Illegal where the cell is no sortie zone of the turn player."""
    if zone_at(match.board, at) != f"{match.turn}の出撃ゾーン":
        raise Illegal(f"{at}は{match.turn}の出撃ゾーンではない")


@rule("vv-sortie-cells")
def vacant(match: Match, at: Place) -> None:
    """Illegal where as many monsters stand on the sortie cell as tables/numbers.yaml lets."""
    if not room(match, at, number("出撃ゾーンの1マスの数")):
        raise Illegal("その出撃ゾーンはふさがっている")


@rule("vv-set-facing")
def facing_allowed(facing: str) -> None:
    """Illegal where tables/supplied.yaml tells another way to lie."""
    if keyed("supplied", "セッティングの向き")["value"] not in ("自由", facing):
        raise Illegal("その向きではセッティングできない")


@verb("セッティングは表向き", kind="もの")
@rule("vv-set-face-up")
def face_up(kind: Literal["モンスター", "ラビュリンスのセットカード"]) -> bool:
    """それを表向きに置くか。"""
    return kind == "モンスター" and reading("vv-set-face-up") == "up"


@rule("vv-standby-order")
def before_spells(match: Match) -> None:
    """Illegal to set after a spell where the summary's order binds."""
    if listed(match, "魔法") and reading("vv-standby-order") == "listed":
        raise Illegal("セッティングは魔法カードより先")


@verb("セッティングしないで進める", match="局")
@rule("vv-set-optional")
def forced_setting(match: Match) -> bool:
    """この状況で、セッティングをしないままスタンバイフェイズを終えられるか。"""
    monsters = any(isinstance(card, Monster) for card in player_of(match, match.turn).hand)
    return bool(listed(match, "セッティング")) or not monsters or reading("vv-set-optional") == "may"


@verb("手札を捨てる枚数", hand="手札")
@rule("vv-hand-limit")
def excess(hand: Count) -> int:
    """ターンの終わりに、その枚数の手札から捨てる枚数。上限は表による。"""
    limit = keyed("numbers", "手札の上限")["value"]
    return 0 if limit == "なし" else max(hand - limit, 0)


