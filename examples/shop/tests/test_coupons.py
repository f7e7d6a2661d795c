"""Two tests of one shape: normal in a test module, counted but never a finding by default."""

from shop.coupons import points_for_customer


def test_gold_customers_collect_twice_as_much():
    plain = points_for_customer(4_000, "none", first_order=False)
    raised = points_for_customer(4_000, "gold", first_order=False)
    capped = points_for_customer(90_000, "gold", first_order=False)
    assert plain == 40
    assert raised == 80
    assert capped == 1_000
    assert raised - plain == 40


def test_silver_customers_collect_half_as_much_again():
    plain = points_for_customer(4_000, "none", first_order=False)
    raised = points_for_customer(4_000, "silver", first_order=False)
    capped = points_for_customer(90_000, "silver", first_order=False)
    assert plain == 40
    assert raised == 60
    assert capped == 1_000
    assert raised - plain == 20
