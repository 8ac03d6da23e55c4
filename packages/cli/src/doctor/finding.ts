import type { Check, Machine, NetworkSettings } from '@stationery/appliance';
import type { PlotterConfig } from '@stationery/plotter';
import type { StationConfig } from '@stationery/station';
import type { Installation } from './installation.ts';
import type { RunningStation } from './running-station.ts';

/** Input of the checks, which only read and change nothing. */
export interface CheckInput {
  readonly station: StationConfig;
  readonly plotter: PlotterConfig;
  readonly network: NetworkSettings;
  readonly machine: Machine;
  readonly installation: Installation;
  /** The station that currently runs with these settings; only it knows its own state. */
  readonly running: RunningStation | undefined;
}

/** `ok` is null if the check did not apply. */
export type Finding = Check | { readonly name: string; readonly ok: null; readonly detail: string };

export function good(name: string, detail: string): Finding {
  return { name, ok: true, detail };
}

export function bad(name: string, detail: string, fix: string): Finding {
  return { name, ok: false, detail, fix };
}

export function skipped(name: string, detail: string): Finding {
  return { name, ok: null, detail };
}

const signs = { true: '✓', false: '✗', null: '–' } as const;

export function findingLines(finding: Finding): string {
  const { name, ok, detail } = finding;
  const fix = ok === false && finding.fix !== undefined ? `    → ${finding.fix}\n` : '';
  return `${signs[`${ok}`]} ${name}: ${detail}\n${fix}`;
}

export function summary(findings: readonly Finding[]): string {
  const count = (ok: boolean | null) => findings.filter((finding) => finding.ok === ok).length;
  const parts = [`${count(true)} ok`, `${count(false)} to fix`, `${count(null)} not applicable`];
  return `${count(false) === 0 ? 'No problems' : 'Problems found'}: ${parts.join(', ')}.\n`;
}
