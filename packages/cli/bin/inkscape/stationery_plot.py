"""Plots or previews the document or the selection with the plotter service of Stationery.

Inkscape runs it with the document as a file, and reads the document back from its standard output. It needs Python alone.
"""

import argparse
import json
import os
import shutil
import sys
import tempfile
import urllib.error
import urllib.parse
import urllib.request
import webbrowser
import xml.etree.ElementTree as ElementTree

SVG = "http://www.w3.org/2000/svg"
DOCUMENT_NAME = "{http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd}docname"
# The service may take minutes to plan a large drawing.
TIMEOUT_S = 600
MAX_ERROR_BYTES = 65536


def read_arguments():
    parser = argparse.ArgumentParser()
    parser.add_argument("--tab")
    parser.add_argument("--action", choices=["plot", "preview"], default="plot")
    parser.add_argument("--what", choices=["document", "selection"], default="document")
    parser.add_argument("--paper", default="")
    parser.add_argument("--fit", choices=["none", "page", "drawing"], default="none")
    parser.add_argument("--margin", default="0mm")
    parser.add_argument("--url", default="http://localhost:3000")
    parser.add_argument("--token", default="")
    parser.add_argument("--id", action="append", default=[], dest="ids")
    parser.add_argument("--selected-nodes", action="append", default=[])
    parser.add_argument("file")
    return parser.parse_args()


def selection_of(root, ids):
    """Removes what is neither selected nor needed by it: styles and definitions stay."""
    needed = {f"{{{SVG}}}{name}" for name in ("defs", "style", "symbol")}

    def keep(element):
        if element.get("id") in ids or element.tag in needed:
            return True
        kept = [child for child in element if keep(child)]
        for child in list(element):
            if child not in kept:
                element.remove(child)
        return any(child.tag not in needed for child in kept)

    keep(root)


def drawing_of(options):
    if options.what == "document":
        with open(options.file, "rb") as file:
            return file.read()
    if not options.ids:
        sys.exit("Nothing is selected. Select something, or choose “Document”.")
    tree = ElementTree.parse(options.file)
    selection_of(tree.getroot(), set(options.ids))
    return ElementTree.tostring(tree.getroot(), encoding="utf-8")


def name_of(path):
    return ElementTree.parse(path).getroot().get(DOCUMENT_NAME) or "Inkscape"


def ask(options, query, drawing):
    address = f"{options.url.rstrip('/')}/api/plotter/plan?{urllib.parse.urlencode(query)}"
    headers = {"Content-Type": "image/svg+xml"}
    if options.token:
        headers["Authorization"] = f"Bearer {options.token}"
    try:
        request = urllib.request.Request(address, data=drawing, headers=headers)
        with urllib.request.urlopen(request, timeout=TIMEOUT_S) as answer:
            return answer.read()
    except urllib.error.HTTPError as error:
        sys.exit(reason_of(error))
    except (OSError, ValueError) as error:
        sys.exit(f"The plotter service at {options.url} does not answer: {error}. Start it, or correct its address.")


def reason_of(error):
    try:
        problem = json.loads(error.read(MAX_ERROR_BYTES))
        return problem.get("detail") or problem["title"]
    except (ValueError, KeyError):
        return f"The plotter service answered {error.code}."


def main():
    options = read_arguments()
    drawing = drawing_of(options)
    query = {"fit": options.fit, "margin": options.margin}
    if options.paper:
        query["paper"] = options.paper
    if options.action == "preview":
        planned = ask(options, {**query, "format": "svg"}, drawing)
        handle, path = tempfile.mkstemp(prefix="stationery-preview-", suffix=".svg")
        with os.fdopen(handle, "wb") as file:
            file.write(planned)
        if not webbrowser.open(f"file://{path}"):
            print(f"The preview is in {path}", file=sys.stderr)
    else:
        ask(options, {**query, "include": "", "job": name_of(options.file)}, drawing)
        print(f"The drawing is in the queue of the plotter: {options.url}", file=sys.stderr)
    with open(options.file, "rb") as file:
        shutil.copyfileobj(file, sys.stdout.buffer)


if __name__ == "__main__":
    main()
