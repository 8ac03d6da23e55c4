import type { AcceptedManifest } from './accept-bundle.ts';
import type { Payload } from './bundle/manifest.ts';

/** A bundle with its complete, verified payload in a file. */
export interface StagedBundle extends AcceptedManifest {
  payload: Payload;
  file: string;
  discard(): Promise<void>;
}

export interface Installer {
  readonly name: 'slots' | 'none';
  /** Throws if nothing can be installed now. Called before receiving anything. */
  requireReady(): void;
  /** Folder for received bundles. */
  readonly incomingDir: string;
  /** Frees space used only by an old version, if any. */
  makeRoom(): void;
  /** Returns the lowest version that may be installed, besides the running one. */
  lowestVersion(): string | null;
  install(bundle: StagedBundle): Promise<void>;
}
