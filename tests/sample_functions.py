"""Functions to copy in tests of the services: one to settle, its copies, and unlike ones."""

from __future__ import annotations

SETTLE = """\
def settle(orders, rate):
    total = 0
    for order in orders:
        if order.cancelled:
            continue
        amount = order.price * order.quantity
        if order.discount:
            amount -= amount * order.discount
        total += amount * (1 + rate)
    return round(total, 2)
"""
RENAMED = SETTLE.replace("order", "item").replace("total", "summed")
EDITED = SETTLE.replace("    return", '    log.info("settled %s", rate)\n    return')
EDITED_MORE = EDITED.replace(
    "        total += amount", "        rows.append(order)\n        total += amount"
)

PARSE = """\
def parse_header(text):
    fields = {}
    for line in text.splitlines():
        key, separator, value = line.partition(":")
        if not separator:
            raise ValueError(f"no colon in {line!r}")
        fields.setdefault(key.strip().lower(), []).append(value.strip())
    return fields
"""

RETRY = """\
def fetch(send, attempts, pause):
    last = None
    while attempts > 0:
        try:
            answer = send()
        except TimeoutError as error:
            last = error
            attempts -= 1
            pause(2 ** attempts)
        else:
            return answer.json()
    raise RuntimeError("gave up") from last
"""
