import { describeReason, type PlainLinkReason, type SendReason } from '@stationery/contract';
import type { StatusReply } from './language/effect.ts';

/**
 * State of the link to the device. `closed`: not wanted. `waiting`: lost, and retried. `settling`: open, and the board
 * may still be starting. `suspect`: a reply is owed; nothing is sent until it arrives or both ends are synchronised.
 */
export type LinkState =
  | { state: 'closed' }
  | { state: 'opening' }
  | { state: 'waiting'; reason: string; cause: PlainLinkReason; retryInMs: number }
  | { state: 'settling' }
  | { state: 'ready' }
  | { state: 'busy'; command: string }
  | { state: 'suspect'; reason: string; cause: PlainLinkReason };

/** Whether the machine has stopped and can resume in place: its button was pressed or its door opened. */
export function isHold(reason: PlainLinkReason | undefined): boolean {
  return reason?.code === 'machine-on-hold' || reason?.code === 'machine-door';
}

/** Whether the board is starting. Its type, and whether it kept its position, are not known yet. */
export function isStarting({ state }: LinkState): boolean {
  return state === 'opening' || state === 'settling';
}

export function isConnected({ state }: LinkState): boolean {
  return state !== 'closed' && state !== 'waiting';
}

export interface Reply {
  sent: string;
  ok: boolean;
  terminalLine: string;
  lines: string[];
}

/**
 * Why a command has no reply. `timeout`: sent, and no last line came in time or can come. `lost`: sent, and the port
 * is gone. `reset`: sent, and the board restarted. `closed`: not sent, because no port is open. `not-ready`: not sent,
 * because an earlier reply is owed. `other-session`: not sent, because the board restarted or its port was reopened
 * since the request. `aborted`: cancelled by the caller, sent or not, or not sent because of a stop.
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
  | { type: 'begun'; command: string }
  | { type: 'sent'; line: string }
  | { type: 'received'; line: string }
  /** A line without a request: a message of the device itself. */
  | { type: 'unsolicited'; line: string }
  | { type: 'accepted'; reply: Reply }
  /** Refused or carried out. Told in the order of `begin`, before the machine's next line is processed. */
  | { type: 'reply'; reply: Reply }
  | { type: 'reported'; reported: StatusReply }
  /** A command was written, but its progress will not be known: all, a part or nothing of it was done. */
  | { type: 'unanswered'; line: string }
  | { type: 'pause-button' }
  /** The machine was recognised and has a new driver. No command of a caller was sent to it before. */
  | { type: 'recognised' }
  /** The board restarted: its position is unknown. */
  | { type: 'reset'; banner: string }
  /** `owed`: commands sent in the last session and not known to be carried out. */
  | { type: 'session'; session: number; reason: PlainLinkReason; owed: readonly string[] }
  /** A reply that came too late, or that cannot belong to the command in flight. */
  | { type: 'desync'; line: string };

export interface SendOptions {
  /** Time from writing to the last line of the reply. Also the maximum wait for a `suspect` link to recover. */
  timeoutMs: number;
  signal?: AbortSignal;
  /** The only session in which the command may be sent. Default: the current one. */
  session?: number;
  /** Whether the caller waits until the command was carried out; no other command may follow it before. */
  isAwaited?: boolean;
}
