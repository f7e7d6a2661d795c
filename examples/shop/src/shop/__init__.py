"""A small web shop: customers, stock, orders, coupons, parcels."""
