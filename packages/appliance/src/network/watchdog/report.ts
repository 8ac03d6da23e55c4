import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

export interface Incident {
  readonly at: string;
  readonly what: string;
  readonly done: string;
}

export interface WatchdogReport {
  readonly checkedAt: string;
  readonly ok: boolean;
  readonly what: string;
  readonly trouble: Incident | null;
}

export function writeReport(path: string, report: WatchdogReport): void {
  mkdirSync(dirname(path), { recursive: true });
  const beside = `${path}.new`;
  writeFileSync(beside, `${JSON.stringify(report)}\n`);
  renameSync(beside, path);
}

export function readReport(path: string): WatchdogReport | undefined {
  try {
    return parseReport(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
}

export function parseReport(text: string): WatchdogReport | undefined {
  try {
    const report = JSON.parse(text) as WatchdogReport;
    return typeof report.checkedAt === 'string' && typeof report.what === 'string' ? report : undefined;
  } catch {
    return undefined;
  }
}
