import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { planFile, readSvg } from '@stationery/drawing';
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chromiumProgram, sharedChromium } from '../../../web/test/support/chromium.ts';
import { drawingAsSvg } from '../support/drawing-as-svg.ts';
import { compareFills, type FillComparison, filledOnly } from '../support/fill-comparison.ts';
import { comparePixels, type PixelComparison } from '../support/pixel-comparison.ts';

const corpus = join(import.meta.dirname, '../corpus');
/** Folder of the report that `npm run compare:svg` writes. */
const reportFolder = process.env.COMPARE_SVG_REPORT;

const files = readdirSync(corpus)
  .filter((name) => name.endsWith('.svg'))
  .sort();
const isText = (name: string) => name.startsWith('text-');
/**
 * Selects files for the comparison of fills. The report compares all files; the test compares only those
 * whose areas are cut or drawn in several parts.
 */
const comparesFills = (name: string) =>
  !isText(name) && (reportFolder !== undefined || /^(clip|fill|nested|marker|page|symbol|use)-/.test(name));

/** Hides the layers that are never plotted because of their names. */
const withoutUnplotted = (file: string) =>
  file.replaceAll('inkscape:groupmode="layer" inkscape:label="%', 'display="none" inkscape:label="%');

describe.skipIf(!chromiumProgram.run)('our drawings, compared with those of Chromium', () => {
  let context: BrowserContext;
  let page: Page;
  const results = new Map<string, PixelComparison>();
  const fills = new Map<string, FillComparison>();

  beforeAll(async () => {
    context = await (await sharedChromium()).newContext({ locale: 'en-US' });
    page = await context.newPage();
  });

  afterAll(async () => {
    await context.close();
    if (reportFolder !== undefined) writeReport(reportFolder, results, fills);
  });

  const compare = async (name: string) => {
    const file = readFileSync(join(corpus, name), 'utf8');
    const drawing = readSvg(file);
    const result = await comparePixels(page, {
      theirs: withoutUnplotted(file),
      ours: drawingAsSvg(drawing),
      sizeMm: { width: drawing.widthMm, height: drawing.heightMm },
      wantsPicture: reportFolder !== undefined,
    });
    results.set(name, result);
    return { drawing, result };
  };

  it.each(files)('%s', async (name) => {
    const { drawing, result } = await compare(name);
    expect(result.drawn).toBeGreaterThan(0);
    // The browser returns whole pixels. Skip a size in percent, which refers to the browser's window that the
    // reader does not have.
    if (name !== 'size-percent.svg') {
      expect(Math.abs(result.naturalSize[0] - (drawing.widthMm / 25.4) * 96)).toBeLessThanOrEqual(1);
      expect(Math.abs(result.naturalSize[1] - (drawing.heightMm / 25.4) * 96)).toBeLessThanOrEqual(1);
    }
    if (isText(name)) {
      // The fonts differ, so letters at the same place have different shapes.
      const [left, top, right, bottom] = result.theirBox.map(
        (value, index) => value - (result.ourBox[index] as number),
      );
      for (const difference of [left, right]) expect(Math.abs(difference as number)).toBeLessThan(4);
      for (const difference of [top, bottom]) expect(Math.abs(difference as number)).toBeLessThan(2);
    } else if (!name.startsWith('fill-')) {
      expect(result).toMatchObject({ missing: expect.closeTo(0, 2), extra: expect.closeTo(0, 2) });
    }
  });

  it.each(files.filter(comparesFills))('%s, filled', async (name) => {
    const file = filledOnly(readFileSync(join(corpus, name), 'utf8'));
    const drawing = readSvg(file);
    const result = await compareFills(page, {
      theirs: file,
      ours: drawingAsSvg(drawing),
      sizeMm: { width: drawing.widthMm, height: drawing.heightMm },
      wantsPicture: reportFolder !== undefined,
    });
    fills.set(name, result);
    if (reportFolder === undefined)
      expect(result).toMatchObject({ wrong: expect.closeTo(0, 2), extra: expect.closeTo(0, 2) });
  });

  it('hatching covers the same area as the fill of the browser, within 1 %', async () => {
    const shapes =
      '<g fill="#000"><circle cx="25" cy="25" r="20"/><path fill-rule="evenodd" d="M50 5H95V45H50ZM60 15H85V35H60Z"/>' +
      '<path d="M25 55L37 92L5 69H45L13 92Z"/><path d="M55 55C90 55 95 70 60 75S80 110 95 60Z"/></g>';
    const svg = (inner: string) =>
      `<svg xmlns="http://www.w3.org/2000/svg" width="100mm" height="100mm" viewBox="0 0 100 100">${inner}</svg>`;
    const { plan } = await planFile(svg(shapes), {
      fit: 'none',
      overlapMm: 0,
      joinMm: 0,
      simplifyMm: 0,
      operations: [{ kind: 'hatch', penMm: 0.25, outline: false }],
    });
    const lines = plan.layers
      .flatMap(({ strokes }) => strokes)
      .map((points) => `<polyline points="${points.join(' ')}"/>`);
    const hatched = svg(
      `<g fill="none" stroke="#000" stroke-width="0.25" stroke-linecap="round" stroke-linejoin="round">${lines.join('')}</g>`,
    );
    const [theirs, ours] = [await inkOf(page, svg(shapes)), await inkOf(page, hatched)];
    expect(theirs).toBeGreaterThan(100_000);
    const together = await inkOf(page, hatched.replace('<g ', `${shapes}<g `));
    expect(Math.abs(ours / theirs - 1)).toBeLessThan(0.01);
    // A pen is round and its ink stays inside the shape, so some of the area stays uncovered.
    expect(together / theirs - 1).toBeLessThan(0.005);
  });

  it('filled areas are equal in 99 % of the compared files', () => {
    expect([...fills.values()].filter(agrees).length).toBeGreaterThanOrEqual(0.99 * fills.size);
  });
});

/** Returns the number of covered pixels in a picture of 1000 × 1000 pixels. */
function inkOf(page: Page, svg: string): Promise<number> {
  return page.evaluate(`(async () => {
    const image = new Image();
    image.src = 'data:image/svg+xml,' + encodeURIComponent(${JSON.stringify(svg)});
    await image.decode();
    const canvas = Object.assign(document.createElement('canvas'), { width: 1000, height: 1000 });
    const context = canvas.getContext('2d');
    context.drawImage(image, 0, 0, 1000, 1000);
    const { data } = context.getImageData(0, 0, 1000, 1000);
    let sum = 0;
    for (let at = 3; at < data.length; at += 4) sum += data[at] / 255;
    return sum;
  })()`) as Promise<number>;
}

function agrees({ wrong, extra }: Pick<FillComparison, 'wrong' | 'extra'>): boolean {
  return wrong < 0.005 && extra < 0.005;
}

const percent = (share: number) => `${(share * 100).toFixed(3)} %`;

function writeReport(
  folder: string,
  results: ReadonlyMap<string, PixelComparison>,
  fills: ReadonlyMap<string, FillComparison>,
): void {
  mkdirSync(folder, { recursive: true });
  const rows = [...results].map(([name, { missing, extra, drawn, picture }]) => {
    writeFileSync(
      join(folder, `${name}.png`),
      Buffer.from(picture.slice(picture.indexOf(',') + 1), 'base64'),
    );
    return { name, drawn, missing: percent(missing), extra: percent(extra) };
  });
  const table = rows.map((row) => `| ${row.name} | ${row.drawn} | ${row.missing} | ${row.extra} |`);
  writeFileSync(
    join(folder, 'report.md'),
    `| file | pixels of the browser | missing in ours | only in ours |\n|---|---|---|---|\n${table.join('\n')}\n\n${fillTable(folder, fills)}`,
  );
  const figures = rows.map(
    (row) =>
      `<h2>${row.name}</h2><p>missing ${row.missing}, only in ours ${row.extra}</p><img src="${row.name}.png" alt="">`,
  );
  writeFileSync(
    join(folder, 'report.html'),
    `<!doctype html><meta charset="utf-8"><title>What we read, beside Chromium</title>
<style>body{font:14px sans-serif}img{max-width:100%;border:1px solid #ccc}</style>
<p>Left Chromium, in the middle ours, to the right in red what only Chromium has and in blue what only we have.</p>${figures.join('')}`,
  );
}

function fillTable(folder: string, fills: ReadonlyMap<string, FillComparison>): string {
  let agreeing = 0;
  const rows = [...fills].map(([name, { filled, wrong, extra, picture }]) => {
    writeFileSync(
      join(folder, `${name}.filled.png`),
      Buffer.from(picture.slice(picture.indexOf(',') + 1), 'base64'),
    );
    if (agrees({ wrong, extra })) agreeing++;
    return `| ${name} | ${filled} | ${percent(wrong)} | ${percent(extra)} |`;
  });
  return `Every shape filled: do our outlines enclose what the browser fills?

| file | filled by the browser | not enclosed, or not all of it | lines away from any area |
|---|---|---|---|
${rows.join('\n')}

${agreeing} of ${fills.size} files agree (less than 0.5 % of both).
`;
}
