import { describeReason, type PlainLinkReason, type SendReason } from '@stationery/contract';
import type { LinkPort } from './link-port.ts';

/**
 * How the line to the device is. `closed`: not wanted now. `waiting`: lost, and looked for again.
 * `settling`: open, and the board may still be starting. `suspect`: a reply is owed; nothing is sent until
 * it came or the two ends agree again.
 */
export type LinkState =
  | { state: 'closed' }
  | { state: 'opening' }
  | { state: 'waiting'; reason: string; cause: PlainLinkReason; retryInMs: number }
  | { state: 'settling' }
  | { state: 'ready' }
  | { state: 'busy'; command: string }
  | { state: 'suspect'; reason: string; cause: PlainLinkReason };

export interface Reply {
  sent: string;
  ok: boolean;
  terminalLine: string;
  lines: string[];
}

/**
 * Why a command has no reply. `timeout`: sent, and no last line came in time, or it is certain that none will
 * come. `lost`: sent, and the port went away. `reset`: sent, and the board restarted. `closed`: not sent,
 * because there is no open port. `not-ready`: not sent, because an earlier command still owes its reply.
 * `other-session`: not sent, because the board restarted or its port was opened again since it was asked for.
 * `aborted`: given up by the caller, sent or not, or not sent because of a stop.
 */
export class LinkError extends Error {
  override readonly name = 'LinkError';
  readonly kind: 'timeout' | 'lost' | 'reset' | 'closed' | 'not-ready' | 'other-session' | 'aborted';
  readonly reason: SendReason;
  readonly sent: string;
  readonly lines: readonly string[];

  constructor(kind: LinkError['kind'], reason: SendReason, sent: string, lines: readonly string[] = []) {
    super(describeReason(reason));
    this.kind = kind;
    this.reason = reason;
    this.sent = sent;
    this.lines = lines;
  }
}

export type LinkEvent =
  | { type: 'state'; state: LinkState }
  | { type: 'sent'; line: string }
  | { type: 'received'; line: string }
  /** A line that answers nothing: a message of the device's own. */
  | { type: 'unsolicited'; line: string }
  /** A command was answered. Told before anything that came behind the reply is looked at. */
  | { type: 'reply'; reply: Reply }
  /** A command was written, and nobody waits for its reply any longer. */
  | { type: 'unanswered'; line: string }
  /** The board restarted: whatever was known of its position is void. */
  | { type: 'reset'; banner: string }
  /** Another session began (see `Link.session`). `owed` are the commands whose replies ended with the last one. */
  | { type: 'session'; session: number; reason: PlainLinkReason; owed: readonly string[] }
  /** A reply that came too late, or that cannot belong to the command in flight. */
  | { type: 'desync'; line: string };

export interface SendOptions {
  /** From the write to the last line of the reply; also the longest wait for a `suspect` link to recover. */
  timeoutMs: number;
  signal?: AbortSignal;
  /** It is sent in this session or not at all; without it, in the one in which it is asked for. */
  session?: number;
}

/** The line to a plotter: one command in flight, and never a reply given to the wrong one. */
export interface Link {
  readonly state: LinkState;
  readonly isOpen: boolean;
  /**
   * Counts the stretches of time in which the board certainly kept its position: it changes when the board restarts,
   * and when an open port is lost, closed or opened again. The banner with which a board greets after an opening
   * belongs to that opening.
   */
  readonly session: number;
  /** Whether the board has said that it runs our firmware. */
  readonly isOurFirmware: boolean;
  /** The path that is open, or that is looked for. */
  readonly portPath: string;
  send(line: string, options: SendOptions): Promise<Reply>;
  /**
   * Out of turn: halts the machine at once. What was in flight is answered by the device as stopped; what
   * waited is rejected. Resolves with the device's reply, whose `ok` is false where it knows no `STOP`. The bytes
   * are on their way when this returns; `onWritten` is called when the line has taken them, or never will.
   */
  stop(onWritten?: () => void): Promise<Reply>;
  /** Opens the port and keeps it open; while `waiting`, tries at once. */
  connect(): void;
  /** Rejects everything, closes the port, and forgets what was known of the device. */
  disconnect(): Promise<void>;
  /** Disconnects, and opens this port from the next `connect()` on. */
  usePort(port: LinkPort): Promise<void>;
  subscribe(listener: (event: LinkEvent) => void): () => void;
  /** For good. Leaves no timer and no port behind. */
  close(): Promise<void>;
}
