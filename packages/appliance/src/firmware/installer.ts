import type { AcceptedManifest } from './accept-bundle.ts';
import type { Payload } from './bundle/manifest.ts';

export interface StagedBundle extends AcceptedManifest {
  payload: Payload;
  file: string;
  discard(): Promise<void>;
}

export interface Installer {
  readonly name: 'slots' | 'none';
  /** Throws if nothing can be installed now. */
  requireReady(): void;
  readonly incomingDir: string;
  /** Frees space of an old version. */
  makeRoom(): void;
  /** Besides the running one. */
  lowestVersion(): string | null;
  install(bundle: StagedBundle): Promise<void>;
}
