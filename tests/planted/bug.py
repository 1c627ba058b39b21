"""What is planted."""

import dataclasses


@dataclasses.dataclass
class Bug:
    """One change in one source file, as a hand makes it: a bound one off, a case forgotten."""

    name: str
    file: str
    right: str
    wrong: str
