import { plottedStrokes } from '@stationery/drawing';
import { describe, expect, it } from 'vitest';
import { photoOf, plainPhoto, sheetOf } from '../../../../drawing/test/support/photo-of.ts';
import { jpegOf } from '../../../../drawing/test/support/picture-of.ts';
import { chromiumProgram, sharedBrowser } from '../../support/browser.ts';
import { sharedPlotter } from '../../support/plotter.ts';

/** A sheet that is plotted as a job with 80 steps per millimetre. */
const { strokes, marks } = sheetOf(1);
const commands = strokes.flatMap(({ points }) => {
  const moves = Array.from(
    { length: points.length / 2 },
    (_, at) => `MOVE X${Math.round(80 * points[2 * at]!)} Y${Math.round(80 * points[2 * at + 1]!)}`,
  );
  return ['PENUP', moves[0]!, 'PENDOWN', ...moves.slice(1)];
});
const script = ['SPEED 4000', ...commands, 'PENUP', 'MOVE X0 Y0'].join('\n');

describe.skipIf(!chromiumProgram.run)('a photo of a plotted sheet on the plotter page', () => {
  const browser = sharedBrowser();
  const plotter = sharedPlotter({ PLOTTER_SIM_SPEED: '0' });

  it('shows which strokes are missing, so that they can be plotted', async () => {
    const { url, client } = plotter();
    const { id } = await client.queueJob({ script, name: 'Curves', marks: [...marks], stepsPerMm: 80 });
    await client.jobs.wait(id);
    const dropped = new Map([40, 41, 50].map((index) => [index, [0, 1e6]] as const));
    const sheet = { strokes: strokes.map((stroke) => ({ ...stroke, pen: 0 })), marks, colours: ['#000000'] };
    const photo = jpegOf(photoOf(sheet, { ...plainPhoto, dropped }));

    const page = await browser.open(url);
    await page.getByRole('button', { name: 'More for “Curves”' }).click();
    await page.getByRole('menuitem', { name: 'Check with a photo …' }).click();
    const dialog = page.getByRole('dialog', { name: 'Check “Curves” with a photo' });
    const choose = dialog.locator('input[type="file"]');
    await choose.setInputFiles({ name: 'cut.jpg', mimeType: 'image/jpeg', buffer: photo.subarray(0, 900) });
    await dialog.getByText('This photo is damaged').waitFor();
    const plot = dialog.getByRole('button', { name: 'Plot missing strokes' });
    expect(await plot.isDisabled()).toBe(true);

    // Keeps the first strokes, which are the marks, and drops the others.
    const other = new Map(Array.from({ length: 250 }, (_, at) => [at + 8, [0, 1e6]] as const));
    const wrong = jpegOf(photoOf(sheet, { ...plainPhoto, dropped: other }));
    await choose.setInputFiles({ name: 'other.jpg', mimeType: 'image/jpeg', buffer: wrong });
    await dialog.getByText('is this a photo of this job’s sheet?').waitFor();

    await choose.setInputFiles({ name: 'sheet.jpg', mimeType: 'image/jpeg', buffer: photo });
    await dialog.getByText(`3 of ${strokes.length} strokes are missing, or parts of them.`).waitFor();
    await plot.click();
    await dialog.waitFor({ state: 'hidden' });
    const [job] = await client.jobs.list();
    expect(job).toMatchObject({ name: 'Curves (missing)', marks });
    const plotted = (await client.jobs.commands(job!.id)).trim().split('\n');
    const again = plottedStrokes({ commands: plotted, pens: [], stepsPerMm: 80, isRelative: false });
    expect(again.map(({ points }) => points.length)).toEqual(
      [40, 41, 50].map((index) => strokes[index]!.points.length),
    );
  });
});
