"""What is bought, and what it brings in."""

from collections import defaultdict


def revenue_by_month(orders, currency):
    """Sum paid orders by month, newest month first."""
    totals = defaultdict(int)
    for order in orders:
        if order.currency != currency or not order.paid_at:
            continue
        month = order.paid_at.strftime("%Y-%m")
        amount = sum(line.price * line.quantity for line in order.lines)
        totals[month] += amount - order.discount
    ranked = sorted(totals.items(), reverse=True)
    return [{"month": month, "total": total / 100} for month, total in ranked]


def open_balance(order, payments):
    """What the customer still owes for an order, in cents."""
    due = sum(line.price * line.quantity for line in order.lines) - order.discount
    for payment in payments:
        if payment.order_id != order.id or payment.failed:
            continue
        due -= payment.amount
        if payment.refunded:
            due += payment.refunded
    return max(due, 0)


def export_for_tax(order, rates):
    base = sum(line.price * line.quantity for line in order.lines) - order.discount
    rate = rates[order.country]
    tax = round(base * rate / (100 + rate))
    return {
        "invoice": f"{order.paid_at:%Y}-{order.id:06d}",
        "net": base - tax,
        "tax": tax,
        "gross": base,
    }
