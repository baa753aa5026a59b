"""Reads the modules and the configuration of the Nextflow pipeline and works out their scripts and directives, without Nextflow: as much of
Groovy as these have. That is definitions (`def x = ...`), strings with ${...}, lists, `?:`, `a ? b : c`, `<=`, arithmetic, members, calls, and
closures of one parameter. Anything else is a SyntaxError.

    module = Module(path)
    module.script({"meta": {"id": "a"}, ...})    what bash is to run
    directives(path, "A")["memory"]({...})       what nextflow.config asks for process A
"""
import operator
import re

TOKEN = re.compile(r"""\s*(?:(?P<number>\d+(?:\.\d+)?)|(?P<name>[A-Za-z_]\w*)|(?P<text>'[^'\\\n]*')|(?P<string>"(?:[^"\\\n]|\\.)*")"""
                   r"""|(?P<sign>\?:|->|<=|[][(){}.,?:=*/+-]))""")
BLOCK = re.compile(r"^    (input|output|when|script|stub):\n(.*?)(?=^    (?:input|output|when|script|stub):\n|^\})", re.MULTILINE | re.DOTALL)
ESCAPES = {"\\": "\\", "$": "$", '"': '"', "t": "\t", "n": "\n"}


def flatten(values):
    return [each for value in values for each in (flatten(value) if isinstance(value, list) else [value])]


def shown(value):
    """As Groovy puts a value in a string; files of one input stand side by side, as Nextflow has them."""
    return " ".join(map(shown, value)) if isinstance(value, list) else str(value)


OPERATORS = ({"<=": operator.le}, {"+": operator.add, "-": operator.sub}, {"*": operator.mul, "/": operator.truediv})  # each binds closer
UNITS = {"MB": 1, "GB": 1024, "min": 1, "h": 60}  # MB and minutes
METHODS = {"flatten": flatten, "collect": lambda values, each: [each(value) for value in values],
           "join": lambda values, between: between.join(map(shown, values)), "max": max, "min": min,
           "findAll": lambda values, wanted: [each for each in values if wanted(each)]}  # of lists
TEXT_METHODS = {"toDouble": float}


def of_both(operation, left, right):
    return lambda variables: operation(left(variables), right(variables))


def member_of(value, name):
    return value * UNITS[name] if isinstance(value, (int, float)) else value.get(name)


class Expression:
    """A recursive descent over the text. What each part returns is a function of the variables: a branch that is not taken is not worked out."""

    def __init__(self, text):
        self.text, self.at = text, 0

    def value(self, variables):
        value = self.conditional()
        if self.text[self.at:].strip():
            self.unknown()
        return value(variables)

    def unknown(self):
        raise SyntaxError(f"not of the Groovy that is known here: {self.text[self.at:]!r} in {self.text!r}")

    def is_next(self, *signs):
        match = TOKEN.match(self.text, self.at)
        return match is not None and match[0].strip() in signs

    def take(self, wanted=None):
        match = TOKEN.match(self.text, self.at)
        if not match or wanted and match[0].strip() != wanted:
            self.unknown()
        self.at = match.end()
        return match.lastgroup, match[0].strip()

    def conditional(self):
        condition = self.binary()
        if self.is_next("?:"):
            self.take()
            other = self.conditional()
            return lambda variables: condition(variables) or other(variables)
        if self.is_next("?"):
            self.take()
            yes = self.conditional()
            self.take(":")
            no = self.conditional()
            return lambda variables: yes(variables) if condition(variables) else no(variables)
        return condition

    def binary(self, level=0):
        if level == len(OPERATORS):
            return self.member()
        value = self.binary(level + 1)
        while self.is_next(*OPERATORS[level]):
            value = of_both(OPERATORS[level][self.take()[1]], value, self.binary(level + 1))
        return value

    def member(self):
        value = self.primary()
        while self.is_next("."):
            self.take()
            name = self.take()[1]
            if self.is_next("(", "{"):
                value = self.call(value, name)
            else:
                value = (lambda owner, name: lambda variables: member_of(owner(variables), name))(value, name)
        return value

    def call(self, owner, name):
        if self.is_next("{"):
            arguments = [self.closure()]
        else:
            self.take("(")
            arguments = self.list_until(")")

        def called(variables):
            of = owner(variables)
            given = [argument(variables) for argument in arguments]
            known = METHODS if isinstance(of, list) else TEXT_METHODS if isinstance(of, str) else None
            return known[name](of, *given) if known else getattr(of, name)(*given)
        return called

    def closure(self):
        self.take("{")
        parameter = self.take()[1]
        self.take("->")
        body = self.conditional()
        self.take("}")
        return lambda variables: lambda argument: body({**variables, parameter: argument})

    def list_until(self, end):
        values = []
        while not self.is_next(end):
            values.append(self.conditional())
            if not self.is_next(end):
                self.take(",")
        self.take(end)
        return values

    def primary(self):
        kind, text = self.take()
        if kind == "number":
            return lambda variables: float(text) if "." in text else int(text)
        if kind == "text":
            return lambda variables: text[1:-1]
        if kind == "string":
            return lambda variables: filled(text[1:-1], variables)
        if kind == "name":
            return lambda variables: None if text == "null" else variables[text]
        if text == "(":
            value = self.conditional()
            self.take(")")
            return value
        if text == "[":
            values = self.list_until("]")
            return lambda variables: [value(variables) for value in values]
        self.unknown()


def filled(text, variables):
    """A string with its ${...} and escapes."""
    def part(match):
        return ESCAPES[match[1]] if match[1] else shown(Expression(match[2]).value(variables))
    if re.search(r"(?<!\\)\$(?!\{)", text):
        raise SyntaxError(f"a $ that is neither ${{...}} nor \\$: {text!r}")
    return re.sub(r'\\([\\$"tn])|\$\{([^{}]*)\}', part, text)


def directives(path, process):
    """The closures that a configuration has for a process: by name, functions of the variables."""
    (block,) = re.findall(rf"^    withName: '{process}' \{{\n(.*?)^    \}}", path.read_text(), re.MULTILINE | re.DOTALL)
    closures = re.findall(r"^        ([\w.]+) += \{ (.*) \}$", block, re.MULTILINE)
    return {name: lambda variables, text=text: Expression(text).value(variables) for name, text in closures}


class Module:
    def __init__(self, path):
        text = path.read_text()
        (self.name,) = re.findall(r"^process (\w+) \{$", text, re.MULTILINE)
        self.blocks = dict(BLOCK.findall(text))

    def inputs(self):
        """The names of the inputs: a list for each that is given by itself."""
        return [re.findall(r"(?:val|path)[( ](\w+)", line) for line in self.blocks["input"].splitlines() if line.strip()]

    def staged(self, name, paths):
        """Where Nextflow puts the files of an input: * of a directory is the number of a file, * of a file its name."""
        pattern = dict(re.findall(r"path\((\w+), stageAs: '([^']*)'\)", self.blocks["input"])).get(name, "*")
        folder, between, _ = pattern.rpartition("/")
        return [folder.replace("*", str(number)) + between + path.name for number, path in enumerate(paths, 1)]

    def outputs(self):
        """What is emitted, and as what: text of a file name with ${...}, or of a command."""
        lines = [line for line in self.blocks["output"].splitlines() if line.strip()]
        return {re.search(r"emit: (\w+)", line)[1]: re.search(r'(?:path|eval)\("(.*?)"\)', line)[1] for line in lines}

    def files(self, variables):
        """The names of the files that it is to make, as patterns of bash: those that every run has, and those that some have."""
        optional = set(re.findall(r"emit: (\w+), optional: true", self.blocks["output"]))
        names = {emit: filled(name, variables) for emit, name in self.outputs().items() if not emit.startswith("versions")}
        return [name for emit, name in names.items() if emit not in optional], [names[emit] for emit in optional]

    def script(self, variables, block="script"):
        """What bash is to run; variables gets what the block defines."""
        text = re.sub(r"^ *//.*\n", "", self.blocks[block], flags=re.MULTILINE)
        definitions, script, rest = text.split('"""')
        if rest.strip():
            raise SyntaxError(f"text behind the script: {rest!r}")
        for statement in re.split(r"\n(?=    (?:def )?\w+ = )", "\n" + definitions.rstrip()):
            if statement.strip():
                name, value = re.fullmatch(r"    (?:def )?(\w+) = (.*)", statement, re.DOTALL).groups()
                variables[name] = Expression(value).value(variables)
        return filled(script, variables)
