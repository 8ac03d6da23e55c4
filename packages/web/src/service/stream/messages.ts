/** Messages between a tab and the shared worker. Each stream has its own port. */

export interface StreamRequest {
  url: string;
  headers: Record<string, string>;
}

export type FromTab = ({ kind: 'open' } & StreamRequest) | { kind: 'close' };

export type FromWorker =
  | { kind: 'ready' }
  /** For a refusal, includes the body. */
  | { kind: 'head'; status: number; headers: [string, string][]; body: string | null }
  | { kind: 'data'; text: string }
  | { kind: 'end' };
