"""What every page of the site is called. Addresses are relative to the site's root, in ASCII, and end in ``/``.

A ruling's address is permanent because its id is; a name's because its ``slug`` in names.yaml is, or, where it has
none, because it follows from the name alone. A yomi may be corrected without a page moving.
"""

from __future__ import annotations

import hashlib
import re
import unicodedata

from gunbai.corpus.names import Name
from gunbai.corpus.ruling import Ruling

__all__ = [
    "SLUG", "cards_url", "faq_url", "game_url", "house_url", "name_url", "open_url", "romaji", "rules_url", "slug_of",
    "url_of",
]

MAX_READABLE = 40

_ROWS = {
    "": "あいうえお", "k": "かきくけこ", "s": "さしすせそ", "t": "たちつてと", "n": "なにぬねの", "h": "はひふへほ",
    "m": "まみむめも", "y": "や・ゆ・よ", "r": "らりるれろ", "w": "わゐ・ゑを", "g": "がぎぐげご", "z": "ざじずぜぞ",
    "d": "だぢづでど", "b": "ばびぶべぼ", "p": "ぱぴぷぺぽ",
}
_KANA = {kana: consonant + vowel for consonant, row in _ROWS.items()
         for kana, vowel in zip(row, "aiueo", strict=True) if kana != "・"}
_KANA |= {"し": "shi", "ち": "chi", "つ": "tsu", "ふ": "fu", "じ": "ji", "ぢ": "ji", "づ": "zu", "を": "o", "ゐ": "i",
          "ゑ": "e", "ん": "n", "ゔ": "vu"}
_SMALL = dict(zip("ぁぃぅぇぉゃゅょゎ", ("a", "i", "u", "e", "o", "ya", "yu", "yo", "wa"), strict=True))
_SYLLABLE = re.compile("[ぁ-ゖ]|[a-z0-9]|.", re.DOTALL)
_PLAIN = re.compile("[a-z0-9]")
SLUG = re.compile(r"(?=.{1,60}\Z)[a-z0-9]+(?:-[a-z0-9]+)*\Z")
"""How a slug is written."""
_WORDS = re.compile("[a-z0-9]+")


def game_url(game: str) -> str:
    """The page of a game, by its id."""
    return f"{game}/"


def url_of(ruling: Ruling) -> str:
    """The permanent page of a ruling: ``gundam-war/gw-cost-floor/``."""
    return f"{ruling.game}/{ruling.id}/"


def rules_url(game: str) -> str:
    """The rules of a game in reading order."""
    return f"{game}/rules/"


def faq_url(game: str) -> str:
    """よくある質問 of a game."""
    return f"{game}/faq/"


def open_url(game: str) -> str:
    """The inferred and open points of a game."""
    return f"{game}/open/"


def house_url(game: str) -> str:
    """The page on which a table chooses its readings (卓の取り決め)."""
    return f"{game}/house/"


def cards_url(game: str) -> str:
    """The list of a game's names."""
    return f"{game}/cards/"


def name_url(game: str, name: Name) -> str:
    """The page of a card or another name: ``gundam-war/cards/akaisuisei/``."""
    return f"{game}/cards/{slug_of(name)}/"


def slug_of(name: Name) -> str:
    """A short ASCII word for a name: its ``slug``, else its letters (if it has no others) and eight digits."""
    if SLUG.match(name.slug):  # any other is a defect, and must not name a file
        return name.slug
    plain = "".join(c for c in unicodedata.normalize("NFKD", name.name) if not unicodedata.combining(c)).lower()
    readable = "-".join(_WORDS.findall(plain))[:MAX_READABLE].strip("-") if plain.isascii() else ""
    digest = hashlib.sha256(unicodedata.normalize("NFC", name.name).encode("utf-8", "surrogatepass")).hexdigest()[:8]
    return f"{readable}-{digest}" if readable else digest


def romaji(yomi: str) -> str:
    """Hiragana in Hepburn without long marks; what is neither kana nor a small letter or digit is left out."""
    out = ""
    double = False
    for char in _SYLLABLE.findall(unicodedata.normalize("NFC", yomi)):
        if char == "っ":
            double = True
            continue
        if char in _SMALL:
            out = _contracted(out, _SMALL[char])
            continue
        syllable = _KANA.get(char, char if _PLAIN.match(char) else "")
        if double and syllable and syllable[0] not in "aiueon":
            out += "t" if syllable.startswith("ch") else syllable[0]
        double = False
        out += syllable
    return out


def _contracted(before: str, small: str) -> str:
    """``ki`` and a small ``ya`` to ``kya``; ``shi`` and ``ya`` to ``sha``; ``fu`` and ``a`` to ``fa``."""
    if not before or before[-1] not in "aiueo":
        return before + small
    stem = before[:-1]
    if small[0] == "y" and stem.endswith(("sh", "ch", "j")):
        return stem + small[1:]
    return stem + small if stem and stem[-1] not in "aiueo" else before + small
