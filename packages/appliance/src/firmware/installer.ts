import type { AcceptedManifest } from './accept-bundle.ts';
import type { Payload } from './bundle/manifest.ts';

/** A bundle whose payload lies whole and verified in a file. */
export interface StagedBundle extends AcceptedManifest {
  payload: Payload;
  file: string;
  discard(): Promise<void>;
}

/** Puts a bundle that was received whole and found good in its place. */
export interface Installer {
  readonly name: 'slots' | 'command' | 'none';
  /** Throws where nothing can be installed now; asked before anything is received. */
  requireReady(): void;
  /** The folder that bundles are received in. */
  readonly incomingDir: string;
  /** Gives back room that only an old version uses, where there is such. */
  makeRoom(): void;
  /** The oldest version that may be installed, besides the one that runs. */
  lowestVersion(): string | null;
  install(bundle: StagedBundle, work: { progress(line: string): void; signal: AbortSignal }): Promise<void>;
}
