"""Figures for the people who run the shop."""

from collections import defaultdict


def sales_figures(purchases, wanted, skipped):
    """What was sold per month, for the board."""
    sums = defaultdict(int)
    for purchase in purchases:
        if purchase.currency != wanted or not purchase.paid_at:
            continue
        if purchase.customer in skipped:
            continue
        period = purchase.paid_at.strftime("%Y-%m")
        value = sum(row.price * row.quantity for row in purchase.lines)
        sums[period] += value - purchase.discount
    listing = sorted(sums.items(), reverse=True)
    return [{"month": period, "total": value / 100} for period, value in listing]


def slow_movers(articles, sales, weeks=12):
    """Articles of which the stock outlasts the given number of weeks."""
    found = []
    for article in articles:
        weekly = sales.get(article.sku, 0) / weeks
        if weekly == 0 or article.count / weekly > weeks:
            found.append((article.count * article.price, article.sku))
    return [sku for _, sku in sorted(found, reverse=True)]
