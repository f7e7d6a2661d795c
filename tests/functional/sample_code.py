"""Functions to copy, and copies of them as people make them: renamed, edited, in TypeScript."""

from __future__ import annotations


def settlement(
    name: str = "settle",
    items: str = "orders",
    item: str = "order",
    total: str = "total",
    extra: str = "",
) -> str:
    """A Python function with these names; `extra` is one more statement in its loop."""
    added = f"        {extra}\n" if extra else ""
    return f'''\
def {name}({items}, rate):
    """Total of what is open."""
    {total} = 0
    for {item} in {items}:
        if {item}.cancelled:
            continue
        amount = {item}.price * {item}.quantity
        if {item}.discount:
            amount -= amount * {item}.discount
{added}        {total} += amount * (1 + rate)
    return round({total}, 2)
'''


EDITED_COPY = settlement("invoice", "lines", "line", "summed", 'print("adding", amount)')
THIRD_COPY = settlement("charge", "rows", "row", "collected")


def retry(name: str = "fetch", sender: str = "send") -> str:
    """Another Python function, nothing like a settlement."""
    return f"""\
def {name}({sender}, attempts, pause):
    last = None
    while attempts > 0:
        try:
            answer = {sender}()
        except TimeoutError as error:
            last = error
            attempts -= 1
            pause(2 ** attempts)
        else:
            return answer.json()
    raise RuntimeError("gave up") from last
"""


PARSER = """\
def parse_header(text):
    fields = {}
    for line in text.splitlines():
        key, separator, value = line.partition(":")
        if not separator:
            raise ValueError(f"no colon in {line!r}")
        fields.setdefault(key.strip().lower(), []).append(value.strip())
    return fields
"""


def sessions(name: str = "openSessions", item: str = "session", extra: str = "") -> str:
    """A TypeScript function; `extra` is one more statement in its loop."""
    added = f"    {extra}\n" if extra else ""
    return f"""\
export function {name}({item}s: Session[], now: number): Session[] {{
  const found: Session[] = [];
  for (const {item} of {item}s) {{
    if ({item}.closed || {item}.expires < now) {{
      continue;
    }}
    const age = now - {item}.started;
{added}    if (age > {item}.limit) {{
      found.push({item});
    }}
  }}
  return found.sort((a, b) => a.started - b.started);
}}
"""


def constants(count: int = 30) -> str:
    """Lines without any function."""
    return "".join(f"LIMIT_{number:02} = {number}\n" for number in range(1, count + 1))
