"""The board as one file that asks nobody: the page, the kernel, its rules and networks, and the puzzles."""

from __future__ import annotations

import base64
import gzip
import hashlib
import json
from collections.abc import Iterable, Mapping
from urllib.parse import quote

from bingo.cli.board.puzzles import document
from bingo.cli.page.document import Carried, alone, asset
from bingo.positions.shipped import shipped
from bingo.solver.game.position import MATCH_TO, OPPONENT, PLAYER_NAMES, YOU
from bingo.solver.game.presets import PRESETS
from bingo.solver.game.rules import Rules
from bingo.solver.match.equity import NAMES, table
from bingo.solver.match.objectives import objective_at
from bingo.solver.seam.data import everything

#: Names of the files of a site, beside its page.
MANIFEST, PICTURE, SERVICE = "bingo.webmanifest", "icon.svg", "service.js"
#: A tile, the double of fours, for home screens.
ICON = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96"><rect width="96" height="96" rx="16" fill="#264653"/>'
    '<rect x="27" y="8" width="42" height="80" rx="7" fill="#fffdf5"/>'
    '<path d="M33 48h30" stroke="#333" stroke-width="2"/>'
    + "".join(f'<circle cx="{x}" cy="{y}" r="4"/>' for y in (18, 36, 60, 78) for x in (38, 58))
    + "</svg>"
)


def page(module: bytes) -> str:
    """The whole page; ``module`` is the kernel as ``build`` makes it."""
    return _page(module, {}, f"data:application/manifest+json,{quote(_manifest(_data_url(ICON)))}", _data_url(ICON))


def site(module: bytes) -> dict[str, str]:
    """The files of a site by name: the same page, and what a phone needs to keep it and open it without a network."""
    index = _page(module, {"service": SERVICE}, MANIFEST, PICTURE)
    version = hashlib.sha256(index.encode()).hexdigest()[:16]
    service = asset("service.js").replace("VERSION", version)
    told = {"id": "./", "start_url": "./", "scope": "./"}
    return {"index.html": index, MANIFEST: _manifest(PICTURE, **told), PICTURE: ICON, SERVICE: service}


def _page(module: bytes, besides: Mapping[str, str], manifest: str, icon: str) -> str:
    begins = {
        "file": {"name": "", "text": ""},
        **besides,
    }
    from bingo.cli.board.guide import guide  # here: it takes markdown-it-py, and reports that run the kernel do not

    parts = {"puzzles": [document(position) for position in shipped()], "guide": guide()}
    packed = {name: json.dumps(part).encode() for name, part in parts.items()}
    return alone(begins, carried(module, packed), manifest, icon)


def carried(module: bytes, parts: Mapping[str, bytes] | None = None, rules: Iterable[Rules] = ()) -> Carried:
    """What a page carries that runs ``module``, the kernel; with other ``parts`` by name, and ``rules`` beside those
    that every page knows.
    """
    rules = [*(preset.rules for preset in PRESETS.values()), *rules]
    whole = {"kernel": module, "knowledge": everything(rules), "matches": _matches(), **(parts or {})}
    return Carried({"presets": list(PRESETS)}, {name: _packed(part) for name, part in whole.items()})


def _matches() -> bytes:
    """What is maximized at every score of a match under a preset, by who led the deal, where they may not know it too;
    but where points score by themselves, as what they have scored is no part of it.
    """
    names = [name for name in NAMES if PRESETS[name].rules.at_target != "each-scores"]
    leaders = {"": None, PLAYER_NAMES[YOU]: YOU, PLAYER_NAMES[OPPONENT]: OPPONENT}
    found = {
        f"{name} {you} {opponent} {leader}": objective_at(
            table(name).equity, (MATCH_TO - you, MATCH_TO - opponent), led
        )
        for name in names
        for leader, led in leaders.items()
        for you in range(MATCH_TO)
        for opponent in range(MATCH_TO)
    }
    written = {score: objective.table for score, objective in found.items()}
    return json.dumps(written, separators=(",", ":")).encode()


def _manifest(icon: str, **besides: str) -> str:
    """What a phone needs to put the page on its home screen. Without ``start_url`` it starts where the page lies."""
    icons = [{"src": icon, "sizes": "any", "type": "image/svg+xml", "purpose": "any"}]
    colors = {"background_color": "#264653", "theme_color": "#264653"}
    told = {"name": "Bingo board", "short_name": "Bingo", "display": "standalone", **colors}
    return json.dumps({**told, **besides, "icons": icons})


def _data_url(image: str) -> str:
    return f"data:image/svg+xml,{quote(image)}"


def _packed(part: bytes) -> str:
    return base64.b64encode(gzip.compress(part, 9, mtime=0)).decode()
