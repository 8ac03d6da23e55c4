import { once } from 'node:events';
import { createLogger, type Logger, type LogLevel } from '@stationery/core';
import type { Listening } from '@stationery/http';
import { humanLines } from './log-lines.ts';
import { settle } from './start-small.ts';
import { stopSignal } from './stop-signal.ts';

/** A service that runs, and what its owner should read. */
export interface Running {
  title: string;
  /** What to read, line by line: addresses first. */
  lines: string[];
  stop(): Promise<void>;
}

export type StartService = (args: string[]) => Promise<Running>;

/** Starts services, says where they are, and stops them all when the process is asked to stop. */
export async function runServices(services: readonly StartService[], args: string[]): Promise<number> {
  const stop = stopSignal();
  const running: Running[] = [];
  const stopAll = () => Promise.all(running.map((service) => service.stop()));
  try {
    for (const start of services) running.push(await start(args));
  } catch (error) {
    await stopAll();
    throw error;
  }
  for (const { title, lines } of running) {
    process.stdout.write(`${[title, ...lines].join('\n  ')}\n`);
  }
  process.stdout.write('Stop with Ctrl+C.\n');
  settle();
  if (!stop.aborted) await once(stop, 'abort');
  await stopAll();
  return 0;
}

/** For a person at a terminal in words, for everything else as JSON. */
export function createServiceLog(level: LogLevel): Logger {
  return createLogger({ level, ...(process.stderr.isTTY ? { stream: humanLines(process.stderr) } : {}) });
}

export function addressLine({ url, note }: Listening): string {
  return note === undefined ? url : `${url}   (${note})`;
}

export function configHelp(service: string, example: string): string {
  return `  --config <file>
      A JSON file with settings: { "${service}": ${example} }
      STATIONERY_CONFIG, default: /etc/stationery/config.json where it exists`;
}
