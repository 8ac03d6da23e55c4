import { basename, join } from 'node:path';
import { SettingError } from '@stationery/core';
import { networkFolder, unitFolder } from '../units/index.ts';
import type { OriginalState } from './original-state.ts';
import { type PathState, readPathState, writePathState } from './path-state.ts';

/** A path that “network apply” changes, and what was there before it first did; null where there was nothing. */
export interface OriginalPath {
  readonly path: string;
  readonly before: PathState | null;
  /** Its owner may have changed it since; then it stays. The SHA-256 of what was written. */
  readonly written?: string;
}

/**
 * Everything that “network apply” changes, written before it is changed: “network remove” goes by this and by
 * nothing else, also after an apply that was cut off.
 */
export interface NetworkRecord {
  /** The rendered files. */
  readonly files: readonly OriginalPath[];
  /** What changes besides: the links by which systemd starts a unit, the passphrase. */
  readonly besides: readonly OriginalPath[];
  /** Folders that were not there, the outermost first. */
  readonly folders: readonly string[];
  /** How the running machine was; undefined while nothing was started on it. */
  readonly machine: OriginalState | undefined;
}

export const recordPath = `${networkFolder}/record.json`;

export const emptyRecord: NetworkRecord = { files: [], besides: [], folders: [], machine: undefined };

/** The link by which systemd starts a unit with the machine; `systemctl enable` makes it. */
export const enablingLink = (unit: string) => `${unitFolder}/multi-user.target.wants/${basename(unit)}`;

/** Returns undefined if nothing was ever applied. */
export function readRecord(root: string): NetworkRecord | undefined {
  const full = join(root, recordPath);
  const found = readPathState(full);
  return found?.kind === 'file' ? parseRecord(found.content.toString('utf8'), full) : undefined;
}

export function writeRecord(root: string, record: NetworkRecord): void {
  const text = `${JSON.stringify({ version: 1, ...record }, toJson, 1)}\n`;
  // For root alone: what was there before may have held a secret.
  writePathState(join(root, recordPath), { kind: 'file', mode: 0o600, content: Buffer.from(text) });
}

/** Buffers come here as what their own `toJSON` made of them. */
function toJson(_key: string, value: unknown): unknown {
  const bytes = value as { type?: unknown; data?: unknown } | null;
  return bytes?.type === 'Buffer' && Array.isArray(bytes.data)
    ? Buffer.from(bytes.data as number[]).toString('base64')
    : value;
}

function parseRecord(text: string, full: string): NetworkRecord {
  try {
    const { version, files, besides, folders, machine } = JSON.parse(text, (key, value: unknown) =>
      key === 'content' && typeof value === 'string' ? Buffer.from(value, 'base64') : value,
    ) as NetworkRecord & { version: number };
    if (version !== 1 || !Array.isArray(files) || !Array.isArray(besides) || !Array.isArray(folders)) {
      throw new Error('it is of another kind');
    }
    return { files, besides, folders, machine };
  } catch {
    throw new SettingError(`${full} cannot be read; it lists what to undo, so nothing was changed`);
  }
}
