import { join, resolve } from 'node:path';
import { type DataSpec, messageOf, type Repair, repairDatabase, SettingError } from '@stationery/core';
import { plotterData } from '@stationery/plotter';
import { stationData } from '@stationery/station';
import type { CheckInput } from './finding.ts';
import { isFolder } from './folder-state.ts';

interface RepairReport {
  service: string;
  folder: string;
  /** The repair; undefined if there was nothing to repair or if the repair failed. */
  repair: Repair | undefined;
  failure: string | undefined;
}

export async function repairAll(input: Pick<CheckInput, 'station' | 'plotter'>): Promise<RepairReport[]> {
  const { station, plotter } = input;
  const reports = [repairOne(station.dataDir, stationData), repairOne(plotter.dataDir, plotterData)];
  const fleet = join(plotter.dataDir, 'fleet');
  // Load the fleet code only if the plotter has been in a fleet, which most have not.
  if (!isFolder(resolve(fleet))) return reports;
  const { claimData } = await import('@stationery/fleet/agent');
  return [...reports, repairOne(fleet, claimData)];
}

function repairOne(dataDir: string, spec: DataSpec): RepairReport {
  const folder = resolve(dataDir);
  const report = { service: spec.owner, folder, repair: undefined, failure: undefined };
  if (!isFolder(folder)) return report;
  try {
    return { ...report, repair: repairDatabase(folder, spec) };
  } catch (error) {
    if (error instanceof SettingError) return { ...report, failure: messageOf(error) };
    return { ...report, failure: `the data folder ${folder} could not be repaired: ${messageOf(error)}` };
  }
}

export function repairLines({ service, folder, repair, failure }: RepairReport): string {
  if (failure !== undefined) return `✗ Repair of the ${service}: ${failure}\n`;
  if (repair === undefined) return `– Repair of the ${service}: nothing to repair in ${folder}\n`;
  const { tables, copyOf, aside } = repair;
  const restored = tables.map(
    ({ table, rows, from }) => `${rows} ${contentOf(table, rows)} ${origins[from]}`,
  );
  const lines = [
    `✓ Repair of the ${service}: ${restored.length === 0 ? `${folder} can be used again` : `restored ${restored.join(', ')}`}`,
    ...(copyOf === undefined
      ? []
      : [`  Copy of ${copyOf}: changes after it are lost where the copy was used`]),
    ...lost(tables).map((line) => `  Lost: ${line}`),
    ...aside.map((path) => `  Damaged file kept as: ${path}`),
  ];
  return `${lines.join('\n')}\n`;
}

const contents: Readonly<Record<string, readonly [string, string]>> = {
  settings: ['setting', 'settings'],
  files: ['file', 'files'],
  tags: ['tag', 'tags'],
  tag_files: ['file of a tag', 'files of tags'],
  places: ['playing position', 'playing positions'],
  statistics: ['hour of statistics', 'hours of statistics'],
  jobs: ['job', 'jobs'],
  job_blocks: ['block of job commands', 'blocks of job commands'],
  job_results: ['reply to a job command', 'replies to job commands'],
  claims: ['job of the fleet', 'jobs of the fleet'],
  outbox: ['report to the fleet', 'reports to the fleet'],
};

function contentOf(table: string, rows: number): string {
  const [one, several] = contents[table] ?? [table, table];
  return rows === 1 ? one : several;
}

const origins = {
  database: '(still readable)',
  copy: '(from the copy)',
  nowhere: '(lost)',
} as const;

function lost(tables: Repair['tables']): string[] {
  const gone = (name: string) => tables.some(({ table, from }) => table === name && from === 'nowhere');
  const copied = (name: string) => tables.some(({ table, from }) => table === name && from === 'copy');
  return [
    ...(copied('files') ? ['the ids of files without a tag; they get new ones'] : []),
    ...(gone('tags') ? ['tags and their bindings; there was no copy'] : []),
    ...(gone('places') ? ['where playback of each tag stopped; it starts over'] : []),
    ...(gone('tag_files') && !gone('tags') ? ['which files belong to which tag; there was no copy'] : []),
    ...(gone('statistics') ? ['statistics'] : []),
    ...(gone('settings') ? ['settings; there was no copy'] : []),
    ...(gone('jobs') ? ['the list of jobs; there was no copy'] : []),
    ...(gone('job_blocks') ? ['the commands of jobs; jobs that were not over are cancelled'] : []),
    ...(gone('claims') ? ['the plotter’s record of the fleet’s jobs; check their state on the board'] : []),
    ...(gone('outbox') ? ['reports not yet sent to the fleet'] : []),
    ...(gone('job_results') ? ['the replies to the commands of jobs'] : []),
  ];
}
