import type { FirmwareFailure } from '@stationery/contract';
import { AppError, type Logger, messageOf, systemErrorCode } from '@stationery/core';
import type { Step } from '@stationery/core/durable';
import type { Acceptance, AcceptedManifest } from './accept-bundle.ts';
import type { Manifest } from './bundle/manifest.ts';
import { FirmwareRejected } from './firmware-rejected.ts';
import type { Installer, StagedBundle } from './installer.ts';
import { receiveBundle } from './receive-bundle.ts';

type UpdateProgress =
  | { state: 'receiving'; version: null; detail: null }
  | { state: 'installing'; version: string; detail: string | null }
  | { state: 'installed'; version: string; detail: string | null }
  /** `version` is null if the header was rejected, which any client can cause. */
  | { state: 'failed'; version: string | null; detail: string; cause?: FirmwareFailure };

type SystemFailure =
  | 'disk-full'
  | 'disk-read-only'
  | 'disk-not-allowed'
  | 'archive-damaged'
  | 'archive-incomplete'
  | 'unexpected-error';

interface UpdaterDeps {
  installer: Installer;
  rules: Acceptance;
  log: Logger;
  onProgress(progress: UpdateProgress): void;
  /** Called before each long step. */
  step?: Step;
}

/** Reads the upload and passes its file to `take`. Resolves once the whole request was read and is valid. */
export type ReadUpload = (
  take: (file: AsyncIterable<Buffer>) => Promise<StagedBundle>,
) => Promise<StagedBundle>;

/** Runs one update at a time. If it fails, the running version stays unchanged. */
export class FirmwareUpdater {
  readonly #deps: UpdaterDeps;
  #isStopping = false;
  #running: Promise<void> | undefined;

  constructor(deps: UpdaterDeps) {
    this.#deps = deps;
  }

  get running(): boolean {
    return this.#running !== undefined;
  }

  /** Refuses further updates and waits for a running one. */
  async close(): Promise<void> {
    this.#isStopping = true;
    await this.#running;
  }

  /**
   * Installs a bundle. Other updates are blocked only once its header was found valid, so that invalid uploads
   * cannot block them.
   */
  async update(readUpload: ReadUpload): Promise<Manifest> {
    const { installer, rules, step = () => undefined, log, onProgress } = this.#deps;
    let release = () => {};
    let staged: StagedBundle | undefined;
    let version: string | null = null;
    try {
      const bundle = await readUpload(async (file) => {
        // Check now to save reading the header. `#claim` checks again afterwards.
        this.#requireIdle();
        installer.requireReady();
        const onAccepted = ({ manifest }: AcceptedManifest) => {
          release = this.#claim();
          version = manifest.version;
          onProgress({ state: 'receiving', version: null, detail: null });
        };
        staged = await receiveBundle(file, { installer, rules, step, onAccepted });
        return staged;
      });
      const { signed, manifest } = bundle;
      if (!signed) log.warn({ version }, 'installing unsigned firmware');
      else log.info({ version }, 'installing firmware');
      onProgress({ state: 'installing', version: manifest.version, detail: null });
      await installer.install(bundle);
      log.info({ version }, 'firmware installed');
      onProgress({
        state: 'installed',
        version: manifest.version,
        detail: signed ? null : 'It is not signed.',
      });
      return manifest;
    } catch (error) {
      // If a different update started first, report that one instead of this error.
      if (version === null && this.#running !== undefined) this.#requireIdle();
      const refusal = this.#refusal(error);
      if (refusal.code === 'firmware-rejected') {
        if (version !== null) log.warn({ version, reason: refusal.message }, 'firmware update failed');
        const cause = refusal instanceof FirmwareRejected ? { cause: refusal.reason } : {};
        onProgress({ state: 'failed', version, detail: refusal.message, ...cause });
      }
      throw refusal;
    } finally {
      await staged?.discard();
      release();
    }
  }

  #claim(): () => void {
    this.#requireIdle();
    // A version may have been installed while this header arrived.
    this.#deps.installer.requireReady();
    let done = () => {};
    this.#running = new Promise((resolve) => {
      done = resolve;
    });
    return () => {
      this.#running = undefined;
      done();
    };
  }

  #requireIdle(): void {
    if (this.#isStopping) throw new AppError('service-stopping', 'The station is stopping.');
    if (this.#running !== undefined) {
      throw new AppError('update-running', 'An update is running. Wait until it is done.');
    }
  }

  /** Converts unexpected errors to the single failure that the API has (section 7). */
  #refusal(error: unknown): AppError {
    if (error instanceof AppError) return error;
    this.#deps.log.error({ reason: messageOf(error) }, 'firmware update failed');
    const codes: Record<string, SystemFailure> = {
      ENOSPC: 'disk-full',
      EDQUOT: 'disk-full',
      EROFS: 'disk-read-only',
      EACCES: 'disk-not-allowed',
      Z_DATA_ERROR: 'archive-damaged',
      Z_BUF_ERROR: 'archive-incomplete',
    };
    const code = codes[systemErrorCode(error) ?? ''] ?? 'unexpected-error';
    return new FirmwareRejected({ code }, error);
  }
}
