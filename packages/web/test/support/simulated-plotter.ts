import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { temporaryFolder } from '@stationery/core/testing';
import { expect, onTestFinished } from 'vitest';

const program = fileURLToPath(new URL('../../../cli/bin/stationery.mjs', import.meta.url));

export interface Stroke {
  x: number;
  y: number;
}

export interface SimulatedPlotter {
  path: string;
  /** Types into the simulator's console. */
  tell(line: string, answer: string): Promise<void>;
  /** Returns the answer to the last line. */
  said(): string;
  /** All places at which the pen touched the paper, in steps. */
  drawn(): Promise<Stroke[]>;
  /** Returns an SVG whose units are steps. */
  picture(): Promise<string>;
}

/** Starts a simulator on a pty of its own. */
export async function simulatedPlotter(
  speedFactor: number,
  driver = 'stationery',
): Promise<SimulatedPlotter> {
  const folder = await temporaryFolder();
  const path = join(folder, 'plotter');
  const child = spawn(
    process.execPath,
    [
      ...[program, 'simulate', 'plotter', '--pty', path, '--driver', driver],
      ...['--speed-factor', String(speedFactor)],
    ],
    { stdio: ['pipe', 'pipe', 'inherit'] },
  );
  const exit = once(child, 'close');
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await exit;
  });
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  await expect.poll(() => said).toContain(path);
  const tell = async (line: string, answer: string) => {
    said = '';
    child.stdin.write(`${line}\n`);
    await expect.poll(() => said).toContain(answer);
  };
  const picture = async () => {
    const file = join(folder, 'drawn.svg');
    await tell(`drawing ${file}`, 'Saved the drawing');
    return readFileSync(file, 'utf8');
  };
  return {
    path,
    tell,
    said: () => said,
    picture,
    drawn: async () => placesOf(await picture()),
  };
}

/** Strokes have the form `M<x> <y>l<dx> <dy>…`. */
function placesOf(svg: string): Stroke[] {
  return [...svg.matchAll(/<path d="([^"]+)"/g)].flatMap(([, d = '']) => {
    const numbers = [...d.matchAll(/-?\d+/g)].map(Number);
    const places: Stroke[] = [];
    let at = { x: 0, y: 0 };
    for (let index = 0; index + 1 < numbers.length; index += 2) {
      at = { x: at.x + numbers[index]!, y: at.y + numbers[index + 1]! };
      places.push(at);
    }
    return places;
  });
}
