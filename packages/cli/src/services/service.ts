import { once } from 'node:events';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Writable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { launcherSupervisor } from '@stationery/appliance/launcher';
import { createLogger, type Logger, type LogLevel, lineWriter } from '@stationery/core';
import { pingRegularly, RestartDelay, runtimeFolder, systemdSupervisor } from '@stationery/core/systemd';
import type { Listening } from '@stationery/http';
import type { CommandContext } from '../command-line/command.ts';
import { goesToJournal, journalLines, writeError } from '../journal-output.ts';
import { exitCodes } from '../terminal/exit-codes.ts';
import { plain } from '../terminal/words.ts';

export interface Running {
  about: Record<string, unknown>;
  title: string;
  /** Lines to print, addresses first. */
  lines: string[];
  http: Listening;
  /**
   * Resolves after the first attempt to connect to the device,
   * which the service logs. Absent if the service has no device.
   */
  settled?: Promise<void>;
  stop(): Promise<void>;
  /** Whether the service can be restarted without interrupting anything. Absent if it always can. */
  isIdle?(): boolean;
}

/** Starts a service. `others` returns the services that run in this process, including those that start later. */
export type StartService = (
  context: Pick<CommandContext, 'sources'>,
  others: () => readonly Running[],
) => Promise<Running>;

/** Shorter than the limits after which the launcher (20 s) and systemd (30 s) kill the process. */
const defaultMaxStopMs = 15_000;
/** At a terminal, addresses are printed below the log messages of the start, after at most this time. */
const maxSettleMs = 3000;

/** Runs the services until the signal aborts. `printsEach` prints the addresses of each service as soon as it runs. */
export async function runServices(
  services: readonly StartService[],
  context: CommandContext,
  { maxStopMs = defaultMaxStopMs, printsEach = false } = {},
): Promise<number> {
  const { out, signal } = context;
  const upgraded = new AbortController();
  const stop = AbortSignal.any([signal, upgraded.signal]);
  limitStop(stop, maxStopMs);
  const folder = runtimeFolder();
  const delay = new RestartDelay(folder);
  await delay.wait(stop, (line) => writeError(`stationery: ${line}\n`, 'warning'));
  const supervisor = launcherSupervisor() ?? systemdSupervisor();
  const stopPinging = pingRegularly(supervisor);
  const running: Running[] = [];
  const print = ({ title, lines }: Running) => out.line([title, ...lines].join('\n  '));
  const stopAll = () => Promise.all(running.map((service) => service.stop()));
  try {
    for (const start of stop.aborted ? [] : services) {
      const service = await startBeside(start, context, running);
      running.push(service);
      if (printsEach) print(service);
    }
  } catch (error) {
    await stopAll();
    throw error;
  }
  if (out.hasTerminal && !printsEach) {
    const settled = Promise.all(running.map((service) => service.settled));
    await Promise.race([settled, wait(maxSettleMs, undefined, { ref: false })]);
  }
  out.event({ services: running.map(({ about }) => about) }, () => {
    if (!printsEach) running.forEach(print);
    out.line('Stop with Ctrl+C.');
  });
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

/**
 * Ends the process if the services do not stop in time. This is safe,
 * because everything that a service has acknowledged is stored.
 */
function limitStop(stop: AbortSignal, maxStopMs: number): void {
  const end = () => {
    writeError(`stationery: not stopped after ${maxStopMs / 1000} s; the process ends now\n`);
    process.exit(exitCodes.failed);
  };
  const begin = () => setTimeout(end, maxStopMs).unref();
  if (stop.aborted) begin();
  else stop.addEventListener('abort', begin, { once: true });
}

async function startBeside(
  start: StartService,
  context: CommandContext,
  all: readonly Running[],
): Promise<Running> {
  const own: { service?: Running } = {};
  own.service = await start(context, () => all.filter((one) => one !== own.service));
  return own.service;
}

/** Logs text to a terminal, otherwise JSON; with priorities for the journal. */
export function createServiceLog(level: LogLevel): Logger {
  const out = lineWriter(2);
  const stream = goesToJournal() ? journalLines(out) : out;
  return createLogger({ level, stream: process.stderr.isTTY ? humanLines(process.stderr) : stream });
}

/** Under systemd, SIGTERM restarts the service, because the unit starts it again. */
export function restartBySystemd(): { restart?: () => void } {
  return runtimeFolder() === undefined ? {} : { restart: () => process.kill(process.pid, 'SIGTERM') };
}

export function addressLine({ url, note }: Listening): string {
  return note === undefined ? url : `${url}   (${note})`;
}

const everyMs = 2000;

/**
 * Calls `end` when the service is idle after an upgrade. The package requests this restart by making a folder
 * in the service's folder in `/run`, which exists only under systemd.
 */
export function endWhenUpgraded(folder: string | undefined, isIdle: () => boolean, end: () => void): void {
  if (folder === undefined) return;
  const asked = join(folder, 'restart-when-idle');
  rmSync(asked, { recursive: true, force: true });
  const timer = setInterval(() => {
    if (!existsSync(asked) || !isIdle()) return;
    clearInterval(timer);
    end();
  }, everyMs);
  timer.unref();
}

const names: Record<number, string> = {
  10: 'trace',
  20: 'debug',
  30: 'info',
  40: 'warning',
  50: 'error',
  60: 'fatal',
};
const maxFields = 6;
const maxValueLength = 200;

interface Line {
  time: number;
  level: number;
  msg?: string;
}

export function humanLines(out: Pick<Writable, 'write'>): { write(line: string): void } {
  return {
    write(line) {
      const { time, level, msg = '', ...rest } = JSON.parse(line) as Line;
      const clock = new Date(time).toTimeString().slice(0, 8);
      const kind = level === 30 ? '' : `${names[level] ?? level}: `;
      const fields = fieldsOf(rest).slice(0, maxFields);
      const facts = fields.map(([name, value]) => `${name}: ${shortened(value)}`).join(', ');
      out.write(`${clock} ${kind}${plain(msg)}${facts === '' ? '' : ` (${facts})`}\n${traceOf(rest)}`);
    },
  };
}

/**
 * Flattens values to log fields. A nested `state` or `message`
 * takes the name of its parent, so `link.state` becomes `link`.
 */
function fieldsOf(values: object, parent = ''): [string, string][] {
  return Object.entries(values).flatMap(([key, value]): [string, string][] => {
    const own = key === 'err' ? 'error' : key;
    const name = parent !== '' && (key === 'state' || key === 'message') ? parent : own;
    if (value === null || value === undefined || (parent !== '' && isOfError(values, key))) return [];
    if (Array.isArray(value)) return value.length === 0 ? [] : [[name, value.map(text).join(', ')]];
    return typeof value === 'object' ? fieldsOf(value, name) : [[name, text(value)]];
  });
}

const text = (value: unknown) => (typeof value === 'object' ? JSON.stringify(value) : String(value));

const shortened = (value: string) =>
  plain(value.length > maxValueLength ? `${value.slice(0, maxValueLength)} …` : value);

/** Whether the field is an error's stack, which is printed below the line, or its class, which is not printed. */
const isOfError = (values: object, key: string) => 'stack' in values && (key === 'stack' || key === 'type');

function traceOf(rest: { err?: { stack?: string } }): string {
  const lines = rest.err?.stack?.split('\n').filter((line) => line.trim().startsWith('at ')) ?? [];
  return lines.map((line) => `${plain(line)}\n`).join('');
}
