import { spawn } from 'node:child_process';
import {
  type NetworkSettings,
  radioOf,
  readRadioState,
  readReport,
  thisMachine,
  Watchdog,
  watchdogReportPath,
  writeReport,
} from '@stationery/appliance/network';
import { sharedRun, sleep, systemClock } from '@stationery/core';
import { systemdSupervisor } from '@stationery/core/systemd';
import { type CommandContext, defineCommand } from '../command-line/command.ts';
import { exitCodes } from '../terminal/exit-codes.ts';
import { networkSettings, readOptionsWithAnyFile } from './network-options.ts';

const everyMs = 3000;

export const watch = defineCommand({
  summary: 'Switch the radio off if it is not an access point; systemd runs this',
  about: `Checks the radio every three seconds and whenever the kernel reports a change. If an interface has joined a network, or the
interface of the station is no access point for 20 seconds, it switches the radio off.`,
  keepsRunning: true,
  options: {
    once: { help: 'Check once; exits with 0 if the interface is an access point, otherwise with 1' },
    report: {
      placeholder: '<file>',
      help: `Where to save the state, default: ${watchdogReportPath}`,
      completes: 'file',
    },
  },
  settings: networkSettings,
  examples: ['sudo stationery network watch', 'sudo stationery network watch --once --wifi-interface wlan1'],
  run(context) {
    // Guard the radio even if the config file is broken: the unit's command line names the interface.
    const { settings } = readOptionsWithAnyFile(context);
    const { once, report = watchdogReportPath } = context.options;
    return guardRadio({ settings, once, report, out: context.out, signal: context.signal });
  },
});

interface Guarding extends Pick<CommandContext, 'out' | 'signal'> {
  settings: NetworkSettings;
  once: boolean;
  report: string;
}

async function guardRadio({ settings, once, report: path, out, signal }: Guarding): Promise<number> {
  const watchdog = new Watchdog({
    interface: settings.wifiInterface,
    readRadio: () => readRadioState(thisMachine),
    radio: radioOf(thisMachine),
    clock: systemClock,
    now: () => new Date(),
    say: (line) => out.event({ message: line }, () => out.line(line)),
    report: (report) => writeReport(path, report),
    earlierTrouble: readReport(path)?.trouble ?? null,
  });
  const check = sharedRun(() => watchdog.check());
  await check();
  if (once) return readReport(path)?.ok === true ? exitCodes.good : exitCodes.failed;
  const events = followKernel(() => void check().catch(() => undefined));
  const supervisor = systemdSupervisor();
  supervisor.ready();
  let toldMs = systemClock.nowMs();
  while (!signal.aborted) {
    await sleep(systemClock, everyMs, signal).catch(() => undefined);
    if (signal.aborted) break;
    await check();
    // Report to the supervisor from the loop instead of a timer, to prove that the loop runs.
    if (systemClock.nowMs() - toldMs < (supervisor.aliveEveryMs ?? Number.POSITIVE_INFINITY)) continue;
    supervisor.alive();
    toldMs = systemClock.nowMs();
  }
  events.kill();
  return exitCodes.good;
}

/** Calls `onEvent` for kernel events. If they are unavailable, polling every few seconds still finds every change. */
function followKernel(onEvent: () => void) {
  const env = { ...process.env, PATH: `${process.env.PATH ?? ''}:/usr/sbin:/sbin` };
  const events = spawn('iw', ['event'], { env, stdio: ['ignore', 'pipe', 'ignore'] });
  events.on('error', () => undefined);
  events.stdout.on('data', onEvent);
  return events;
}
