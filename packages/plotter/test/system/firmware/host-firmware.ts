import { spawnSync } from 'node:child_process';
import { buildHostFirmware } from '../../../../../tools/firmware/host.mjs';

export interface HostLine {
  atUs: number;
  text: string;
}

/** The state after an order: virtual time, actual steps and outputs. */
export interface HostReport {
  lines: HostLine[];
  atUs: number;
  motors: { a: number; b: number; pen: number };
  servoUs: number;
  motorsOn: boolean;
}

/** Returns the order that sends these lines, each with a line feed. */
export const send = (...lines: string[]) =>
  `x ${Buffer.from(`${lines.join('\n')}\n`, 'latin1').toString('hex')}`;
export const untilIdle = 'i';
export const pass = (micros: number) => `t ${Math.round(micros)}`;
export const powerUp = 'p';

/** Runs the firmware's core in virtual time. Returns a report for each order. */
export function runHostFirmware(orders: readonly string[], trace?: string): HostReport[] {
  const program = buildHostFirmware();
  const { stdout, stderr, status } = spawnSync(program, trace === undefined ? [] : [trace], {
    input: `${orders.join('\n')}\n`,
    encoding: 'latin1',
    maxBuffer: 1 << 28,
    // The core allocates nothing, and the search for leaks takes seconds.
    env: { ...process.env, ASAN_OPTIONS: 'detect_leaks=0' },
  });
  if (status !== 0) throw new Error(`the firmware ended with ${status}: ${stderr}`);
  const reports: HostReport[] = [];
  let lines: HostLine[] = [];
  for (const line of stdout.split('\n').filter((text) => text !== '')) {
    const space = line.indexOf(' ');
    if (!line.startsWith('= ')) {
      lines.push({ atUs: Number(line.slice(0, space)), text: line.slice(space + 1) });
      continue;
    }
    const [atUs, a, b, pen, servoUs, on] = line.slice(2).split(' ').map(Number);
    reports.push({
      lines,
      atUs: atUs!,
      servoUs: servoUs!,
      motorsOn: on === 1,
      motors: { a: a!, b: b!, pen: pen! },
    });
    lines = [];
  }
  return reports;
}
