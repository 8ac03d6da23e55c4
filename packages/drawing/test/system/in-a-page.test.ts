import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readSvg } from '@stationery/drawing';
import { build } from 'vite';
import { describe, expect, it } from 'vitest';
import { browserContext, chromiumProgram } from '../../../web/test/support/chromium.ts';

const packageFolder = join(import.meta.dirname, '../..');

/** Rounds values, because the last digit of a sine differs between engines. */
const rounded = (value: number) => Math.round(value * 1e9) / 1e9;

/** Bundles the whole package as one script for a worker. */
async function bundle(): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    build: {
      write: false,
      minify: false,
      lib: { entry: join(packageFolder, 'src/index.ts'), formats: ['iife'], name: 'drawing' },
    },
  });
  const outputs = (Array.isArray(built) ? built : [built]) as { output: { code?: string }[] }[];
  return outputs[0]?.output[0]?.code ?? '';
}

describe.skipIf(!chromiumProgram.run)('the drawing package in a worker of a page', () => {
  it('reads the same strokes as in Node', async () => {
    const page = await (await browserContext()).newPage();
    const names = [
      'illustrator.svg',
      'clip-curves.svg',
      'dash-transform.svg',
      'css-cascade.svg',
      'text-tspan.svg',
    ];
    const files = names.map((name) => readFileSync(join(packageFolder, 'test/corpus', name), 'utf8'));
    const worker = `${await bundle()}
      onmessage = ({ data }) => postMessage(data.map((file) => {
        const { strokes, ...rest } = drawing.readSvg(new TextEncoder().encode(file));
        return { ...rest, strokes: strokes.map(({ points, layer }) => ({ points: Array.from(points, rounded), layer })) };
      }));
      const rounded = ${rounded};`;
    const inPage = `new Promise((resolve, reject) => {
      const worker = new Worker(URL.createObjectURL(new Blob([${JSON.stringify(worker)}])));
      worker.onmessage = ({ data }) => resolve(data);
      worker.onerror = ({ message }) => reject(new Error(message));
      worker.postMessage(${JSON.stringify(files)});
    })`;
    const here = files.map((file) => {
      const { strokes, ...rest } = readSvg(file);
      return {
        ...rest,
        strokes: strokes.map(({ points, layer }) => ({ points: Array.from(points, rounded), layer })),
      };
    });
    expect(await page.evaluate(inPage)).toEqual(here);
    expect(here.every(({ strokes }) => strokes.length > 0)).toBe(true);
  });
});
