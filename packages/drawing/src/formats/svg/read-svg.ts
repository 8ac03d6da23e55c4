import { type Drawing, type Layer, minPageMm, type Stroke } from '../../drawing.ts';
import { DrawingError } from '../../drawing-error.ts';
import type { Box } from '../../geometry/box.ts';
import { Budget } from '../../reading/budget.ts';
import { layerCodesIn } from '../../reading/layer-codes.ts';
import { Notes } from '../../reading/notes.ts';
import { type ReadOptions, settingsFrom, toleranceFor } from '../../reading/options.ts';
import { Progress } from '../../reading/progress.ts';
import { StrokeCollector } from '../../reading/stroke-collector.ts';
import { decodeBytes, encodingByMark } from '../../reading/text-encoding.ts';
import { sheetOf } from './css/sheet-of.ts';
import { layerKindOf } from './draw/layer-names.ts';
import { Painter } from './draw/painter.ts';
import { ShapeCollector } from './draw/shape-collector.ts';
import { Walker } from './draw/walker.ts';
import { longSideMm, openPage, type Page } from './page.ts';
import { Scene } from './scene.ts';
import { parseXml } from './xml/parse-xml.ts';

/**
 * Reads an SVG. Notes list everything that is not drawn or drawn differently. Throws a `DrawingError` if the
 * file is not SVG.
 */
export function readSvg(file: string | Uint8Array, options: ReadOptions = {}): Drawing {
  const settings = settingsFrom(options);
  const text = typeof file === 'string' ? file : decodeText(file);
  const progress = new Progress(text.length, options.onProgress);
  const document = parseXml(text, settings.maxElements, progress.xml);
  const root = document.root;
  if (root === undefined || root.foreign || root.name !== 'svg')
    throw new DrawingError(
      'drawing.not-readable',
      'This is not an SVG: its first element is not “svg”. Save the drawing as an SVG.',
    );
  const notes = new Notes();
  const budget = new Budget(settings, document.source.length, progress.undrawn);
  const scene = new Scene({ document, settings, notes, budget, sheet: sheetOf(document, notes) });
  const { style, page } = openPage(scene, root);
  scene.settings = { ...settings, toleranceMm: toleranceFor(options, longSideMm(page)) };
  const layerKind = layerKindOf(document, settings.layersBy);
  const strokes = new StrokeCollector(budget);
  const edge = settings.cutAtPage ? edgeOf(page) : undefined;
  const shapes = settings.shapes ? new ShapeCollector(scene, edge) : undefined;
  const painter = new Painter({ scene, strokes, layerKind, page: edge, shapes });
  if (style.displayed && style.opacity > 0) {
    const { matrix, viewport } = page;
    const context = { matrix, style, viewport, clips: [], layer: undefined, depth: 1 };
    new Walker({ scene, painter, layerKind }).root(root, context, page.toMm);
  } else {
    notes.add('hidden', 'Hidden parts are not drawn.');
  }
  const shapeList = shapes?.list(painter.layers);
  painter.listFillLayers();
  painter.layers.noteMerged(notes, 'layers or colours');
  const layers = painter.layers.list();
  const coded = layerKind === 'inkscape' ? layers.map(withCodes) : layers;
  for (const { codes } of coded)
    if (codes !== undefined && Object.keys(codes).some((name) => name !== 'number'))
      notes.add('layer-codes', 'Layers are plotted as the codes in their names say: !, +S, +H and +D.');
  const size = page.sizeMm ?? extentOf(strokes.strokes);
  progress.end();
  options.onSpent?.(budget.spent);
  return {
    widthMm: size.width,
    heightMm: size.height,
    layers: coded,
    strokes: strokes.strokes,
    notes: notes.list(),
    ...(shapeList === undefined ? {} : { shapes: shapeList }),
  };
}

function withCodes(layer: Layer): Layer {
  const codes = layerCodesIn(layer.partOf?.name ?? layer.name);
  return codes === undefined ? layer : { ...layer, codes };
}

function edgeOf({ sizeMm }: Page): Box | undefined {
  return sizeMm === undefined ? undefined : { minX: 0, minY: 0, maxX: sizeMm.width, maxY: sizeMm.height };
}

/** Returns the distance from the page corner to the rightmost and the lowest point. */
function extentOf(strokes: readonly Stroke[]): { readonly width: number; readonly height: number } {
  let width = minPageMm;
  let height = minPageMm;
  for (const { points } of strokes) {
    for (let at = 0; at < points.length; at += 2) {
      width = Math.max(width, points[at] as number);
      height = Math.max(height, points[at + 1] as number);
    }
  }
  return { width, height };
}

/** Decodes text by the byte order mark, else by the encoding named in the first line, else as UTF-8. */
function decodeText(bytes: Uint8Array): string {
  const encoding = encodingByMark(bytes) ?? declared(bytes) ?? 'utf-8';
  try {
    return decodeBytes(bytes, encoding);
  } catch {
    throw new DrawingError(
      'drawing.not-readable',
      `The file says that it is written in “${encoding}”, which is unknown. Save it as UTF-8.`,
    );
  }
}

function declared(bytes: Uint8Array): string | undefined {
  const start = String.fromCharCode(...bytes.subarray(0, 200));
  const name = /^\s*<\?xml[^>]*\sencoding\s*=\s*["']([\w.:-]{1,40})["']/.exec(start)?.[1];
  // Some programs declare an encoding of two or four bytes per character but write UTF-8. Such a declaration is
  // wrong, otherwise it could not be read as ASCII.
  return name !== undefined && /^(utf-?16|ucs-?[24]|utf-?32|iso-10646)/i.test(name) ? 'utf-8' : name;
}
