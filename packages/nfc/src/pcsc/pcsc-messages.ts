/** What the PC/SC process is asked to do. Each is answered by `done` or `undone` with the same id. */
export type ToPcscProcess = { id: number } & PcscCall;

export type PcscCall =
  | { call: 'connect'; name: string; mode: number }
  | { call: 'state'; card: number }
  | { call: 'transmit'; card: number; command: Uint8Array }
  | { call: 'disconnect'; card: number; disposition: number };

export type FromPcscProcess =
  | { event: 'started' }
  | { event: 'refused'; why: 'not-installed' | 'no-service'; text: string }
  | { event: 'error'; text: string }
  | { event: 'reader'; name: string }
  | { event: 'change'; name: string; raw: number }
  | { event: 'disconnect'; name: string }
  | { event: 'done'; id: number; result: unknown }
  | { event: 'undone'; id: number; text: string };
