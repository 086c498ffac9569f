"""Generates TypeScript declarations of the service's types for the scripts of the pages: types/service.d.ts.

Frames, bodies and answers are read from the structs. Everything the service sends has all fields, except for structs
that omit defaults; anything sent to it may omit fields with a default.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterable, Mapping
from enum import Enum
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import get_args, get_type_hints

from msgspec import Struct, UnsetType
from msgspec import inspect as shape

from croupier.table.event_news import AnyEventNews
from croupier.web.dispatch import JSON, ErrorAnswer
from croupier.web.endpoint import Endpoint
from croupier.web.service import Service
from croupier.web.service_settings import ServiceSettings
from croupier.wire.frames import Done, Incoming, NotAnswered, Outgoing, RefusedAnswer, Unsigned
from croupier.wire.news import NewsFrame

SERVICE, ELEMENTS = Path("types/service.d.ts"), Path("types/elements.d.ts")
STATIC = Path("src/croupier/web/static")
_WRITTEN = "// Written by `make docs` from the {}: change those.\n"
_DEFINED = re.compile(r"customElements\.define\('([\w-]+)', (\w+)\)")
_VARIABLE = re.compile(r"\{\w+\}")
_WORD = re.compile(r"[A-Za-z_]\w*")
_NEEDED = frozenset({"Partial", "Promise", "Record"})
"""Names of TypeScript that the declarations use, so that no struct may have them."""
_WIDTH = 118


class Unwritable(Exception):
    """A type that cannot be declared; the message names it."""


class Declarations:
    """The declarations of structs and enumerations, each made once."""

    def __init__(self) -> None:
        self._named: dict[str, type] = {}
        self._made: dict[str, str] = {}
        self._unions: dict[str, str] = {}
        self._given: set[type] = set()
        """Types that the service sends, declared before those sent to it."""

    @property
    def texts(self) -> list[str]:
        return [self._made[name] for name in sorted(self._made)]

    def union(self, name: str, kinds: Iterable[object], *, sent: bool = False) -> None:
        """Declares a union of several types."""
        written = " | ".join(self.of(each, sent=sent) for each in kinds)
        self._unions[written] = name
        self._made[name] = _wrapped(f"type {name} = {written};")

    def of(self, kind: object, *, sent: bool = False) -> str:
        """The declared name of a type, or the type written out; `sent` for what pages send."""
        return self._write(shape.type_info(kind), sent)

    def _write(self, kind: shape.Type, sent: bool) -> str:  # one branch per type
        match kind:
            case shape.Metadata():
                return self._write(kind.type, sent)
            case shape.IntType() | shape.FloatType():
                return "number"
            case shape.StrType() | shape.DateType():
                return "string"
            case shape.BoolType():
                return "boolean"
            case shape.NoneType():
                return "null"
            case shape.AnyType() | shape.RawType():
                return "unknown"
            case shape.LiteralType():
                return " | ".join(map(_literal, kind.values))
            case shape.EnumType():
                return self._enumeration(kind.cls)
            case shape.TupleType():
                return f"[{', '.join(self._write(each, sent) for each in kind.item_types)}]"
            case shape.CollectionType():
                return _several(self._write(kind.item_type, sent))
            case shape.DictType():
                return self._record(kind, sent)
            case shape.UnionType():
                written = " | ".join(dict.fromkeys(self._write(each, sent) for each in kind.types))
                return self._unions.get(written, written)
            case shape.StructType():
                return self._struct(kind, sent)
            case _:
                raise Unwritable(f"{kind} cannot be declared.")

    def _record(self, kind: shape.DictType, sent: bool) -> str:
        key, value = self._write(kind.key_type, sent), self._write(kind.value_type, sent)
        whole = f"Record<{key}, {value}>"
        return whole if key in {"string", "number"} else f"Partial<{whole}>"

    def _enumeration(self, kind: type[Enum]) -> str:
        name = self._name(kind, kind.__name__)
        self._made[name] = _wrapped(f"type {name} = {' | '.join(_literal(each.value) for each in kind)};")
        return name

    def _struct(self, kind: shape.StructType, sent: bool) -> str:
        cls = kind.cls
        if not sent:
            self._given.add(cls)
        split = sent and cls in self._given and _leaves_out(kind)
        name = self._name(cls, f"{cls.__name__}Sent" if split else cls.__name__)
        if name in self._made:
            return name
        self._made[name] = ""  # a struct may contain itself
        lines = [f"interface {name} {{"]
        if kind.tag_field is not None:
            lines.append(f"  {kind.tag_field}: {_literal(kind.tag)};")
        omits = sent or cls.__struct_config__.omit_defaults
        for each in kind.fields:
            unset = UnsetType in get_args(_annotation(cls, each.name))
            mark = "?" if unset or (omits and not each.required) else ""
            key = each.encode_name if _WORD.fullmatch(each.encode_name) else repr(each.encode_name)
            lines.append(f"  {key}{mark}: {self._write(each.type, sent)};")
        self._made[name] = _documented(cls) + "\n".join(map(_wrapped, [*lines, "}"]))
        return name

    def _name(self, kind: type, name: str) -> str:
        if name in _NEEDED or self._named.setdefault(name, kind) is not kind:
            raise Unwritable(f"{kind.__module__}.{kind.__qualname__} has a name that is taken: {name}.")
        return name


def _leaves_out(kind: shape.Type) -> bool:
    """Whether any part of it may be omitted when it is sent."""
    match kind:
        case shape.StructType():
            return any(not each.required or _leaves_out(each.type) for each in kind.fields)
        case shape.CollectionType():
            return _leaves_out(kind.item_type)
        case shape.UnionType():
            return any(map(_leaves_out, kind.types))
        case _:
            return False


def _annotation(cls: type[Struct], name: str) -> object:
    return get_type_hints(cls, include_extras=True)[name]


def _literal(value: object) -> str:
    return f"'{value}'" if isinstance(value, str) else str(value).lower()


def _several(item: str) -> str:
    return f"({item})[]" if " | " in item else f"{item}[]"


def _documented(cls: type[Struct]) -> str:
    """The first paragraph of a struct's own docstring as a comment."""
    text = inspect.cleandoc(cls.__dict__.get("__doc__") or "").partition("\n\n")[0].replace("\n", " ")
    return f"/** {text} */\n" if text else ""


def _wrapped(line: str) -> str:
    """A long union with one member per line."""
    if len(line) <= _WIDTH or " | " not in line:
        return line
    indent = " " * (len(line) - len(line.lstrip()) + 2)
    return line.replace(" | ", f"\n{indent}| ")


def service_types(endpoints: Iterable[Endpoint]) -> str:
    """The file of declarations for these endpoints and the frames of the sockets."""
    made, listed = Declarations(), sorted(endpoints, key=lambda each: (-len(each.path), each.path))
    made.of(ErrorAnswer)
    made.union("Frame", (*get_args(Outgoing), NewsFrame))
    made.union("Answer", (Done, RefusedAnswer, NotAnswered))
    made.union("Happening", get_args(AnyEventNews))
    for each in listed:
        if each.answer is not None and each.media == JSON:
            made.of(each.answer)
    calls = [_calls(made, method, listed) for method in ("GET", "POST", "DELETE")]
    made.union("Command", get_args(Unsigned), sent=True)
    made.union("SentFrame", get_args(Incoming), sent=True)
    body = "\n\n".join((*made.texts, *calls))
    head = _WRITTEN.format("structs of the service") + "\ndeclare namespace Service {\n"
    return head + "\n".join(f"  {line}" if line else "" for line in body.split("\n")) + "\n}\n"


def _calls(made: Declarations, method: str, endpoints: Iterable[Endpoint]) -> str:
    """The answer of a method at each path, longer paths first, because the first match counts.

    Paths with the same body and answer are one declaration, so that a script may call either.
    """
    found: dict[str, list[Endpoint]] = {}
    for each in endpoints:
        if each.method != method or each.media != JSON or (method == "GET" and each.answer is None):
            continue
        answer = "null" if each.answer is None else made.of(each.answer)
        body = f", body: {made.of(each.body, sent=True)}" if each.body is not None else ""
        found.setdefault(f"{body}): Promise<{answer}>;", []).append(each)
    lines = [f"/** What {method} takes and gives, by path. */", f"interface {method.title()} {{"]
    for rest, alike in found.items():
        lines.append(f"  /** {' '.join(each.words for each in alike)} */")
        lines.append(_wrapped(f"  (path: {' | '.join(map(_path, alike))}{rest}"))
    return "\n".join([*lines, "}"])


def _path(endpoint: Endpoint) -> str:
    path = _VARIABLE.sub("${string}", endpoint.path)
    plain = f"`{path}`" if "${" in path else f"'{path}'"
    return f"{plain} | `{path}?${{string}}`" if endpoint.query is not None else plain


def element_types(root: Path) -> str:
    """The class of each custom element."""
    lines = [_WRITTEN.format("elements that the pages define"), "interface HTMLElementTagNameMap {"]
    for script in sorted((root / STATIC).rglob("*.js")):
        for name, cls in _DEFINED.findall(script.read_text("utf-8")):
            lines.append(f"  '{name}': import('../{script.relative_to(root).as_posix()}').{cls};")
    return "\n".join([*lines, "}", ""])


def type_pages(root: Path) -> Mapping[Path, str]:
    """Both files; the endpoints are those of a service without tables."""
    with TemporaryDirectory() as place, Service.open(ServiceSettings(Path(place), (), "localhost", 0)) as service:
        return {SERVICE: service_types(service.endpoints), ELEMENTS: element_types(root)}
