import { AppError, type Logger, messageOf, systemErrorCode } from '@stationery/core';
import type { Acceptance } from './accept-bundle.ts';
import type { Installer } from './installer.ts';
import { receiveBundle, type StagedBundle } from './receive-bundle.ts';
import type { Step } from './slots/durable.ts';

export type UpdateProgress =
  | { state: 'receiving'; version: null; detail: null }
  | { state: 'installing'; version: string; detail: string | null }
  | { state: 'installed'; version: string; detail: string | null }
  | { state: 'failed'; version: string | null; detail: string };

export interface UpdaterParts {
  installer: Installer;
  rules: Acceptance;
  log: Logger;
  onProgress(progress: UpdateProgress): void;
  /** Called before each step that lasts. */
  step?: Step;
}

/** Hands the bytes of the file on and gives what became of them, once the request was read and found right. */
export type ReadUpload = (
  take: (file: AsyncIterable<Buffer>) => Promise<StagedBundle>,
) => Promise<StagedBundle>;

/** Takes firmware files, one at a time. Whatever goes wrong, the running version is as it was. */
export class FirmwareUpdater {
  readonly #parts: UpdaterParts;
  readonly #stopping = new AbortController();
  #running: Promise<unknown> | undefined;

  constructor(parts: UpdaterParts) {
    this.#parts = parts;
  }

  get running(): boolean {
    return this.#running !== undefined;
  }

  /** Resolves with the version that was installed. Nothing is installed before the whole request was read. */
  async update(readUpload: ReadUpload): Promise<string> {
    if (this.#running !== undefined) {
      throw new AppError('firmware.busy', 'An update is running. Wait until it is done.');
    }
    const work = this.#update(readUpload);
    this.#running = work.catch(() => undefined);
    try {
      return await work;
    } finally {
      this.#running = undefined;
    }
  }

  /** Cuts off an update that is under way. */
  async close(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
  }

  async #update(readUpload: ReadUpload): Promise<string> {
    const { installer, rules, step = () => undefined, log, onProgress } = this.#parts;
    let staged: StagedBundle | undefined;
    let version: string | null = null;
    try {
      const bundle = await readUpload(async (file) => {
        installer.requireReady();
        onProgress({ state: 'receiving', version: null, detail: null });
        staged = await receiveBundle(file, { installer, rules, step });
        return staged;
      });
      const { signed, manifest } = bundle;
      version = manifest.version;
      if (!signed) log.warn({ version }, 'installing firmware that nobody signed');
      else log.info({ version }, 'installing firmware');
      const progress = (detail: string | null) =>
        onProgress({ state: 'installing', version: manifest.version, detail });
      progress(null);
      await installer.install(bundle, { progress, signal: this.#stopping.signal });
      log.info({ version }, 'firmware installed');
      onProgress({ state: 'installed', version, detail: signed ? null : 'It is not signed.' });
      return version;
    } catch (error) {
      const refusal = this.#refusal(error);
      if (refusal.code === 'firmware.rejected') {
        log.warn({ version, reason: refusal.message }, 'firmware update failed');
        onProgress({ state: 'failed', version, detail: refusal.message });
      }
      throw refusal;
    } finally {
      await staged?.discard();
    }
  }

  /** Every fault of the update itself is the one failure that the interface knows (section 7). */
  #refusal(error: unknown): AppError {
    if (error instanceof AppError) return error;
    this.#parts.log.error({ reason: messageOf(error) }, 'updating the firmware');
    const why: Record<string, string> = {
      ENOSPC: 'There is no room for it.',
      EDQUOT: 'There is no room for it.',
      EROFS: 'The disk for it is write-protected.',
      EACCES: 'The station may not write there.',
      Z_DATA_ERROR: 'The archive in the bundle is damaged.',
      Z_BUF_ERROR: 'The archive in the bundle is cut short.',
    };
    const detail = why[systemErrorCode(error) ?? ''] ?? 'Something unexpected happened; the log says more.';
    return new AppError('firmware.rejected', detail, { cause: error });
  }
}
