"""The build backend that pyproject.toml names: scikit-build-core's, which is given a compiler where there is none.

Where nothing compiles C++20, the package ``ziglang``, which brings clang and a standard library, is one more
requirement of the build.
"""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory

from scikit_build_core import build
from scikit_build_core.build import (
    build_sdist as build_sdist,
    get_requires_for_build_sdist as get_requires_for_build_sdist,
    prepare_metadata_for_build_editable as prepare_metadata_for_build_editable,
    prepare_metadata_for_build_wheel as prepare_metadata_for_build_wheel,
)

ZIG = "ziglang==0.17.1"

#: What the engine asks of a compiler and its library, and older ones lack.
PROGRAM = b"""
#include <bit>
#include <charconv>
#include <cstdint>
#include <span>
int main() {
    char digits[32];
    const auto end = std::to_chars(digits, digits + 32, 0.5).ptr;
    return std::span(digits, end).empty() || std::bit_cast<std::uint32_t>(0.0F) != 0;
}
"""

Settings = dict[str, "str | list[str]"] | None


def get_requires_for_build_wheel(config_settings: Settings = None) -> list[str]:
    """What a wheel takes, and a compiler where there is none."""
    return [*build.get_requires_for_build_wheel(config_settings), *_missing()]


def get_requires_for_build_editable(config_settings: Settings = None) -> list[str]:
    """The same for an editable install."""
    return [*build.get_requires_for_build_editable(config_settings), *_missing()]


def build_wheel(folder: str, config_settings: Settings = None, metadata: str | None = None) -> str:
    """Compile, and put the wheel into the folder."""
    with TemporaryDirectory() as cache:
        _choose_compiler(cache)
        return build.build_wheel(folder, config_settings, metadata)


def build_editable(folder: str, config_settings: Settings = None, metadata: str | None = None) -> str:
    """The same for an editable install."""
    with TemporaryDirectory() as cache:
        _choose_compiler(cache)
        return build.build_editable(folder, config_settings, metadata)


def _missing() -> list[str]:
    return [] if _has_visual_studio() or _compiler() else [ZIG, "ninja"]


def _choose_compiler(cache: str) -> None:
    """Let CMake take the compiler that works.

    Raises:
        SystemExit: there is none; says in a sentence what to install.
    """
    if _has_visual_studio():
        return
    if compiler := _compiler():
        os.environ["CXX"] = compiler
        return
    spec = find_spec("ziglang")
    if spec is None or spec.origin is None:
        raise SystemExit(f"expected a compiler of C++20; found none that works: install one, or `pip install {ZIG}`")
    zig = Path(spec.origin).with_name("zig.exe" if sys.platform == "win32" else "zig")
    # For any processor of its kind, as other compilers do. What CMake tries first is optimized and stripped as the
    # engine is, so that zig compiles the standard library once, which takes a minute.
    os.environ.update(CXX=f'"{zig.as_posix()}" c++ -mcpu=baseline -O2 -s', CMAKE_GENERATOR="Ninja")
    os.environ.setdefault("ZIG_GLOBAL_CACHE_DIR", cache)


def _compiler() -> str | None:
    """The first of what may be a compiler that compiles and links a program."""
    names = [name] if (name := os.environ.get("CXX")) else ["c++", "g++", "clang++"]
    return next(filter(_works, names), None)


def _works(compiler: str) -> bool:
    with TemporaryDirectory() as folder:
        words = shlex.split(compiler, posix=sys.platform != "win32")
        command = [*words, "-std=c++20", "-x", "c++", "-", "-o", str(Path(folder, "program"))]
        try:
            return subprocess.run(command, input=PROGRAM, capture_output=True, check=False).returncode == 0
        except OSError:
            return False


def _has_visual_studio() -> bool:
    """Whether CMake finds a compiler of Microsoft's by itself, which is in nobody's PATH."""
    if sys.platform != "win32" or os.environ.get("CXX"):
        return False
    finder = Path(os.environ.get("PROGRAMFILES(X86)", ""), "Microsoft Visual Studio", "Installer", "vswhere.exe")
    tools = "-products * -requires Microsoft.VisualStudio.Component.VC.Tools.x86.x64 -version [16.11,)"
    command = [str(finder), *tools.split(), "-property", "installationPath"]
    return finder.exists() and bool(subprocess.run(command, capture_output=True, check=False).stdout.strip())
