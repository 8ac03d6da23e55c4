import type { AcceptedManifest } from './accept-bundle.ts';
import type { Payload } from './bundle/manifest.ts';

export interface StagedBundle extends AcceptedManifest {
  payload: Payload;
  file: string;
  discard(): Promise<void>;
}

export interface Installer {
  readonly name: 'slots' | 'none';
  /** Throws if no update can be installed now. */
  requireReady(): void;
  readonly incomingDir: string;
  /** Deletes an old version to free its space. */
  makeRoom(): void;
  /** Returns the lowest installed version besides the running one. */
  lowestVersion(): string | null;
  install(bundle: StagedBundle): Promise<void>;
}
