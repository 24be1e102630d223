"""The mutants of a module: the same module with one small thing wrong in it, such as `<` for `<=`.

No mutants are made of what is no rule: docstrings, the text of a rule, words of a message, annotations, `assert` and
`raise`, JSON Schemas, what is called as `WORDS_ONLY` has it, functions of `SHOWN_ONLY`. Nor of what makes no difference
by its kind: the keywords of `NO_RULE` say how a class is built or that two lists are as long as each other
(`strict=True`), and how much is remembered (`Memory`, `maxsize`) only how long the program takes.
"""

from __future__ import annotations

import ast
from collections import Counter
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

COMPARED = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
}  # fmt: skip
CALCULATED = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Add, ast.FloorDiv: ast.Mult, ast.Mod: ast.FloorDiv,
    ast.BitAnd: ast.BitOr, ast.BitOr: ast.BitAnd, ast.LShift: ast.RShift, ast.RShift: ast.LShift,
}  # fmt: skip
NAMED = {"min": "max", "max": "min", "any": "all", "all": "any"}
WORDS_ONLY = {"Rule", "Memory", "TypeVar", "Column", "note", "join"}  # what is called so gets no mutants inside
SHOWN_ONLY = {"_headline", "_row", "_facts"}  # what a game says of itself, a template of its sheet: no mutants in it
NO_RULE = {"strict", "slots", "frozen", "repr", "kw_only", "init", "compare", "maxsize"}  # keywords that change none


class Mutant(NamedTuple):
    """One change: where it is, the function it is in, and what it makes of what."""

    module: str
    number: int  # of the mutants of its module
    line: int
    statement: int  # the line at which its statement begins
    function: str
    change: str

    @property
    def key(self) -> str:
        """What it is called, which does not change when lines above it are written or go away."""
        return f"{self.module} {self.function}: {self.change}"

    @property
    def part(self) -> str:
        """The game that its module is of, or what else."""
        return "/".join(self.module.split("/")[:2])

    @property
    def wherever(self) -> str:
        """What it is called in whichever module of its game it stands."""
        return f"{self.part} {self.function}: {self.change}"


class _Change(NamedTuple):
    node: ast.AST
    statement: int
    function: str
    before: str
    apply: Callable[[], None]


def mutants_of(module: str, source: str) -> list[Mutant]:
    """Every mutant of a module, in the order of its text."""
    found, met = [], Counter[tuple[str, str]]()
    for number, change in enumerate(_changes(ast.parse(source))):
        change.apply()
        text = f"{change.before} -> {_short(change.node)}"
        met[change.function, text] += 1
        if (times := met[change.function, text]) > 1:
            text += f" ({times})"
        found.append(
            Mutant(module, number, getattr(change.node, "lineno", change.statement), change.statement,
                   change.function, text)
        )  # fmt: skip
        # Each change is made for good in this tree: later ones stand elsewhere, and only their own text is shown.
    return found


def mutated(source: str, number: int) -> ast.Module:
    """The module with that one mutant in it."""
    tree = ast.parse(source)
    for n, change in enumerate(_changes(tree)):
        if n == number:
            change.apply()
            return ast.fix_missing_locations(tree)
    raise LookupError(f"there is no mutant {number}")


def _short(node: ast.AST) -> str:
    text = ast.unparse(ast.fix_missing_locations(node)).split("\n", 1)[0]
    return text if len(text) <= 110 else text[:107] + "..."  # noqa: PLR2004 - what fits a line


def _changes(tree: ast.Module) -> Iterator[_Change]:
    """What may be changed, collected before anything is."""
    yield from list(_in_block(tree.body, ""))


def _in_block(body: list[ast.stmt], function: str) -> Iterator[_Change]:
    for n, statement in enumerate(body):
        match statement:
            case ast.FunctionDef(name=name) if name in SHOWN_ONLY:
                pass
            case ast.FunctionDef() | ast.ClassDef():
                inner = f"{function}.{statement.name}" if function else statement.name
                if isinstance(statement, ast.FunctionDef):
                    for default in [*statement.args.defaults, *statement.args.kw_defaults]:
                        if default is not None:
                            yield from _in_expression(default, statement.lineno, inner)
                yield from _in_block(statement.body, inner)
            case ast.Import() | ast.ImportFrom() | ast.Pass() | ast.Assert() | ast.Raise():
                pass
            case ast.If(test=ast.Name("TYPE_CHECKING")):
                pass
            case _:
                yield from _in_statement(body, n, statement, function)


def _in_statement(body: list[ast.stmt], n: int, statement: ast.stmt, function: str) -> Iterator[_Change]:
    yield from _of_the_whole(body, n, statement, function)
    for name, value in ast.iter_fields(statement):
        if name != "annotation":
            for part in value if isinstance(value, list) else [value]:
                yield from _in_part(statement, name, part, function)
            if isinstance(value, list) and value and isinstance(value[0], ast.stmt):
                yield from _in_block(value, function)


def _of_the_whole(body: list[ast.stmt], n: int, statement: ast.stmt, function: str) -> Iterator[_Change]:
    """A statement that is left out, or another in its place."""
    line = statement.lineno

    def instead(other: ast.stmt) -> _Change:
        def apply() -> None:
            body[n] = ast.copy_location(other, statement)

        return _Change(other, line, function, _short(statement), apply)

    match statement:
        case ast.Expr(value=ast.Call() | ast.Yield() | ast.YieldFrom()) if function:
            yield instead(ast.Expr(ast.Constant(None)))
        case ast.AugAssign(op=op) if type(op) in CALCULATED:
            yield _set(statement, "op", CALCULATED[type(op)](), line, function)
        case ast.Break():
            yield instead(ast.Continue())
        case ast.Continue():
            yield instead(ast.Break())
        case _:
            pass


def _in_part(statement: ast.stmt, name: str, part: Any, function: str) -> Iterator[_Change]:
    """The changes in a part of a statement that is no statement itself."""
    line = statement.lineno
    match part:
        case ast.expr():
            yield from _constant(part, statement, line, function)
            if name == "test":
                always = () if isinstance(statement, ast.While) else (True,)
                yield from _always_or_never(statement, name, part, line, function, values=(*always, False))
            yield from _in_expression(part, line, function, tested=name == "test")
        case ast.match_case():
            if part.guard:
                yield from _in_expression(part.guard, line, function, tested=True)
            yield from _in_block(part.body, function)
        case ast.ExceptHandler():
            yield from _in_block(part.body, function)
        case ast.withitem():
            yield from _in_expression(part.context_expr, line, function)
        case _:
            pass


def _set(node: ast.AST, name: str, value: Any, statement: int, function: str) -> _Change:
    """A change of one field of a node, shown as that node before and after."""
    return _Change(node, statement, function, _short(node), lambda: setattr(node, name, value))


def _constant(node: ast.expr, around: ast.AST, statement: int, function: str) -> Iterator[_Change]:
    """One more than a number, the other of yes and no; shown with what stands around it."""
    if isinstance(node, ast.Constant) and isinstance(node.value, int):
        value = not node.value if isinstance(node.value, bool) else node.value + 1
        change = _set(node, "value", value, statement, function)
        yield change._replace(before=f"in {_short(around)}: {node.value}")


def _wording(node: ast.expr) -> bool:
    return isinstance(node, ast.JoinedStr) or (isinstance(node, ast.Constant) and isinstance(node.value, str))


def _in_expression(node: ast.expr, line: int, function: str, *, tested: bool = False) -> Iterator[_Change]:  # noqa: C901, PLR0912
    """The changes in an expression; `tested` where it is the condition of something."""
    match node:
        case ast.JoinedStr() | ast.Lambda(body=ast.Constant()) | ast.Dict(keys=[ast.Constant("type" | "enum"), *_]):
            return  # words, and what a JSON Schema says
        case ast.Call(func=ast.Name(name) | ast.Attribute(attr=name)) if name in WORDS_ONLY:
            return
        case ast.IfExp(body=one, orelse=other) if _wording(one) and _wording(other):
            return
        case ast.Compare(ops=[op, *_]):
            if not tested or isinstance(op, (ast.Lt, ast.LtE, ast.Gt, ast.GtE)):
                yield _set(node, "ops", [COMPARED[type(op)](), *node.ops[1:]], line, function)
        case ast.BoolOp(op=op):
            yield _set(node, "op", ast.And() if isinstance(op, ast.Or) else ast.Or(), line, function)
        case ast.BinOp(op=op) if type(op) in CALCULATED and not _wording(node.left):
            yield _set(node, "op", CALCULATED[type(op)](), line, function)
        case ast.UnaryOp(op=ast.USub()):
            yield _set(node, "op", ast.UAdd(), line, function)
        case ast.UnaryOp(op=ast.Not()) if not tested:
            yield _set(node, "operand", ast.UnaryOp(ast.Not(), node.operand), line, function)
        case ast.Call(func=ast.Name(name)) if name in NAMED:
            yield _set(node.func, "id", NAMED[name], line, function)
        case _:
            pass
    for name, value in ast.iter_fields(node):
        for part in value if isinstance(value, list) else [value]:
            if isinstance(part, ast.comprehension):
                yield from _in_expression(part.iter, line, function)
                for n, one in enumerate(part.ifs):
                    yield from _always_or_never(part, "ifs", one, line, function, n=n)
                    yield from _in_expression(one, line, function, tested=True)
            elif isinstance(part, ast.keyword):
                if part.arg in NO_RULE:
                    continue
                yield from _constant(part.value, node, line, function)
                yield from _in_expression(part.value, line, function)
            elif isinstance(part, ast.expr):
                yield from _constant(part, node, line, function)
                if name == "test":
                    yield from _always_or_never(node, name, part, line, function)
                yield from _in_expression(part, line, function, tested=name == "test")


def _always_or_never(
    node: Any, name: str, test: ast.expr, line: int, function: str, *, n: int | None = None,
    values: tuple[bool, ...] = (True, False),
) -> Iterator[_Change]:  # fmt: skip
    """A condition that always holds, and one that never does."""
    for value in values:
        other = ast.copy_location(ast.Constant(value), test)

        def apply(other: ast.expr = other) -> None:
            if n is None:
                setattr(node, name, other)
            else:
                getattr(node, name)[n] = other

        yield _Change(other, line, function, f"if {_short(test)}", apply)
