"""The two commands of the back office."""

import argparse


def stocktaking_parser():
    parser = argparse.ArgumentParser(description="Count the shelves")
    parser.add_argument("shelf")
    parser.add_argument("--scanner", default="/dev/ttyUSB0")
    parser.add_argument("--counted-by", default="night shift")
    parser.add_argument("--tolerance", type=int, default=2)
    parser.add_argument("--skip", action="append", default=[])
    parser.add_argument("--correct", action="store_true")
    return parser


def mailing_parser():
    parser = argparse.ArgumentParser(description="Write to customers")
    parser.add_argument("template")
    parser.add_argument("--language", choices=["nl", "en", "de"], default="nl")
    parser.add_argument("--country", action="append", default=[])
    parser.add_argument("--batch", type=int, default=200)
    parser.add_argument("--sender", default="post@shop.example")
    parser.add_argument("--really", action="store_true")
    return parser
