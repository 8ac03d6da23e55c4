import { expect, it } from 'vitest';
import { type FilePlanOptions, type Operation, planFile } from '../src/index.ts';

const icon = '<svg xmlns="http://www.w3.org/2000/svg" width="6mm" height="6mm" viewBox="0 0 6 6">';
const circle = `${icon}<circle cx="3" cy="3" r="2" fill="none" stroke="red"/></svg>`;
const plain: FilePlanOptions = { simplifyMm: 0, overlapMm: 0 };

async function strayOnPaper(options: FilePlanOptions, radiusMm: number): Promise<number> {
  const { plan } = await planFile(circle, { ...plain, ...options });
  const { widthMm, heightMm } = plan.paper;
  const points = plan.layers[0]!.strokes[0]!;
  let stray = 0;
  for (let at = 2; at < points.length; at += 2) {
    const x = (points[at]! + points[at - 2]!) / 2 - widthMm / 2;
    const y = (points[at + 1]! + points[at - 1]!) / 2 - heightMm / 2;
    stray = Math.max(stray, Math.abs(Math.hypot(x, y) - radiusMm));
  }
  return stray;
}

it('enlarged curves stay within the tolerance on paper', async () => {
  expect(await strayOnPaper({}, 2)).toBeLessThan(0.0201);
  expect(await strayOnPaper({ paper: 'a4', fit: 'drawing' }, 95)).toBeLessThan(0.0201);
  expect(await strayOnPaper({ paper: 'a4', fit: 'drawing', toleranceMm: 0.2 }, 95)).toBeLessThan(0.201);
  expect(await strayOnPaper({ paper: 'a4', scale: 10 }, 20)).toBeLessThan(0.0201);
  // Operations scale about the middle of the polygon, which may deviate from the middle of the circle, so allow
  // twice the deviation.
  const byOperations = (operations: readonly Operation[]) => strayOnPaper({ paper: 'a4', operations }, 20);
  expect(await byOperations([{ kind: 'scale', factor: 10 }])).toBeLessThan(0.0401);
  const steps = [{ kind: 'scale', widthMm: 8 }, { kind: 'mirror' }, { kind: 'scale', heightMm: 40 }] as const;
  expect(await byOperations(steps)).toBeLessThan(0.0401);
  const copies = { paper: '60x60mm', operations: [{ kind: 'copies', fit: true }] } as const;
  expect(await strayOnPaper(copies, 20)).toBeLessThan(0.0401);
});

it('a page smaller than the default margins is planned unchanged', async () => {
  const { plan } = await planFile(circle, plain);
  expect(plan.paper.widthMm).toBeCloseTo(6, 9);
  expect(plan.layers).toHaveLength(1);
  await expect(planFile(circle, { marginMm: 4 })).rejects.toThrow('The margins leave no room');
});

it('an empty drawing is planned without an error', async () => {
  const { plan } = await planFile('<svg xmlns="http://www.w3.org/2000/svg"/>');
  expect(plan.layers).toEqual([]);
});

it('a straight line is not treated as an area', async () => {
  const lines = '<path d="M1 1h4" stroke="red"/><line x1="1" y1="2" x2="5" y2="2" stroke="red"/>';
  expect((await planFile(`${icon}${lines}</svg>`)).notes).toEqual([]);
  expect((await planFile(`${icon}<path d="M1 1h4v4" stroke="red"/></svg>`)).notes).toHaveLength(1);
});
