"""Reductions, and who may have them."""


# sai-noduplicate: couriers' points follow their wage agreement, these our marketing
def points_for_customer(amount, level, first_order):
    points = amount // 100
    if level == "gold":
        points *= 2
    elif level == "silver":
        points += points // 2
    if first_order:
        points += 50
    if amount > 25_000:
        points += 100
    return min(points, 1_000)


def points_for_courier(amount, level, first_order):
    points = amount // 100
    if level == "gold":
        points *= 2
    elif level == "silver":
        points += points // 2
    if first_order:
        points += 50
    if amount > 25_000:
        points += 100
    return min(points, 1_000)


def best_coupon(coupons, basket, today):
    """The coupon that saves most on this basket, or None."""
    best, saved = None, 0
    for coupon in coupons:
        if not coupon.starts <= today <= coupon.ends or coupon.used >= coupon.uses:
            continue
        if coupon.category:
            base = sum(item.price for item in basket if item.category == coupon.category)
        else:
            base = sum(item.price for item in basket)
        reduction = min(base * coupon.percent // 100, coupon.ceiling)
        if reduction > saved:
            best, saved = coupon, reduction
    return best
