import { once } from 'node:events';
import { createLogger, type Logger, type LogLevel, lineWriter } from '@stationery/core';
import { pingRegularly, RestartDelay, runtimeFolder, systemdSupervisor } from '@stationery/core/systemd';
import type { Listening } from '@stationery/http';
import { launcherSupervisor } from '@stationery/station/launcher';
import { complain, goesToJournal, journalLines } from './journal-output.ts';
import { humanLines } from './log-lines.ts';
import { settle } from './start-small.ts';
import { stopSignal } from './stop-signal.ts';
import { endWhenUpgraded } from './upgrade-watch.ts';

/** A service that runs, and what its owner should read. */
export interface Running {
  title: string;
  /** What to read, line by line: addresses first. */
  lines: string[];
  /** Where its page is. */
  http: Listening;
  stop(): Promise<void>;
  /** Whether it can be started again without cutting anything off; left out where that is not asked. */
  isIdle?(): boolean;
}

/** `others` gives the services that run beside it in this process, also those that start later. */
export type StartService = (args: string[], others: () => readonly Running[]) => Promise<Running>;

/** Starts services, says where they are, and stops them all when the process is asked to stop. */
export async function runServices(services: readonly StartService[], args: string[]): Promise<number> {
  const asked = stopSignal();
  const upgraded = new AbortController();
  const stop = AbortSignal.any([asked, upgraded.signal]);
  const folder = runtimeFolder();
  const delay = new RestartDelay(folder);
  await delay.wait(stop, (line) => complain(`stationery: ${line}\n`, 'warning'));
  const supervisor = launcherSupervisor() ?? systemdSupervisor();
  const stopPinging = pingRegularly(supervisor);
  const running: Running[] = [];
  const stopAll = () => Promise.all(running.map((service) => service.stop()));
  try {
    for (const start of stop.aborted ? [] : services) running.push(await startBeside(start, args, running));
  } catch (error) {
    await stopAll();
    throw error;
  }
  for (const { title, lines } of running) {
    process.stdout.write(`${[title, ...lines].join('\n  ')}\n`);
  }
  process.stdout.write('Stop with Ctrl+C.\n');
  settle();
  supervisor.ready();
  if (running.every(({ isIdle }) => isIdle !== undefined)) {
    const isIdle = () => running.every((service) => service.isIdle?.());
    endWhenUpgraded(folder, isIdle, () => upgraded.abort());
  }
  if (!stop.aborted) await once(stop, 'abort');
  delay.forget();
  await stopAll();
  stopPinging();
  return 0;
}

async function startBeside(start: StartService, args: string[], all: readonly Running[]): Promise<Running> {
  const own: { service?: Running } = {};
  own.service = await start(args, () => all.filter((one) => one !== own.service));
  return own.service;
}

/** For a person at a terminal in words, for everything else as JSON; for the journal with the priority. */
export function createServiceLog(level: LogLevel): Logger {
  const out = lineWriter(2);
  const stream = goesToJournal() ? journalLines(out) : out;
  return createLogger({ level, stream: process.stderr.isTTY ? humanLines(process.stderr) : stream });
}

export function addressLine({ url, note }: Listening): string {
  return note === undefined ? url : `${url}   (${note})`;
}

export function configHelp(service: string, example: string): string {
  return `  --config <file>
      A JSON file with settings: { "${service}": ${example} }
      STATIONERY_CONFIG, default: /etc/stationery/config.json where it exists`;
}
