import { join } from 'node:path';
import type { StationEvent } from '@stationery/contract';
import { type Clock, type Logger, messageOf, RefusalLog } from '@stationery/core';
import type { StationConfig } from '../config.ts';
import { interfaceVersion, packageVersion } from '../version.ts';
import { absentInstaller } from './absent-installer.ts';
import { readPublicKey } from './bundle/signature.ts';
import { commandInstaller } from './command-installer.ts';
import { FirmwareUpdater, type ReadUpload } from './firmware-updater.ts';
import type { Installer } from './installer.ts';
import type { LauncherLink } from './launcher/launcher-link.ts';
import { SlotFolder } from './slots/slot-folder.ts';
import { SlotInstaller } from './slots/slot-installer.ts';
import { UpdateHistory } from './update-history.ts';

type FirmwareEvent = Extract<StationEvent, { name: 'firmware' }>['data'];
type Status = Extract<StationEvent, { name: 'snapshot' }>['data']['firmware'];

export interface FirmwareParts {
  launcher: LauncherLink | undefined;
  clock: Clock;
  log: Logger;
  publish(event: FirmwareEvent): void;
}

/** Updates of the station itself: takes them, tells of them, and proves a new version to the launcher. */
export class Firmware {
  readonly #parts: FirmwareParts;
  readonly #installer: Installer;
  readonly #updater: FirmwareUpdater;
  readonly #history: UpdateHistory;
  readonly #refusals: RefusalLog;
  readonly #allowUnsigned: boolean;
  readonly #stopping = new AbortController();

  constructor(config: StationConfig, parts: FirmwareParts) {
    const { launcher, log } = parts;
    this.#parts = parts;
    const slots =
      launcher === undefined || config.firmwareSlots === undefined
        ? undefined
        : { folder: new SlotFolder(config.firmwareSlots), running: launcher.slot };
    const step = (name: string) => log.debug({ step: name }, 'updating the firmware');
    const incomingDir = join(config.dataDir, 'firmware');
    this.#history = new UpdateHistory(slots);
    this.#refusals = new RefusalLog(parts, 'firmware bundles refused');
    this.#installer = config.firmwareInstaller.startsWith('command:')
      ? commandInstaller(config.firmwareInstaller.slice('command:'.length), incomingDir)
      : slots === undefined
        ? absentInstaller(incomingDir)
        : new SlotInstaller({ ...slots, step });
    this.#allowUnsigned = config.firmwareAllowUnsigned === 'yes';
    this.#updater = new FirmwareUpdater({
      installer: this.#installer,
      rules: {
        product: config.product,
        hardware: config.hardware,
        runningVersion: packageVersion,
        keys: config.firmwareKeys.map(readPublicKey),
        allowUnsigned: this.#allowUnsigned,
        maxBytes: config.firmwareMaxBytes,
      },
      log,
      step,
      onProgress: ({ state, version, detail }) => {
        if (state === 'failed' && version === null) this.#refusals.note(detail);
        else if (state === 'failed') this.#history.note({ version, result: 'failed', reason: detail });
        if (state === 'installed' && this.#installer.name === 'command') {
          this.#history.note({ version, result: 'committed', reason: null });
        }
        this.#publish(state, version, detail);
      },
    });
    if (this.#allowUnsigned) log.warn('firmware that nobody signed is taken: use this for development only');
  }

  /** Installs what `readUpload` brings, and gives its version as the interface writes it. */
  async update(readUpload: ReadUpload): Promise<string> {
    return interfaceVersion(await this.#updater.update(readUpload));
  }

  /** Has what was installed started, where that is ours to do. */
  restart(): void {
    if (this.#installer.name === 'slots') this.#parts.launcher?.restart();
  }

  status(): Status {
    const { slot, state, last } = this.#history.status(this.#updater.running);
    return {
      fw_version: interfaceVersion(packageVersion),
      slot,
      state,
      installer: this.#installer.name,
      unsigned_allowed: this.#allowUnsigned,
      last_update:
        last === null ? null : { fw_version: shown(last.version), result: last.result, reason: last.reason },
    };
  }

  /**
   * To be called when the station listens. Tells what became of the last update, and on trial asks the station
   * itself, over HTTP, whether it is well. `onProven` is called when this version stays.
   */
  started(check: () => Promise<boolean>, onProven: () => void): void {
    const { launcher, clock, log } = this.#parts;
    const { last } = this.#history.status(false);
    if (launcher === undefined || !launcher.onTrial) {
      if (last?.result === 'rolled-back') {
        log.warn({ version: last.version, reason: last.reason }, 'the last update was rolled back');
        this.#publish('rolled-back', last.version, last.reason);
      }
      onProven();
      return;
    }
    const { signal } = this.#stopping;
    launcher.proveHealthy({ version: packageVersion, check, clock, signal }).then(
      () => {
        log.info({ version: packageVersion }, 'this version is healthy and stays');
        this.#publish('committed', packageVersion, null);
        onProven();
      },
      (error) => signal.aborted || log.error({ reason: messageOf(error) }, 'proving this version'),
    );
  }

  async close(): Promise<void> {
    this.#stopping.abort();
    await this.#updater.close();
    this.#refusals.close();
  }

  #publish(state: FirmwareEvent['state'], version: string | null, detail: string | null): void {
    this.#parts.publish({ state, fw_version: shown(version), detail });
  }
}

function shown(version: string | null): string | null {
  return version === null ? null : interfaceVersion(version);
}
