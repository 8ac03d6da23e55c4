import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { inkApartMm } from '../../../../../tools/bench/lib/ink.mjs';
import { familyList } from '../../../src/drivers/families.ts';
import { planOf, sendSvg } from '../../support/plan-requests.ts';
import { startSimulated } from '../../support/test-plotter.ts';

const readme = readFileSync(new URL('../../../../../README.md', import.meta.url), 'utf8');
const drawing = /echo '(<svg.*<\/svg>)' > drawing\.svg/.exec(readme)![1]!;

interface Place {
  x: number;
  y: number;
}

it('the README drawing gives the same picture on every machine', async () => {
  const pictures: Place[][][] = [];
  for (const kind of familyList) {
    const plotter = await startSimulated(kind);
    const { machine } = plotter;
    const plan = await planOf(await sendSvg(plotter, drawing, '?paper=a4&margin=10mm&fit=drawing'));
    const { total, id } = await plotter.queue(plan.commands ?? []);
    await expect.poll(async () => (await plotter.job(id)).state.state).toBe('done');
    expect(total).toBeGreaterThan(50);
    expect(machine.status().pen).toBe('up');
    const { stepsPerMm } = (await (await plotter.get('/machine')).json()) as { stepsPerMm: number };
    pictures.push(
      machine
        .strokes()
        .map(({ points }) => points.map(({ x, y }) => ({ x: x / stepsPerMm, y: y / stepsPerMm }))),
    );
    await plotter.stop();
  }
  expect(pictures.map((strokes) => strokes.length)).toEqual(familyList.map(() => 1));
  // A circle as high as the area between the margins.
  const xs = pictures[0]!.flat().map(({ x }) => x);
  expect(Math.max(...xs) - Math.min(...xs)).toBeCloseTo(190, 0);
  for (const [index, picture] of pictures.entries())
    expect(inkApartMm(picture, pictures[0]), familyList[index]!.name).toBeLessThan(0.05);
});
