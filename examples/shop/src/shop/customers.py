"""Who buys: customers and their addresses."""

from functools import cached_property


class Customer:
    def __init__(self, name, email, street, postcode, city, country, newsletter):
        self.name = name
        self.email = email
        self.street = street
        self.postcode = postcode
        self.city = city
        self.country = country
        self.newsletter = newsletter
        self.blocked = False

    @cached_property
    def label(self):
        lines = [self.name, self.street]
        lines.append(f"{self.postcode} {self.city}")
        if self.country != "NL":
            lines.append(self.country.upper())
        return "\n".join(lines)


def clean_postcode(raw):
    """Bring a postcode into the form '1234 AB'."""
    letters = "".join(sign for sign in raw.upper() if sign.isalnum())
    if len(letters) != 6:
        raise ValueError(f"a postcode has six signs: {raw!r}")
    digits, suffix = letters[:4], letters[4:]
    if not digits.isdigit() or digits.startswith("0"):
        raise ValueError(f"a postcode begins with four digits: {raw!r}")
    if suffix in {"SA", "SD", "SS"}:
        raise ValueError(f"these letters are not in use: {raw!r}")
    return f"{digits} {suffix}"


def register_customer(database, mailer, form):
    email = form["email"].strip().lower()
    if database.customers.find(email=email):
        return {"error": "this address is taken"}, 409
    customer = Customer(
        form["name"], email, form["street"], clean_postcode(form["postcode"]),
        form["city"], form.get("country", "NL"), form.get("newsletter", False),
    )
    database.customers.insert(customer)
    mailer.send_welcome(customer)
    return {"customer": customer.email}, 201
