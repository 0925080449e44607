"""What a text was probably meant to say: keys by other names, slips in YAML, characters that look like others."""

import json
import re
import unicodedata
from collections.abc import Iterable
from difflib import get_close_matches

from bingo.solver.errors import Reason

#: How an empty key is shown in a message.
EMPTY_KEY_TEXT = "''"
#: How many slips of one text, and unknown keys of one mapping, are listed at most.
MAX_LISTED_FAULTS = 20
_MAX_LISTED_CHARACTERS = 3

_ESCAPE_PATTERN = re.compile(r"\\(?:x([0-9a-f]{2})|u([0-9a-f]{4})|(t))")
_FOREIGN_SCRIPTS = ("CYRILLIC", "GREEK", "FULLWIDTH")
#: The plain character that each class of look-alikes is taken for.
_LOOKS_LIKE = {"Pd": "a hyphen", "Sm": "a hyphen", "Zs": "a space", "Pi": "a straight quote", "Pf": "a straight quote"}

#: What people call a key before they have read the manual.
_KEY_ALIASES = {
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


def name_lookalikes(text: str) -> str:
    """The text, followed by the names of any look-alike or invisible characters in it."""
    unescaped = _ESCAPE_PATTERN.sub(lambda escape: "\t" if escape[3] else chr(int(escape[1] or escape[2], 16)), text)
    lookalikes = [description for character in dict.fromkeys(unescaped) if (description := _describe(character))]
    return f"{text} ({'; '.join(lookalikes[:_MAX_LISTED_CHARACTERS])})" if lookalikes else text


def _describe(character: str) -> str:
    """What a character is, and what it is not; empty for one that nobody mistakes for another."""
    if character == "\t":
        return "with a tab"
    if character.isascii():
        return ""
    unicode_name, category = unicodedata.name(character, ""), unicodedata.category(character)
    plain_character = unicodedata.normalize("NFKC", character)
    is_lookalike = len(plain_character) == 1 and plain_character.isascii() and not plain_character.isspace()
    if category == "Nd":
        meant_text = f", not {unicodedata.digit(character)}"
    elif is_lookalike:
        meant_text = f", not {plain_character}"
    elif category in _LOOKS_LIKE:
        meant_text = f", not {_LOOKS_LIKE[category]}"
    elif category == "Cf" or unicode_name.startswith(_FOREIGN_SCRIPTS):
        meant_text = ""
    else:
        return ""
    shown_text = f"{character} is" if character.isprintable() and category != "Cf" else "with"
    character_name = unicode_name.lower() or "character without a name"
    character_name = "byte order mark" if character == "\ufeff" else character_name
    return f"{shown_text} {'an' if character_name[0] in 'aeiou' else 'a'} {character_name}{meant_text}"


def expected_key(key: str, known_keys: list[str], places_elsewhere: dict[str, str]) -> str:
    """What was expected instead of an unknown key; ``places_elsewhere`` says where other keys belong."""
    lower_key = key[:40].lower().strip()
    word, colon, after_colon = lower_key.partition(":")
    if colon and after_colon and word in known_keys:
        return f"a space after the colon of {word}"
    meant_key = _KEY_ALIASES.get(lower_key, lower_key)
    if meant_key in known_keys:
        return f"a known key, perhaps {meant_key}"
    if nearest := get_close_matches(lower_key, known_keys, 1):
        return f"a known key, perhaps {nearest[0]}"
    if meant_key in places_elsewhere:
        return f"{meant_key} {places_elsewhere[meant_key]}"
    hint = " (inside {} a text with commas needs quotes)" if re.match(r".*\s|[\[\d?]", key) else ""
    return f"one of the keys {', '.join(known_keys)}{hint}"


def slips(text: str, first_line: int, keys: Iterable[str]) -> list[Reason]:
    """The usual slips in a text that is no YAML, each with its line; ``first_line`` is the number of the first line."""
    slip_patterns, reasons = _slip_patterns("|".join(map(re.escape, keys))), list[Reason]()
    for number, line in enumerate(text.splitlines(), first_line):
        matches = ((pattern.search(line), expected) for pattern, expected in slip_patterns)
        slip_match, expected = next((slip_found for slip_found in matches if slip_found[0]), (None, ""))
        if slip_match and not line.lstrip().startswith("#"):
            shown_text = slip_match[1] if slip_match.re.groups else line.strip(" \r\n")
            reasons.append(Reason("document", expected, repr(shorten(shown_text)), number))
    return reasons[:MAX_LISTED_FAULTS]


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


def shorten(text: str, max_length: int = 60) -> str:
    return text if len(text) <= max_length else text[: max_length - 3] + "..."


def show(value: object) -> str:
    """Quote what stood there, shortened: text in quotes, all else as JSON."""
    return shorten(repr(value) if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str))
