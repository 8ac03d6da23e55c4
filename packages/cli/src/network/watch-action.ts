import { spawn } from 'node:child_process';
import { sharedRun, sleep, systemClock } from '@stationery/core';
import { systemdSupervisor } from '@stationery/core/systemd';
import {
  radioOf,
  readRadioState,
  readReport,
  thisMachine,
  Watchdog,
  watchdogReportPath,
  writeReport,
} from '@stationery/station/network';
import { stopSignal } from '../stop-signal.ts';
import { readOptionsWhateverTheFile } from './options.ts';

const everyMs = 3000;

/** Looks at the radio until it is asked to stop: every few seconds, and whenever the kernel tells of a change. */
export async function watchAction(args: string[]): Promise<number> {
  // The radio is guarded also where somebody made a mistake in the config file: the unit names the interface.
  const options = readOptionsWhateverTheFile(args, { values: ['report'], switches: ['once'] });
  const path = options.value('report') ?? watchdogReportPath;
  const watchdog = new Watchdog({
    interface: options.settings.wifiInterface,
    look: () => readRadioState(thisMachine),
    radio: radioOf(thisMachine),
    clock: systemClock,
    now: () => new Date(),
    say: (line) => process.stdout.write(`${line}\n`),
    report: (report) => writeReport(path, report),
    earlierTrouble: readReport(path)?.trouble ?? null,
  });
  const check = sharedRun(() => watchdog.check());
  await check();
  if (options.has('once')) return readReport(path)?.ok === true ? 0 : 1;
  const stop = stopSignal();
  const events = followKernel(() => void check().catch(() => undefined));
  const supervisor = systemdSupervisor();
  supervisor.ready();
  let toldMs = systemClock.nowMs();
  while (!stop.aborted) {
    await sleep(systemClock, everyMs, stop).catch(() => undefined);
    if (stop.aborted) break;
    await check();
    // Not from a timer: what matters is that it still looks.
    if (systemClock.nowMs() - toldMs < (supervisor.aliveEveryMs ?? Number.POSITIVE_INFINITY)) continue;
    supervisor.alive();
    toldMs = systemClock.nowMs();
  }
  events.kill();
  return 0;
}

/** What the kernel tells of radios. Without it, looking every few seconds still finds everything. */
function followKernel(onEvent: () => void) {
  const env = { ...process.env, PATH: `${process.env.PATH ?? ''}:/usr/sbin:/sbin` };
  const events = spawn('iw', ['event'], { env, stdio: ['ignore', 'pipe', 'ignore'] });
  events.on('error', () => undefined);
  events.stdout.on('data', onEvent);
  return events;
}
