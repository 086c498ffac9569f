"""Commands and groups of commands: names, help lines, and the parsing that every command shares."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import NoReturn, Protocol, cast

from msgspec import Struct

from croupier.terms.problem import nearest, shown


class Usage(Exception):
    """The command line is wrong; the message says what is allowed."""

    def __init__(self, prog: str, message: str) -> None:
        super().__init__(f"{prog}: {message}")
        self.prog = prog


class Parser(argparse.ArgumentParser):
    """Starts its help with an example. Errors raise `Usage`, and name the option nearest to an unknown one."""

    example = ""

    def format_help(self) -> str:
        return f"{example_text(self.example)}{super().format_help()}"

    def error(self, message: str) -> NoReturn:
        raise Usage(self.prog, message.removesuffix(".") + ".")

    def read(self, argv: Sequence[str]) -> argparse.Namespace:
        args, extra = self.parse_known_args(argv)
        if not extra:
            return args
        found = extra[0]
        if found.startswith("-") and found != "-":
            options = [option for option in self._option_string_actions if option.startswith("--")]
            raise Usage(self.prog, f"{shown(found)} is not an option. {nearest(found.partition('=')[0], options)}")
        raise Usage(self.prog, f"{shown(found)} is an unexpected argument.")


def example_text(command: str) -> str:
    """The start of a help text."""
    return f"Example: {command}\n\n"


class CommandModule(Protocol):
    """What the file of a command holds. `EXAMPLE` is a command line that runs; the tests run it."""

    EXAMPLE: str
    EPILOG: str

    def configure(self, parser: argparse.ArgumentParser) -> None: ...

    def run(self, args: argparse.Namespace) -> int: ...


class GroupModule(Protocol):
    """What the package of a group of commands holds."""

    GROUP: SubcommandGroup


class Subcommand(Struct, frozen=True):
    """A command's name, its help line, and the module that is imported when it is called."""

    name: str
    help: str
    module: str

    def run(self, prog: str, argv: Sequence[str]) -> int:
        found = import_module(self.module)
        if hasattr(found, "GROUP"):
            return cast(GroupModule, found).GROUP.run(argv)
        module = cast(CommandModule, found)
        parser = Parser(
            prog=f"{prog} {self.name}",
            description=self.help[0].upper() + self.help[1:] + ".",
            epilog=module.EPILOG,
            formatter_class=argparse.RawDescriptionHelpFormatter,
            allow_abbrev=False,
        )
        parser.example = module.EXAMPLE
        module.configure(parser)
        return module.run(parser.read(argv))


class SubcommandGroup(Struct, frozen=True):
    """Commands under one name. `default` runs if none is named."""

    prog: str
    summary: str
    example: str
    commands: tuple[Subcommand, ...]
    default: str = ""
    notes: str = ""

    def run(self, argv: Sequence[str]) -> int:
        by_name = {command.name: command for command in self.commands}
        name, rest = (argv[0], argv[1:]) if argv else (self.default, [])
        if name in ("-h", "--help") or not name:
            sys.stdout.write(self.help_text())
            return 0
        if name == "--version" and not self.default:
            from croupier import __version__

            sys.stdout.write(f"croupier {__version__}\n")
            return 0
        if name.startswith("-") and self.default:
            name, rest = self.default, argv
        if name in by_name:
            return by_name[name].run(self.prog, rest)
        if name.startswith("-"):
            raise Usage(self.prog, f"{shown(name)} is not an option. {nearest(name, ['--help', '--version'])}")
        raise Usage(self.prog, f"{shown(name)} is not a command. {nearest(name, by_name)}")

    def help_text(self) -> str:
        width = max(len(command.name) for command in self.commands)
        lines = [f"{example_text(self.example)}usage: {self.prog} COMMAND ...", "", self.summary, "", "Commands:"]
        lines += [f"  {command.name:<{width}}  {command.help}" for command in self.commands]
        default = f" Without a command: {self.default}." if self.default else ""
        lines += ["", f"{self.prog} COMMAND --help shows more.{default}"]
        lines += [self.notes] if self.notes else []
        return "\n".join(lines) + "\n"
