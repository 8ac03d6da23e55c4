import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { chromiumProgram, sharedBrowser } from '../../support/browser.ts';
import { sharedPlotter } from '../../support/plotter.ts';
import { drop, plotOnSameSheet, showSettings } from './support.ts';

const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="120mm" height="80mm" viewBox="0 0 120 80" fill="none">
  <path stroke="#2040c0" d="M30 30h60v20"/></svg>`;

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const isPlanned = (page: Page) => page.getByText(/Ready to plot\./).waitFor();

interface Place {
  xMm: number;
  yMm: number;
}

/** Returns where a place of the first plot lies after the sheet was rotated by 8° and moved. */
const moved = ({ xMm, yMm }: Place): Place => {
  const [cos, sin] = [Math.cos((8 * Math.PI) / 180), Math.sin((8 * Math.PI) / 180)];
  return { xMm: cos * xMm - sin * yMm + 40, yMm: sin * xMm + cos * yMm + 12 };
};

describe.skipIf(!chromiumProgram.run)('a drawing aligned by marks', () => {
  const browser = sharedBrowser();
  const plotter = sharedPlotter({ PLOTTER_SIM_SPEED: '0' });

  it('lands on the marks of a rotated sheet, even after a reload or from a chosen stroke', async () => {
    const { url, client } = plotter();
    const page = await browser.open(url);
    await page.getByText('Connected', { exact: true }).waitFor();
    await drop(page, 'Fern.svg', svg);
    await isPlanned(page);
    await showSettings(page, 'Effects');
    await page.getByRole('checkbox', { name: 'Registration marks' }).check();
    await isPlanned(page);
    await plotOnSameSheet(page);
    await button(page, 'Place “Fern” again').waitFor();
    const [first] = await client.jobs.list();
    await client.jobs.wait(first!.id);
    expect(first!.marks).toHaveLength(4);

    // The sheet is put back rotated. The pen is moved to three of its crosses.
    await button(page, 'Place “Fern” again').click();
    await isPlanned(page);
    await button(page, 'Align to marks …').click();
    const dialog = page.getByRole('dialog', { name: 'Align to marks' });
    const group = (index: number) => dialog.getByRole('group', { name: `Mark ${index}` });
    const value = async (index: number, name: string) =>
      Number(await group(index).getByLabel(name, { exact: true }).inputValue());
    const align = dialog.getByRole('button', { name: 'Align', exact: true });
    await dialog.getByText('Find at least two marks.').waitFor();
    expect(await align.isDisabled()).toBe(true);
    for (const index of [1, 2, 3]) {
      const at = { xMm: await value(index, 'Expected X, mm'), yMm: await value(index, 'Expected Y, mm') };
      expect(first!.marks).toContainEqual(at);
      const { xMm, yMm } = moved(at);
      const x = Math.round(xMm * 80) - 80;
      await client.send(`MOVE X${x} Y${Math.round(yMm * 80)}`);
      const takePlace = async () => {
        await group(index).getByRole('button', { name: 'The pen is on it' }).click();
        return value(index, 'Found X, mm');
      };
      await expect.poll(takePlace).toBeCloseTo(xMm - 1, 1);
      // Jogs the last millimetre.
      await dialog.getByText('1 mm', { exact: true }).first().click();
      await dialog.getByRole('button', { name: 'Right, 1 mm' }).click();
      await expect.poll(async () => (await client.status()).position?.x).toBe(x + 80);
      await expect.poll(takePlace).toBeCloseTo(xMm, 1);
    }
    await dialog.getByText(/rotated by 8\.0\d° clockwise/).waitFor();
    const wrong = group(3).getByLabel('Found Y, mm', { exact: true });
    const right = await wrong.inputValue();
    await wrong.fill(String(Number(right) + 8));
    await dialog.getByText(/The marks are up to \d\.\d mm off/).waitFor();
    expect(await align.isDisabled()).toBe(true);
    await wrong.fill(right);
    await align.click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByText(/Aligned to 3 marks: rotated by 8\.0\d°/).waitFor();

    await page.reload();
    await isPlanned(page);
    await page.getByText(/Aligned to 3 marks/).waitFor();
    await button(page, 'Plot').click();
    await button(page, 'Place “Fern” again').waitFor();
    const [second] = await client.jobs.list();
    await client.jobs.wait(second!.id);
    const expectOnMarks = (marks: readonly Place[]) => {
      for (const [at, { xMm, yMm }] of marks.entries()) {
        expect(xMm).toBeCloseTo(moved(first!.marks[at]!).xMm, 1);
        expect(yMm).toBeCloseTo(moved(first!.marks[at]!).yMm, 1);
      }
    };
    expect(second!.marks).toHaveLength(4);
    expectOnMarks(second!.marks);
    const placesOf = async (id: number) =>
      [...(await client.jobs.commands(id)).matchAll(/^MOVE X(-?\d+) Y(-?\d+)$/gm)].map(([, x, y]) => ({
        xMm: Number(x) / 80,
        yMm: Number(y) / 80,
      }));
    const before = await placesOf(first!.id);
    const after = await placesOf(second!.id);
    expect(after).toHaveLength(before.length);
    // The last move goes to the origin.
    for (const [at, place] of before.slice(0, -1).entries()) {
      expect(Math.abs(after[at]!.xMm - moved(place).xMm)).toBeLessThan(0.1);
      expect(Math.abs(after[at]!.yMm - moved(place).yMm)).toBeLessThan(0.1);
    }

    // A part of the plot also lands at the moved place. Without the alignment, the drawing is where it was.
    await button(page, 'Place “Fern” again').click();
    await isPlanned(page);
    await page.getByLabel('Moment of the plot').fill('500');
    await page.getByRole('button', { name: /^Start here/ }).click();
    await page.getByText(/^The plot starts at stroke/).waitFor();
    await button(page, 'Plot').click();
    await expect.poll(async () => (await client.jobs.list())[0]!.id).not.toBe(second!.id);
    const [third] = await client.jobs.list();
    await client.jobs.wait(third!.id);
    const rest = await placesOf(third!.id);
    expect(rest.length).toBeLessThan(after.length);
    for (const place of rest) expect(after).toContainEqual(place);
    await button(page, 'Place “Fern” again').click();
    await isPlanned(page);
    await button(page, 'Remove the alignment').click();
    await isPlanned(page);
    await plotOnSameSheet(page);
    await expect.poll(async () => (await client.jobs.list())[0]!.id).not.toBe(third!.id);
    const [last] = await client.jobs.list();
    expect(last!.marks).toEqual(first!.marks);
    await client.jobs.wait(last!.id);
    expect(page.complaints).toEqual([]);
  });

  it('requires new marks after a new origin, and for each further run of the job', async () => {
    const { url, client } = plotter();
    await client.send('ZERO');
    const marks = [
      { xMm: 10, yMm: 10 },
      { xMm: 90, yMm: 10 },
    ];
    const job = await client.queueJob({
      commands: ['PENUP', 'MOVE X800 Y800', 'PENDOWN', 'MOVE X7200 Y800', 'PENUP'],
      name: 'Stamp',
      stepsPerMm: 80,
      marks,
      foundMarks: marks.map((at) => ({ at, found: { xMm: at.xMm + 5, yMm: at.yMm + 2 } })),
    });
    await client.jobs.wait(job.id);
    const page = await browser.open(url);
    await page.getByText('aligned: shifted X 5.0, Y 2.0 mm, rotated 0.00°', { exact: false }).waitFor();
    await page.getByRole('button', { name: 'Plot again: “Stamp”' }).click();
    const dialog = page.getByRole('dialog', { name: 'Align “Stamp” to marks' });
    await dialog.getByText('Find at least two marks.').waitFor();
    const enter = (index: number, name: string, text: string) =>
      dialog
        .getByRole('group', { name: `Mark ${index}` })
        .getByLabel(name, { exact: true })
        .fill(text);
    const expected = dialog.getByRole('group', { name: 'Mark 1' }).getByLabel('Expected X, mm');
    expect(await expected.inputValue()).toBe('15');
    await client.send('ZERO');
    await dialog.getByText('The origin or the sheet has changed', { exact: false }).waitFor();
    await enter(1, 'Found X, mm', '20');
    await enter(1, 'Found Y, mm', '2000');
    await enter(2, 'Found X, mm', '20');
    await enter(2, 'Found Y, mm', '92');
    await dialog.getByText(/^Mark 1 is \d+\.\d mm out of the machine’s reach/).waitFor();
    await enter(1, 'Found Y, mm', '12');
    await dialog.getByText(/rotated by 90\.00° clockwise/).waitFor();
    await dialog.getByRole('button', { name: 'Plot from stroke 1' }).click();
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(async () => (await client.jobs.list())[0]!.alignment?.degrees).toBeCloseTo(90, 1);
    const [again] = await client.jobs.list();
    expect(await client.jobs.commands(again!.id)).toContain('MOVE X1760 Y6960');
    await client.jobs.wait(again!.id);

    // A drawing that was aligned before the origin moved is not plotted.
    await drop(page, 'Fern.svg', svg);
    await isPlanned(page);
    await button(page, 'Align to marks …').click();
    const align = page.getByRole('dialog', { name: 'Align to marks' });
    for (const [index, x] of [10, 90].entries())
      for (const name of ['Expected X', 'Expected Y', 'Found X', 'Found Y'])
        await align
          .getByRole('group', { name: `Mark ${index + 1}` })
          .getByLabel(`${name}, mm`, { exact: true })
          .fill(name.endsWith('Y') ? '10' : String(x));
    await align.getByRole('button', { name: 'Align', exact: true }).click();
    await page.getByText(/Aligned to 2 marks/).waitFor();
    await client.send('ZERO');
    await page.getByText('Find the marks again.', { exact: false }).waitFor();
    await button(page, 'Plot').click();
    await page.getByRole('status').getByText('Find the marks again.', { exact: false }).first().waitFor();
    expect((await client.jobs.list())[0]!.id).toBe(again!.id);
    await button(page, 'Align to marks …').click();
    expect(await align.getByRole('group', { name: 'Mark 1' }).getByLabel('Found X, mm').inputValue()).toBe(
      '',
    );
    expect(page.complaints).toEqual([]);
  });

  it('accepts typed and picked positions, in German on a phone', async () => {
    const page = await browser.open(plotter().url, {
      locale: 'de-DE',
      viewport: { width: 390, height: 844 },
    });
    await page.getByText('Verbunden', { exact: true }).waitFor();
    await drop(page, 'Fern.svg', svg);
    await button(page, 'Ausrichten an Marken …').click();
    const dialog = page.getByRole('dialog', { name: 'An Passmarken ausrichten' });
    const enter = async (index: number, places: Record<string, string>) => {
      for (const [name, text] of Object.entries(places))
        await dialog
          .getByRole('group', { name: `Passmarke ${index}` })
          .getByLabel(name, { exact: true })
          .fill(text);
    };
    await enter(1, { 'X erwartet, mm': '10', 'Y erwartet, mm': '10' });
    await enter(1, { 'X gefunden, mm': '12,5', 'Y gefunden, mm': '11,5' });
    await enter(2, { 'X erwartet, mm': '10', 'Y erwartet, mm': '10' });
    await enter(2, { 'X gefunden, mm': '92,5', 'Y gefunden, mm': '11,5' });
    await dialog.getByText(/nur 0,0 mm voneinander entfernt/).waitFor();
    // Picks the corner of the drawing, which is at 90, 50 mm.
    const second = dialog.getByRole('group', { name: 'Passmarke 2' });
    await second.getByRole('button', { name: 'Im Bild wählen' }).click();
    const picture = dialog.getByRole('img', { name: /^Die Passmarken/ });
    await dialog.getByText('Klicken Sie dorthin', { exact: false }).waitFor();
    const at = (await picture.evaluate(
      `((svg) => { const { x, y } = new DOMPoint(90.6, 50.4).matrixTransform(svg.getScreenCTM()); return { x, y }; })(document.querySelector('.align-picture'))`,
    )) as { x: number; y: number };
    await page.mouse.click(at.x, at.y);
    await expect.poll(() => second.getByLabel('X erwartet, mm').inputValue()).toBe('90');
    expect(await second.getByLabel('Y erwartet, mm').inputValue()).toBe('50');
    await enter(2, { 'Y gefunden, mm': '53,5' });
    await dialog.getByText(/0,91 mm weiter auseinander als erwartet/).waitFor();
    await enter(2, { 'Y gefunden, mm': '51,5' });
    await dialog.getByText('Das Blatt ist nicht gedreht. Größe 100,00 %.', { exact: false }).waitFor();
    await dialog.getByRole('button', { name: 'Ausrichten', exact: true }).click();
    await page.getByText(/An 2 Passmarken ausgerichtet/).waitFor();
    expect(page.complaints).toEqual([]);
  });
});
