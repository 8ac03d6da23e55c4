import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const planner = fileURLToPath(new URL('../../dist/index.js', import.meta.url));

/** Address space in gigabytes: at most as much as a process has on a small 64-bit board. */
const addressSpaceGb = 128;

it('a drawing with many pens is planned in a small address space', async () => {
  const program = `
    import { planDrawing } from ${JSON.stringify(planner)};
    const pens = Array.from({ length: 300 }, (_, pen) => pen);
    const { layers } = planDrawing({
      widthMm: 210, heightMm: 297, notes: [],
      layers: pens.map((pen) => ({ name: 'Pen ' + pen, colour: '#' + (0x100000 + pen).toString(16) })),
      strokes: pens.flatMap((layer) => [20, 20, 60].map((y) => ({ layer, points: [layer / 2, y, layer / 2 + 9, y] }))),
    });
    console.log(layers.length);`;
  const limited = `ulimit -v ${addressSpaceGb * 1024 * 1024}; exec "$0" --input-type=module --eval "$1"`;
  const { stdout } = await promisify(execFile)('sh', ['-c', limited, process.execPath, program]);
  expect(stdout.trim()).toBe('300');
});
