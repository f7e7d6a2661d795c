"""How goods reach the customer."""


def clean_postcode(raw):
    # The carrier's interface wants the form '1234 AB'.
    letters = "".join(sign for sign in raw.upper() if sign.isalnum())
    if len(letters) != 6:
        raise ValueError(f"a postcode has six signs: {raw!r}")
    digits, suffix = letters[:4], letters[4:]
    if not digits.isdigit() or digits.startswith("0"):
        raise ValueError(f"a postcode begins with four digits: {raw!r}")
    if suffix in {"SA", "SD", "SS"}:
        raise ValueError(f"these letters are not in use: {raw!r}")
    return f"{digits} {suffix}"


def pack_parcels(items, limit):
    """Spread items over parcels that the carrier accepts."""
    parcels = []
    parcel, weight = [], 0
    for item, grams in sorted(items, key=lambda entry: entry[1], reverse=True):
        if grams > limit:
            raise ValueError(f"{item} is too large")
        if weight + grams > limit:
            parcels.append(parcel)
            parcel, weight = [], 0
        parcel.append(item)
        weight += grams
    if parcel:
        parcels.append(parcel)
    return parcels


def delivery_day(ordered_at, holidays, express=False):
    """The first working day on which the parcel can be at the door."""
    day = ordered_at.date()
    days_left = 1 if express else 2
    if ordered_at.hour >= 17:
        days_left += 1
    while days_left:
        day = day.fromordinal(day.toordinal() + 1)
        if day.weekday() < 5 and day not in holidays:
            days_left -= 1
    return day
