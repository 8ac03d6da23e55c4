import { unitsPerEm } from '../../../font/single-line-font.ts';
import type { Path } from '../../../geometry/path.ts';
import type { Scene, Viewport } from '../scene.ts';
import type { Style } from '../style/style.ts';
import type { XmlNode } from '../xml/xml-document.ts';
import { CharacterCollector } from './characters.ts';
import { DecorationLines } from './decorations.ts';
import { layOut, type PlacedGlyph } from './layout.ts';

/** Calls `run` once per style with the lines of the letters in `path`. */
export function textPaths(
  scene: Scene,
  node: XmlNode,
  style: Style,
  viewport: Viewport,
  depth: number,
  path: Path,
  run: (style: Style) => void,
): void {
  const collector = new CharacterCollector(scene, viewport);
  collector.element(node, style, depth);
  collector.finish();
  if (style.writingMode.startsWith('v') || style.writingMode.startsWith('tb'))
    scene.notes.add('text-downwards', 'Text that runs downwards is drawn from left to right.');
  const length = scene.length(node, style, 'textLength', 'x', viewport);
  const stretchGlyphs = scene.document.attribute(node, 'lengthAdjust') === 'spacingAndGlyphs';
  const wanted = length !== undefined && length >= 0 ? { length, stretchGlyphs } : undefined;
  const placed = layOut(scene, collector.characters, viewport, wanted);
  path.clear();
  const decorations = new DecorationLines();
  placed.forEach((glyph, index) => {
    if (glyph.style.fontSize > 0) {
      addGlyph(path, glyph);
      decorations.add(glyph);
    } else {
      scene.notes.add('without-size', 'Letters of the size 0 are not drawn.');
    }
    if (placed[index + 1]?.style === glyph.style) return;
    decorations.flush(path);
    if (path.verbCount > 0) run(glyph.style);
    path.clear();
  });
}

function addGlyph(path: Path, { glyph, style, x, y, rotate, stretch }: PlacedGlyph): void {
  const scale = style.fontSize / unitsPerEm;
  const angle = (rotate * Math.PI) / 180;
  const cos = Math.cos(angle) * scale;
  const sin = Math.sin(angle) * scale;
  for (const line of glyph.lines) {
    for (let at = 0; at < line.length; at += 2) {
      const right = (line[at] as number) * stretch;
      const down = -(line[at + 1] as number);
      const toX = x + right * cos - down * sin;
      const toY = y + right * sin + down * cos;
      if (at === 0) path.moveTo(toX, toY);
      else path.lineTo(toX, toY);
    }
  }
}
