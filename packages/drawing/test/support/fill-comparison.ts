import type { Page } from 'playwright-core';

export interface FillComparison {
  readonly filled: number;
  /** Share of the filled pixels that our lines do not separate from unfilled pixels. */
  readonly wrong: number;
  /** Share of our line pixels that are not near a pixel that the browser fills. */
  readonly extra: number;
  readonly picture: string;
}

interface Task {
  readonly theirs: string;
  readonly ours: string;
  readonly sizeMm: { readonly width: number; readonly height: number };
  readonly wantsPicture: boolean;
}

/** Returns the SVG with every shape filled and none stroked, so that only shapes with an area are visible. */
export function filledOnly(svg: string): string {
  const end = svg.lastIndexOf('</');
  const prefix = /^<\/(\w+:)?svg/.exec(svg.slice(end))?.[1] ?? '';
  const rules =
    '*{stroke:none !important;fill:#000 !important;fill-opacity:1 !important}text,image,foreignObject{display:none !important}';
  return `${svg.slice(0, end)}<${prefix}style>${rules}</${prefix}style>${svg.slice(end)}`;
}

/**
 * Compares filled areas. Our lines divide the page into pieces. The browser must fill each piece completely
 * or not at all, which reveals shapes with a missing or open outline. `ours` is the drawing as an SVG of
 * lines.
 */
export function compareFills(page: Page, task: Task): Promise<FillComparison> {
  // Cached in the page, because a newly compiled function is slow.
  const source = `(globalThis.compareFills ??= ${inPage.toString()})`;
  return page.evaluate(`${source}(${JSON.stringify(task)})`) as Promise<FillComparison>;
}

/** Runs in the page, so it cannot use names of this module. */
async function inPage({ theirs, ours, sizeMm, wantsPicture }: Task): Promise<unknown> {
  // biome-ignore lint/suspicious/noExplicitAny: the page's globals
  const { document, Image } = globalThis as any;
  const pixelsPerMm = 8;
  const width = Math.max(1, Math.round(sizeMm.width * pixelsPerMm));
  const height = Math.max(1, Math.round(sizeMm.height * pixelsPerMm));
  const draw = async (svg: string) => {
    const image = new Image();
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
    return { canvas, alpha };
  };
  /** Returns the pixels within a distance of two from a set pixel. */
  const near = (isSet: (at: number) => boolean) => {
    const wide = new Uint8Array(width * height);
    for (let at = 0; at < wide.length; at++) {
      if (!isSet(at)) continue;
      const [x, y] = [at % width, Math.floor(at / width)];
      for (let v = Math.max(0, y - 2); v <= Math.min(height - 1, y + 2); v++)
        for (let u = Math.max(0, x - 2); u <= Math.min(width - 1, x + 2); u++) wide[v * width + u] = 1;
    }
    return wide;
  };

  const their = await draw(theirs);
  const our = await draw(ours);
  const isFilled = (at: number) => (their.alpha[at] as number) >= 128;
  const isLine = (at: number) => (our.alpha[at] as number) >= 40;
  const nearLine = near(isLine);
  // Include faint pixels, because the tip of a needle is narrower than a pixel.
  const nearFill = near((at) => (their.alpha[at] as number) >= 20);

  const wrong: number[] = [];
  const seen = new Uint8Array(width * height);
  /** The pixels to visit, one piece after the other. */
  const pieces = new Int32Array(width * height);
  let end = 0;
  const reach = (at: number) => {
    if (at < 0 || at >= seen.length || seen[at] === 1 || isLine(at)) return;
    seen[at] = 1;
    pieces[end++] = at;
  };
  for (let first = 0; first < seen.length; first++) {
    const start = end;
    reach(first);
    for (let index = start; index < end; index++) {
      const at = pieces[index] as number;
      const x = at % width;
      if (x > 0) reach(at - 1);
      if (x < width - 1) reach(at + 1);
      reach(at - width);
      reach(at + width);
    }
    if (end === start) continue;
    const piece = pieces.subarray(start, end).filter((at) => nearLine[at] === 0);
    const inside = piece.filter(isFilled);
    const outside = piece.filter((at) => !isFilled(at));
    for (const at of inside.length < outside.length ? inside : outside) wrong.push(at);
  }
  let filled = 0;
  let lines = 0;
  const extra: number[] = [];
  for (let at = 0; at < seen.length; at++) {
    if (isFilled(at)) filled++;
    if ((our.alpha[at] as number) < 100) continue;
    lines++;
    if (nearFill[at] === 0) extra.push(at);
  }
  const picture = () => {
    const sheet = document.createElement('canvas');
    sheet.width = width * 3;
    sheet.height = height;
    const context = sheet.getContext('2d');
    context.fillStyle = '#fff';
    context.fillRect(0, 0, sheet.width, height);
    context.drawImage(their.canvas, 0, 0);
    context.drawImage(our.canvas, width, 0);
    for (const [colour, places] of [
      ['#f00', wrong],
      ['#00f', extra],
    ] as const) {
      context.fillStyle = colour;
      for (const at of places) context.fillRect(width * 2 + (at % width), Math.floor(at / width), 1, 1);
    }
    return sheet.toDataURL('image/png');
  };
  return {
    filled,
    wrong: filled === 0 ? 0 : wrong.length / filled,
    extra: lines === 0 ? 0 : extra.length / lines,
    picture: wantsPicture ? picture() : '',
  };
}
