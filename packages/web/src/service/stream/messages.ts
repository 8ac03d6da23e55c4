/** Messages between a tab and the shared worker; one port for each stream. */

export interface StreamRequest {
  url: string;
  headers: Record<string, string>;
}

export type FromTab = ({ kind: 'open' } & StreamRequest) | { kind: 'close' };

export type FromWorker =
  /** The worker runs: it was not certain that it would be loaded. */
  | { kind: 'ready' }
  /** The answer begins. A refusal has its body with it. */
  | { kind: 'head'; status: number; headers: [string, string][]; body: string | null }
  | { kind: 'data'; text: string }
  | { kind: 'end' };
