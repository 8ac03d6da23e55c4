import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '@stationery/core';
import type { Step } from '@stationery/core/durable';
import type { Payload } from '../bundle/manifest.ts';
import { FirmwareRejected } from '../firmware-rejected.ts';
import type { Installer, StagedBundle } from '../installer.ts';
import { readContentList, sha256 } from './slot-content.ts';
import type { Slot, SlotFolder } from './slot-folder.ts';
import { unpackStation } from './unpack-station.ts';

/** Installs into the inactive slot and makes the launcher try it at the next start. */
export class SlotInstaller implements Installer {
  readonly name = 'slots';
  readonly #folder: SlotFolder;
  readonly #running: Slot;
  readonly #step: Step;

  constructor(parts: { folder: SlotFolder; running: Slot; step: Step }) {
    this.#folder = parts.folder;
    this.#running = parts.running;
    this.#step = parts.step;
    this.#folder.tidy();
  }

  get incomingDir(): string {
    return this.#folder.path;
  }

  requireReady(): void {
    const { trial } = this.#folder.read();
    if (trial === null) return;
    throw new AppError(
      'update-running',
      trial.slot === this.#running
        ? 'The version that runs is still proving itself. Try again in a minute.'
        : 'An update is installed already and about to be started. Try again in a minute.',
    );
  }

  lowestVersion(): string | null {
    return this.#folder.read().highest;
  }

  makeRoom(): void {
    this.#folder.empty(this.#target());
  }

  async install({ file, payload, manifest, head }: StagedBundle): Promise<void> {
    const unpacked = join(this.#folder.path, `unpacking-${randomUUID()}`);
    const slot = this.#target();
    try {
      await unpackStation(file, payload, unpacked, this.#step);
      requireVersion(unpacked, payload, manifest.version);
      const list = readContentList(unpacked);
      if (sha256(list) !== payload.contentSha256) throw new FirmwareRejected({ code: 'files-differ' });
      const content = {
        version: manifest.version,
        entry: payload.entry,
        contentSha256: payload.contentSha256,
      };
      this.#folder.describe(unpacked, content, { list, head });
      const state = { ...this.#folder.read(), active: this.#running };
      if (!this.#folder.isDecided()) this.#folder.write(state);
      this.#folder.fill(slot, unpacked);
      this.#folder.write({ ...state, trial: { slot, version: manifest.version, tries: 0 } });
    } finally {
      await rm(unpacked, { recursive: true, force: true });
    }
  }

  #target(): Slot {
    const { active } = this.#folder.read();
    return active === 'a' || this.#running === 'a' ? 'b' : 'a';
  }
}

/** The station's own manifest must have the signed version. */
function requireVersion(folder: string, { entry }: Payload, version: string): void {
  if (!existsSync(join(folder, entry))) throw new FirmwareRejected({ code: 'program-missing' });
  let found: unknown;
  try {
    const manifest = readFileSync(join(folder, entry, '../../package.json'), 'utf8');
    found = (JSON.parse(manifest) as { version?: unknown }).version;
  } catch {
    found = undefined;
  }
  if (found !== version) {
    const other = found === undefined ? 'unknown' : String(found).slice(0, 100);
    throw new FirmwareRejected({ code: 'version-differs', version, found: other });
  }
}
