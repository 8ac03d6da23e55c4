import { DrawingError } from '../../drawing-error.ts';
import { type Matrix, multiply, scaling } from '../../geometry/matrix.ts';
import { hasTransform, ownTransform } from './draw/structure.ts';
import type { Scene, Viewport } from './scene.ts';
import { Style } from './style/style.ts';
import { mmPerPixel, parseLength } from './values/length.ts';
import { parseViewBox } from './values/view-box.ts';
import { enterViewport } from './viewport.ts';
import type { XmlNode } from './xml/xml-document.ts';

/** A hundred metres: larger than any plotter, but small enough for exact calculation. */
export const maxPageMm = 100_000;

export interface Page {
  /** Undefined if the file specifies no size. */
  readonly sizeMm: { readonly width: number; readonly height: number } | undefined;
  /** Converts units of the outermost `svg` to millimetres. */
  readonly matrix: Matrix;
  /** Converts pixels of the outermost `svg`, outside its view box, to millimetres. */
  readonly toMm: Matrix;
  readonly viewport: Viewport;
  /** Size of the outermost `svg` in pixels. */
  readonly window: Viewport;
}

/** The default size of pictures in CSS. */
const unknownSize: Viewport = { width: 300, height: 150 };

export function longSideMm({ sizeMm }: Page): number {
  return sizeMm === undefined ? unknownSize.width * mmPerPixel : Math.max(sizeMm.width, sizeMm.height);
}

const emptyViewBox =
  'The drawing has no size: its “viewBox” is empty. Set the size of the page in a drawing program.';

/** Resolves the outermost `svg`; relative lengths of the scene then refer to its page. */
export function openPage(scene: Scene, root: XmlNode): { readonly style: Style; readonly page: Page } {
  const style = scene.styles.resolve(root, new Style());
  const page = pageOf(scene, root, style);
  scene.styles.window = page.window;
  style.window = page.window;
  scene.pageViewport = page.viewport;
  return { style, page };
}

function pageOf(scene: Scene, root: XmlNode, style: Style): Page {
  const toMm = scaling(mmPerPixel, mmPerPixel);
  const viewBox = parseViewBox(scene.document.attribute(root, 'viewBox'));
  const size = sizeOf(scene, root, style, viewBox);
  if (size === undefined) {
    scene.notes.add('page-size', 'The file says nothing of its size; the page is as large as what is drawn.');
    return { sizeMm: undefined, matrix: toMm, toMm, viewport: unknownSize, window: unknownSize };
  }
  const { width, height } = size;
  if (!(width > 0 && height > 0))
    throw unusable(
      'The drawing has no size: its width or height is not more than 0. Set the size of the page in a drawing program.',
    );
  if (Math.max(width, height) * mmPerPixel > maxPageMm)
    throw unusable('The page is larger than 100 m. Set its size in a drawing program.');
  const inside = enterViewport(scene, root, { x: 0, y: 0, width, height });
  if (inside === undefined) throw unusable(emptyViewBox);
  // A transform of the outermost `svg` is a CSS transform, whose default origin is the centre of the page.
  const own = hasTransform(style)
    ? ownTransform(style, { x: 0, y: 0, width, height }, style.transformOrigin || '50% 50%')
    : undefined;
  const turned = own === undefined ? toMm : multiply(toMm, own);
  return {
    sizeMm: { width: width * mmPerPixel, height: height * mmPerPixel },
    matrix: multiply(turned, inside.matrix),
    toMm: turned,
    viewport: inside.viewport,
    window: { width, height },
  };
}

/** Returns the size in pixels. A missing width or height is derived from the other and the view box. */
function sizeOf(
  scene: Scene,
  root: XmlNode,
  style: Style,
  viewBox: Viewport | undefined,
): { readonly width: number; readonly height: number } | undefined {
  const width = absolute(scene, root, style, 'width', viewBox?.width);
  const height = absolute(scene, root, style, 'height', viewBox?.height);
  if (width !== undefined && height !== undefined) return { width, height };
  if (viewBox === undefined) return undefined;
  if (viewBox.width === 0 || viewBox.height === 0) throw unusable(emptyViewBox);
  const aspect = viewBox.height / viewBox.width;
  if (width !== undefined) return { width, height: width * aspect };
  if (height !== undefined) return { width: height / aspect, height };
  return { width: viewBox.width, height: viewBox.height };
}

/**
 * Returns a length of the outermost `svg`. Percentages would refer to a browser window, which is missing here,
 * so 100 % is the size of the view box.
 */
function absolute(
  scene: Scene,
  root: XmlNode,
  style: Style,
  name: string,
  whole: number | undefined,
): number | undefined {
  const text = (style.geometry?.get(name) ?? scene.document.attribute(root, name))?.trim();
  if (text === undefined || text === 'auto') return undefined;
  if (text.endsWith('%') && (whole === undefined || text === '100%')) return undefined;
  const context = style.lengthsIn({ width: whole ?? 0, height: whole ?? 0 });
  const value = parseLength(text, context, 'x');
  if (value === undefined)
    scene.notes.add('page-size', `The page's ${name} cannot be read and was passed over.`);
  return value;
}

function unusable(message: string): DrawingError {
  return new DrawingError('drawing.unusable', message);
}
