import type { Page } from 'playwright-core';

export interface PixelComparison {
  /** Share of the browser's inked pixels without an inked pixel of our drawing nearby. */
  readonly missing: number;
  /** Share of our inked pixels without an inked pixel of the browser nearby. */
  readonly extra: number;
  readonly drawn: number;
  /** Box around everything drawn, in millimetres: left, top, right, bottom. */
  readonly theirBox: readonly number[];
  readonly ourBox: readonly number[];
  /** Size in CSS pixels. */
  readonly naturalSize: readonly [number, number];
  /** A PNG of the browser's picture, ours, and the differences. Empty unless requested. */
  readonly picture: string;
}

const pixelsPerMm = 8;
/**
 * Maximum distance of equal ink: a quarter of a millimetre, which is the width of a line. Smaller differences
 * come from smoothing.
 */
const nearPixels = 2;

export function comparePixels(
  page: Page,
  task: Pick<Task, 'theirs' | 'ours' | 'sizeMm' | 'wantsPicture'>,
): Promise<PixelComparison> {
  // Cached in the page, because a newly compiled function is slow.
  const source = `(globalThis.comparePixels ??= ${inPage.toString()})`;
  const wanted = JSON.stringify({ ...task, pixelsPerMm, nearPixels });
  return page.evaluate(`${source}(${wanted})`) as Promise<PixelComparison>;
}

interface Task {
  readonly theirs: string;
  readonly ours: string;
  readonly sizeMm: { readonly width: number; readonly height: number };
  readonly wantsPicture: boolean;
  readonly pixelsPerMm: number;
  readonly nearPixels: number;
}

/** Runs in the page, so it cannot use names of this module. */
async function inPage({
  theirs,
  ours,
  sizeMm,
  wantsPicture,
  pixelsPerMm,
  nearPixels,
}: Task): Promise<unknown> {
  // biome-ignore lint/suspicious/noExplicitAny: the page's globals
  const { document, Image } = globalThis as any;
  const width = Math.max(1, Math.round(sizeMm.width * pixelsPerMm));
  const height = Math.max(1, Math.round(sizeMm.height * pixelsPerMm));

  const draw = async (svg: string) => {
    const image = new Image();
    // A data URL, because pixels of a blob URL with a “foreignObject” cannot be read.
    image.src = `data:image/svg+xml,${encodeURIComponent(svg)}`;
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = width;
    canvas.height = height;
    const context = canvas.getContext('2d', { willReadFrequently: true });
    context.drawImage(image, 0, 0, width, height);
    const { data } = context.getImageData(0, 0, width, height);
    const alpha = new Uint8Array(width * height);
    for (let at = 0; at < alpha.length; at++) alpha[at] = data[at * 4 + 3];
    return { alpha, canvas, size: [image.naturalWidth, image.naturalHeight] };
  };

  const near = (alpha: Uint8Array) => {
    const wide = new Uint8Array(alpha.length);
    for (let y = 0; y < height; y++)
      for (let x = 0; x < width; x++) {
        if ((alpha[y * width + x] as number) < 40) continue;
        for (let v = Math.max(0, y - nearPixels); v <= Math.min(height - 1, y + nearPixels); v++)
          for (let u = Math.max(0, x - nearPixels); u <= Math.min(width - 1, x + nearPixels); u++)
            wide[v * width + u] = 1;
      }
    return wide;
  };
  const drawnIn = (alpha: Uint8Array, at: number) => (alpha[at] as number) >= 100;
  const lonely = (alpha: Uint8Array, others: Uint8Array) => {
    let drawn = 0;
    const alone: number[] = [];
    for (let at = 0; at < alpha.length; at++) {
      if (!drawnIn(alpha, at)) continue;
      drawn++;
      if (others[at] === 0) alone.push(at);
    }
    return { drawn, alone };
  };
  const box = (alpha: Uint8Array) => {
    let [left, top, right, bottom] = [width, height, 0, 0];
    for (let y = 0; y < height; y++)
      for (let x = 0; x < width; x++) {
        if (!drawnIn(alpha, y * width + x)) continue;
        left = Math.min(left, x);
        right = Math.max(right, x + 1);
        top = Math.min(top, y);
        bottom = Math.max(bottom, y + 1);
      }
    return [left, top, right, bottom].map((value) => value / pixelsPerMm);
  };

  const their = await draw(theirs);
  const our = await draw(ours);
  const missing = lonely(their.alpha, near(our.alpha));
  const extra = lonely(our.alpha, near(their.alpha));

  const picture = () => {
    const sheet = document.createElement('canvas');
    sheet.width = width * 3;
    sheet.height = height;
    const context = sheet.getContext('2d');
    context.fillStyle = '#fff';
    context.fillRect(0, 0, sheet.width, height);
    context.drawImage(their.canvas, 0, 0);
    context.drawImage(our.canvas, width, 0);
    context.globalAlpha = 0.2;
    context.drawImage(their.canvas, width * 2, 0);
    context.globalAlpha = 1;
    for (const [colour, alone] of [
      ['#f00', missing.alone],
      ['#00f', extra.alone],
    ] as const) {
      context.fillStyle = colour;
      for (const at of alone) context.fillRect(width * 2 + (at % width), Math.floor(at / width), 1, 1);
    }
    return sheet.toDataURL('image/png');
  };
  return {
    missing: missing.drawn === 0 ? 0 : missing.alone.length / missing.drawn,
    extra: extra.drawn === 0 ? 0 : extra.alone.length / extra.drawn,
    drawn: missing.drawn,
    theirBox: box(their.alpha),
    ourBox: box(our.alpha),
    naturalSize: their.size,
    picture: wantsPicture ? picture() : '',
  };
}
