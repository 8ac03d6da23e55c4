import type { Machine } from '../radio/programs.ts';
import { dnsmasqConfPath, hostapdConfPath, watchdogReportPath } from '../units/index.ts';
import { parseReport } from '../watchdog/report.ts';
import { type Check, check } from './check.ts';
import type { Expected } from './radio-checks.ts';

const freshMs = 30_000;

/** Whether the parts of the network run, and what the watchdog said last. */
export function partChecks(machine: Machine, expected: Expected, now: Date): Check[] {
  const running = machine.processes();
  const part = (title: string, unit: string, word: string) => {
    const found = running.some((line) => line.includes(word));
    return check(title, found, found ? 'runs' : 'does not run', `journalctl -u ${unit}`);
  };
  return [
    ...(expected.backend === 'hostapd' ? [part('hostapd', 'stationery-hostapd', hostapdConfPath)] : []),
    part('dnsmasq', 'stationery-dnsmasq', dnsmasqConfPath),
    watchdog(machine, now),
  ];
}

function watchdog(machine: Machine, now: Date): Check {
  const report = parseReport(machine.read(watchdogReportPath) ?? '');
  const fix = 'systemctl restart stationery-watchdog';
  if (report === undefined) return check('Watchdog', false, 'has said nothing yet', fix);
  const ageMs = Math.abs(now.getTime() - Date.parse(report.checkedAt));
  const { trouble } = report;
  const before = trouble === null ? '' : `; on ${trouble.at}: ${trouble.what}; ${trouble.done}`;
  if (!(ageMs < freshMs)) {
    return check('Watchdog', false, `last check on ${report.checkedAt}: ${report.what}${before}`, fix);
  }
  return check('Watchdog', report.ok, `${report.what}${before}`, 'stationery network apply');
}
