import { DrawingError } from '../../../drawing-error.ts';
import { type Matrix, multiply, scaling, translation } from '../../../geometry/matrix.ts';
import { sheetOf } from '../css/sheet-of.ts';
import { openPage, type Page } from '../page.ts';
import { Scene, type Viewport } from '../scene.ts';
import type { Style } from '../style/style.ts';
import { mmPerPixel } from '../values/length.ts';
import { viewBoxTransform } from '../values/view-box.ts';
import type { Frame } from '../viewport.ts';
import { parseXml } from '../xml/parse-xml.ts';
import type { XmlNode } from '../xml/xml-document.ts';

const maxNesting = 8;
const workOfCharacter = 3;

interface NestedDrawing {
  readonly scene: Scene;
  readonly root: XmlNode;
  readonly style: Style;
  readonly page: Page;
}

/** Returns the SVG in the data URI of an `image`; undefined for anything else. */
export function nestedDrawing(outer: Scene, node: XmlNode): NestedDrawing | undefined {
  const { href } = outer.reference(node);
  const text = outer.nesting < maxNesting ? svgIn(href) : undefined;
  if (text === undefined) return undefined;
  const { settings, notes, budget } = outer;
  budget.work(href.length * workOfCharacter);
  try {
    const document = parseXml(text, settings.maxElements);
    const { root } = document;
    if (root === undefined || root.foreign || root.name !== 'svg') return undefined;
    const sheet = sheetOf(document, notes);
    const scene = new Scene({ document, settings, notes, budget, sheet, nesting: outer.nesting + 1 });
    return { scene, root, ...openPage(scene, root) };
  } catch (error) {
    if (error instanceof DrawingError && error.code !== 'drawing.too-large') return undefined;
    throw error;
  }
}

function svgIn(href: string): string | undefined {
  const [start, type = ''] = /^data:image\/svg\+xml((?:;[\w=-]{1,40}){0,5}),/i.exec(href.slice(0, 300)) ?? [];
  if (start === undefined) return undefined;
  const data = href.slice(start.length);
  try {
    if (!/;base64$/i.test(type)) return decodeURIComponent(data);
    return new TextDecoder().decode(Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0)));
  } catch {
    return undefined;
  }
}

/** Returns the frame of an `image`. Missing sizes are taken from the picture. */
export function imageFrame(
  outer: Scene,
  node: XmlNode,
  style: Style,
  viewport: Viewport,
  { window }: Page,
): Frame {
  const length = (name: 'x' | 'y' | 'width' | 'height') =>
    outer.length(node, style, name, name === 'x' || name === 'width' ? 'x' : 'y', viewport);
  const [given, high] = [length('width'), length('height')];
  const { width, height } = window;
  return {
    x: length('x') ?? 0,
    y: length('y') ?? 0,
    width: given ?? (high === undefined ? width : (high * width) / height),
    height: high ?? (given === undefined ? height : (given * height) / width),
  };
}

/** Returns the matrix from millimetres of the picture to units around the `image`. */
export function imageMatrix(outer: Scene, node: XmlNode, frame: Frame, { window }: Page): Matrix {
  const aspect = outer.document.attribute(node, 'preserveAspectRatio');
  const fit = viewBoxTransform({ x: 0, y: 0, ...window }, frame.width, frame.height, aspect);
  const toPixels = scaling(1 / mmPerPixel, 1 / mmPerPixel);
  return multiply(translation(frame.x, frame.y), multiply(fit, toPixels));
}
