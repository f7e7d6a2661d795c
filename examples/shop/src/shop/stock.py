"""What is on the shelves."""

from functools import cached_property


class Article:
    def __init__(self, sku, title, price, weight, shelf, supplier, reorder_at):
        self.sku = sku
        self.title = title
        self.price = price
        self.weight = weight
        self.shelf = shelf
        self.supplier = supplier
        self.reorder_at = reorder_at
        self.count = 0

    @cached_property
    def barcode(self):
        digits = [int(sign) for sign in self.sku if sign.isdigit()]
        odd, even = digits[0::2], digits[1::2]
        check = (10 - (sum(odd) + 3 * sum(even)) % 10) % 10
        return "".join(map(str, digits)) + str(check)


def plan_rounds(lines, cart_volume):
    """Cut a picking list into rounds that fit on one cart."""
    rounds = []
    current, used = [], 0
    for line, volume in sorted(lines, key=lambda pair: pair[1], reverse=True):
        if volume > cart_volume:
            raise ValueError(f"{line} is too large")
        if used + volume > cart_volume:
            rounds.append(current)
            current, used = [], 0
        current.append(line)
        used += volume
    if current:
        rounds.append(current)
    return rounds


def add_article(database, form):
    price = round(float(form["price"]) * 100)
    if price <= 0:
        return {"error": "a price is above zero"}, 422
    article = Article(
        form["sku"], form["title"], price, int(form["weight"]),
        form["shelf"], database.suppliers.get(form["supplier"]), 5,
    )
    for shop_window in database.windows.showing(article.supplier):
        shop_window.refresh()
    database.articles.insert(article)
    return {"sku": article.sku, "barcode": article.barcode}, 201
