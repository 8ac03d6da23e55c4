import { join } from 'node:path';
import type { StationEvent } from '@stationery/contract';
import {
  AppError,
  type Clock,
  interfaceVersion,
  type Logger,
  messageOf,
  packageVersion,
  RefusalLog,
} from '@stationery/core';
import type { Step } from '@stationery/core/durable';
import { readHeader } from './bundle/bundle-header.ts';
import { ByteSource } from './bundle/byte-source.ts';
import { decodeManifest, type KeyChange } from './bundle/manifest.ts';
import { FirmwareUpdater, type ReadUpload } from './firmware-updater.ts';
import type { Installer } from './installer.ts';
import { type KeyRing, signatureFault } from './keys/key-ring.ts';
import { keysFile } from './keys/stored-key-changes.ts';
import { TrustedKeys } from './keys/trusted-keys.ts';
import type { LauncherLink } from './launcher/launcher-link.ts';
import { type LastUpdate, type Slot, SlotFolder } from './slots/slot-folder.ts';
import { SlotInstaller } from './slots/slot-installer.ts';

type FirmwareEvent = Extract<StationEvent, { name: 'firmware' }>['data'];
type Status = Extract<StationEvent, { name: 'snapshot' }>['data']['firmware'];

interface FirmwareConfig {
  dataDir: string;
  firmwareSlots: string | undefined;
  firmwareAllowUnsigned: 'yes' | 'no';
  firmwareKeys: readonly string[];
}

interface FirmwareDeps {
  launcher: LauncherLink | undefined;
  clock: Clock;
  log: Logger;
  publish(event: FirmwareEvent): void;
}

export class Firmware {
  readonly #deps: FirmwareDeps;
  readonly #installer: Installer;
  readonly #updater: FirmwareUpdater;
  readonly #history: UpdateHistory;
  readonly #keys: TrustedKeys;
  readonly #slots: { folder: SlotFolder; running: Slot } | undefined;
  readonly #step: Step;
  readonly #refusals: RefusalLog;
  readonly #allowUnsigned: boolean;
  readonly #stopping = new AbortController();

  constructor(config: FirmwareConfig, deps: FirmwareDeps) {
    const { launcher, log } = deps;
    this.#deps = deps;
    this.#slots =
      launcher === undefined || config.firmwareSlots === undefined
        ? undefined
        : { folder: new SlotFolder(config.firmwareSlots), running: launcher.slot };
    const slots = this.#slots;
    this.#step = (name) => log.debug({ step: name }, 'updating the firmware');
    const step = this.#step;
    const incomingDir = join(config.dataDir, 'firmware');
    this.#history = new UpdateHistory(slots);
    this.#refusals = new RefusalLog(deps, 'firmware bundles refused');
    this.#installer =
      slots === undefined ? absentInstaller(incomingDir) : new SlotInstaller({ ...slots, step });
    this.#allowUnsigned = config.firmwareAllowUnsigned === 'yes';
    this.#keys = new TrustedKeys(config.firmwareKeys, join(config.dataDir, keysFile));
    for (const reason of this.#keys.problems) {
      const isOff = this.#keys.ring.trusted.size === 0;
      log.warn(
        { reason },
        isOff ? 'no key for updates: signed updates are off' : 'a key for updates is missing',
      );
    }
    this.#updater = new FirmwareUpdater({
      installer: this.#installer,
      rules: { runningVersion: packageVersion, keys: this.#keys, allowUnsigned: this.#allowUnsigned },
      log,
      step,
      onProgress: (progress) => {
        const { state, version, detail } = progress;
        if (state === 'failed' && version === null) this.#refusals.note(detail);
        else if (progress.state === 'failed') {
          const { cause } = progress;
          this.#history.note({ version, result: 'failed', reason: detail, ...(cause && { cause }) });
        }
        this.#publish(state, version, detail);
      },
    });
    if (this.#allowUnsigned) log.warn('unsigned firmware is accepted: use this for development only');
  }

  /** Returns the version in the API's format. */
  async update(readUpload: ReadUpload): Promise<string> {
    return interfaceVersion((await this.#updater.update(readUpload)).version);
  }

  /** Restarts the station, but only if the launcher started it. */
  restart(): void {
    if (this.#installer.name === 'slots') this.#deps.launcher?.restart();
  }

  status(): Status {
    const { slot, state, last } = this.#history.status(this.#updater.running);
    return {
      fw_version: interfaceVersion(packageVersion),
      slot,
      state,
      installer: this.#installer.name,
      unsigned_allowed: this.#allowUnsigned,
      trusted_keys: [...this.#keys.ring.trusted.keys()],
      last_update: last && {
        fw_version: shown(last.version),
        result: last.result,
        reason: last.reason,
        ...(last.cause && { cause: last.cause }),
      },
    };
  }

  /** During a trial, lets the launcher check the station's health with `check`. Calls `onProven` after the commit. */
  started(check: () => Promise<boolean>, onProven: () => void): void {
    const { launcher, clock, log } = this.#deps;
    const stays = () => {
      onProven();
      this.#takeKeys().catch((error) =>
        log.error({ reason: messageOf(error) }, 'the update keys could not be changed'),
      );
    };
    const { last } = this.#history.status(false);
    if (launcher === undefined || !launcher.onTrial) {
      if (last?.result === 'rolled-back') {
        log.warn({ version: last.version, reason: last.reason }, 'the last update was rolled back');
        this.#publish('rolled-back', last.version, last.reason);
      }
      stays();
      return;
    }
    const { signal } = this.#stopping;
    launcher.proveHealthy({ version: packageVersion, check, clock, signal }).then(
      () => {
        log.info({ version: packageVersion }, 'this version works and is kept');
        this.#publish('committed', packageVersion, null);
        stays();
      },
      (error) =>
        signal.aborted || log.error({ reason: messageOf(error) }, 'this version could not be confirmed'),
    );
  }

  async close(): Promise<void> {
    this.#stopping.abort();
    await this.#updater.close();
    this.#refusals.close();
  }

  /**
   * Applies the key change of the running version. Called at every start, because the power may have failed
   * between the commit and this change.
   */
  async #takeKeys(): Promise<void> {
    const head = this.#slots?.folder.headOf(this.#slots.running);
    const change = head && (await keyChangeOf(head, this.#keys.ring));
    const changed = change && this.#keys.apply(change, this.#step);
    if (changed !== undefined) this.#deps.log.info(changed, 'the update keys were changed');
  }

  #publish(state: FirmwareEvent['state'], version: string | null, detail: string | null): void {
    this.#deps.publish({ state, fw_version: shown(version), detail });
  }
}

function shown(version: string | null): string | null {
  return version === null ? null : interfaceVersion(version);
}

/** Returns an installer that refuses, for a station that was not started by the launcher. */
function absentInstaller(incomingDir: string): Installer {
  const refuse = (): never => {
    throw new AppError(
      'firmware-rejected',
      'This station was not started by “stationery launch”, so it cannot update itself. Start it with “stationery launch”.',
    );
  };
  return {
    name: 'none',
    incomingDir,
    requireReady: refuse,
    makeRoom: () => undefined,
    lowestVersion: () => null,
    install: async () => refuse(),
  };
}

interface UpdateStatus {
  slot: Slot | null;
  state: 'idle' | 'updating' | 'installed' | 'trial';
  last: LastUpdate | null;
}

/**
 * Holds the result of the last update. Records failures of accepted bundles only, because clients that wait for
 * an update rely on this result, and any client can send a bundle that is rejected. The launcher stores its own
 * results, which outlive the station and decide which version is tried.
 */
class UpdateHistory {
  readonly #slots: { folder: SlotFolder; running: Slot } | undefined;
  #last: LastUpdate | null = null;

  constructor(slots: { folder: SlotFolder; running: Slot } | undefined) {
    this.#slots = slots;
  }

  note(last: LastUpdate): void {
    this.#last = last;
  }

  status(updating: boolean): UpdateStatus {
    const slots = this.#slots;
    const kept = slots?.folder.read();
    const trial = kept?.trial ?? null;
    const waiting = trial === null ? 'idle' : trial.slot === slots?.running ? 'trial' : 'installed';
    return {
      slot: slots?.running ?? null,
      state: updating ? 'updating' : waiting,
      last: this.#last ?? kept?.last ?? null,
    };
  }
}

/**
 * Returns the key change of a bundle, or undefined unless a key in `ring` signed the header. The header is
 * verified again because it has been on disk. A bundle that revoked its own key therefore gives undefined.
 */
async function keyChangeOf(head: Buffer, ring: KeyRing): Promise<KeyChange | undefined> {
  async function* all() {
    yield head;
  }
  const header = await readHeader(new ByteSource(all()));
  const isTrusted = header.signatures.length > 0 && signatureFault(header, ring) === undefined;
  return isTrusted ? decodeManifest(header.manifest).keys : undefined;
}
