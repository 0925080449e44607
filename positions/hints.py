"""What a text was probably meant to say: keys by other names, slips in YAML, characters that look like others."""

import json
import re
import unicodedata
from collections.abc import Iterable
from difflib import get_close_matches

from bingo.solver.errors import Reason

#: How an empty key is shown in a message.
NO_NAME = "''"
#: How many slips of one text, and unknown keys of one mapping, are listed at most.
MAX_LISTED = 20
_MOST_CHARACTERS = 3

_ESCAPE = re.compile(r"\\(?:x([0-9a-f]{2})|u([0-9a-f]{4})|(t))")
_FOREIGN = ("CYRILLIC", "GREEK", "FULLWIDTH")
#: The plain character that each class of look-alikes is taken for.
_LOOKS_LIKE = {"Pd": "a hyphen", "Sm": "a hyphen", "Zs": "a space", "Pi": "a straight quote", "Pf": "a straight quote"}

#: What people call a key before they have read the manual.
_ALIASES = {
    **dict.fromkeys(("me", "my", "mine", "i", "self", "player", "us", "we"), "you"),
    **dict.fromkeys(("opp", "other", "them", "they", "he", "she", "his", "her", "enemy", "rival"), "opponent"),
    **dict.fromkeys(("tiles", "holding", "dominoes"), "hand"),
    **dict.fromkeys(("boneyard", "talon"), "stock"),
    **dict.fromkeys(("upcard", "turnup", "turn_up", "face_up"), "turned"),
    **dict.fromkeys(("suit", "trumps"), "trump"),
    **dict.fromkeys(("to_move", "turn", "leader", "on_lead"), "lead"),
    **dict.fromkeys(("taken", "captured", "tricks_won"), "won"),
    **dict.fromkeys(("card_points", "pips"), "points"),
    **dict.fromkeys(("title", "id"), "name"),
    **dict.fromkeys(("preset", "variant"), "rules"),
    "doubles": "shown",
}


def name_lookalikes(words: str) -> str:
    """The text, followed by the names of any look-alike or invisible characters in it."""
    written = _ESCAPE.sub(lambda m: "\t" if m[3] else chr(int(m[1] or m[2], 16)), words)
    lookalikes = [word for c in dict.fromkeys(written) if (word := _describe(c))]
    return f"{words} ({'; '.join(lookalikes[:_MOST_CHARACTERS])})" if lookalikes else words


def _describe(character: str) -> str:
    """What a character is, and what it is not; empty for one that nobody mistakes for another."""
    if character == "\t":
        return "with a tab"
    if character.isascii():
        return ""
    name, kind = unicodedata.name(character, ""), unicodedata.category(character)
    plain = unicodedata.normalize("NFKC", character)
    is_lookalike = len(plain) == 1 and plain.isascii() and not plain.isspace()
    if kind == "Nd":
        meant = f", not {unicodedata.digit(character)}"
    elif is_lookalike:
        meant = f", not {plain}"
    elif kind in _LOOKS_LIKE:
        meant = f", not {_LOOKS_LIKE[kind]}"
    elif kind == "Cf" or name.startswith(_FOREIGN):
        meant = ""
    else:
        return ""
    shown = f"{character} is" if character.isprintable() and kind != "Cf" else "with"
    character_name = name.lower() or "character without a name"
    character_name = "byte order mark" if character == "\ufeff" else character_name
    return f"{shown} {'an' if character_name[0] in 'aeiou' else 'a'} {character_name}{meant}"


def expected_key(key: str, known: list[str], elsewhere: dict[str, str]) -> str:
    """What was expected instead of an unknown key; ``elsewhere`` has keys that belong in other places, and where."""
    lower_key = key[:40].lower().strip()
    word, colon, after_colon = lower_key.partition(":")
    if colon and after_colon and word in known:
        return f"a space after the colon of {word}"
    alias = _ALIASES.get(lower_key, lower_key)
    if alias in known:
        return f"a known key, perhaps {alias}"
    if nearest := get_close_matches(lower_key, known, 1):
        return f"a known key, perhaps {nearest[0]}"
    if alias in elsewhere:
        return f"{alias} {elsewhere[alias]}"
    hint = " (inside {} a text with commas needs quotes)" if re.match(r".*\s|[\[\d?]", key) else ""
    return f"one of the keys {', '.join(known)}{hint}"


def slips(text: str, first_line: int, keys: Iterable[str]) -> list[Reason]:
    """The usual slips in a text that is no YAML, each with its line; ``first_line`` is the number of the first line."""
    slip_patterns, reasons = _slip_patterns("|".join(map(re.escape, keys))), list[Reason]()
    for number, line in enumerate(text.splitlines(), first_line):
        matches = ((pattern.search(line), expected) for pattern, expected in slip_patterns)
        match, expected = next((slip for slip in matches if slip[0]), (None, ""))
        if match and not line.lstrip().startswith("#"):
            shown = match[1] if match.re.groups else line.strip(" \r\n")
            reasons.append(Reason("document", expected, repr(shorten(shown)), number))
    return reasons[:MAX_LISTED]


def _slip_patterns(keys: str) -> tuple[tuple[re.Pattern[str], str], ...]:
    """What to look for in a line, and what was expected there. If the pattern has a group, only that is shown."""
    key = rf"(?:{keys})"
    return (
        (re.compile(r"^[ ]*\t\s*\S"), "spaces, not tabs, before a key"),
        (re.compile(r"^\s*\ufeff"), "no byte order mark but at the beginning of a file"),
        (re.compile(r"^[ ]*[^\S\n ]"), "ordinary spaces before a key"),
        (re.compile(rf"^\s*{key}\s*="), "a colon after the key, `key: value`"),
        (re.compile(rf"^\s*{key}\s+[^:\s]+(?:\s[^:]*)?$"), "a colon after the key, `key: value`"),
        (re.compile(rf"(?:^\s*|[{{,]\s*){key}:(?! |$|[\t\r])"), "a space after the colon, `key: value`"),
        (
            re.compile(r"[:,{]\s*(\[[^\[\]]*\]\s*[^\s#,}].*)"),
            "tiles without brackets (6-4 5-5), or the whole list in quotes",
        ),
        (re.compile(r"(?:you|opponent|hand|stock)\s*:\s*\?\s*(?:$|[,}])"), "no key at all for tiles that are hidden"),
        (re.compile(r":\s*\?(?:\s|$|[,}])"), "quotes around a value that begins with a question mark, such as '? ?'"),
    )


def shorten(text: str, size: int = 60) -> str:
    return text if len(text) <= size else text[: size - 3] + "..."


def show(value: object) -> str:
    """Quote what stood there, shortened: text in quotes, all else as JSON."""
    return shorten(repr(value) if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str))
