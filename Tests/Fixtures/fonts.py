#!/usr/bin/env python3
"""Makes the tiny fonts in Tests/Fixtures/fonts, each with 😀 alone: by layers (COLR version 0), by a gradient (COLR
version 1), and by an SVG document. Needs fontTools (PyPI: fonttools)."""

import os

from fontTools.fontBuilder import FontBuilder
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import newTable
from fontTools.ttLib.tables import otTables

FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "fonts")
FACE = 0x1F600


def box(left, bottom, right, top):
    pen = TTGlyphPen(None)
    pen.moveTo((left, bottom))
    for corner in ((left, top), (right, top), (right, bottom)):
        pen.lineTo(corner)
    pen.closePath()
    return pen.glyph()


def font(name, **glyphs):
    """A font of 1,000 units to the em. A glyph that others stand for has no outline."""
    builder = FontBuilder(1000, isTTF=True)
    order = [".notdef", "face", *glyphs]
    builder.setupGlyphOrder(order)
    builder.setupCharacterMap({FACE: "face"})
    builder.setupGlyf({".notdef": TTGlyphPen(None).glyph(), "face": TTGlyphPen(None).glyph(), **glyphs})
    outlines = builder.font["glyf"]
    builder.setupHorizontalMetrics({glyph: (1000, getattr(outlines[glyph], "xMin", 0)) for glyph in order})
    builder.setupHorizontalHeader(ascent=900, descent=-100)
    builder.setupNameTable({"familyName": name, "styleName": "Regular"})
    builder.setupOS2(sTypoAscender=900, sTypoDescender=-100)
    builder.setupPost()
    builder.font["head"].created = builder.font["head"].modified = 0
    builder.font.recalcTimestamp = False
    return builder


def main():
    os.makedirs(FOLDER, exist_ok=True)
    shapes = {"ground": box(100, -100, 900, 700), "mouth": box(300, 100, 700, 300)}
    palette = [[(1, 0, 0, 1), (0, 0, 1, 0.5)]]

    layers = font("Layers", **shapes)
    layers.setupCOLR({"face": [("ground", 0), ("mouth", 1)]}, version=0)
    layers.setupCPAL(palette)
    layers.save(f"{FOLDER}/layers.ttf")

    gradient = font("Gradient", **shapes)
    stops = {"ColorStop": [{"StopOffset": 0.0, "PaletteIndex": 0}, {"StopOffset": 1.0, "PaletteIndex": 1}]}
    paint = {"Format": otTables.PaintFormat.PaintLinearGradient, "ColorLine": stops, "x0": 100, "y0": 0, "x1": 900,
             "y1": 0,
             "x2": 100, "y2": 100}
    gradient.setupCOLR(
        {"face": {"Format": otTables.PaintFormat.PaintGlyph, "Glyph": "ground", "Paint": paint}}, version=1)
    gradient.setupCPAL(palette)
    gradient.save(f"{FOLDER}/gradient.ttf")

    document = font("Document", **shapes)
    face = document.font.getGlyphID("face")
    picture = (f'<svg xmlns="http://www.w3.org/2000/svg"><g id="glyph{face}">'
               '<rect width="800" height="800" fill="red"/></g></svg>')
    svg = document.font["SVG "] = newTable("SVG ")
    svg.docList = [(picture, face, face)]
    document.save(f"{FOLDER}/document.ttf")


main()
