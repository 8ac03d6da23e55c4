import { describeReason, type PlainLinkReason, type SendReason } from '@stationery/contract';
import type { Told } from './language/effect.ts';

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

/** The machine has stopped and can continue where it is: its button was pressed or its door opened. */
export function isHold(reason: PlainLinkReason | undefined): boolean {
  return reason?.code === 'machine-on-hold' || reason?.code === 'machine-door';
}

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
  /** A command was given to the machine. */
  | { type: 'begun'; command: string }
  /** A line was sent or received. */
  | { type: 'sent'; line: string }
  | { type: 'received'; line: string }
  /** A line that answers nothing: a message of the device's own. */
  | { type: 'unsolicited'; line: string }
  /** The machine has taken a command, or refused it. */
  | { type: 'accepted'; reply: Reply }
  /**
   * A command was refused, or carried out. Reported in the order in which the commands were begun, and before the next
   * line of the machine is processed.
   */
  | { type: 'reply'; reply: Reply }
  /** The machine reported its state. */
  | { type: 'told'; told: Told }
  /** A command was written, and how far it came will not be known: a part, all or nothing of it was done. */
  | { type: 'unanswered'; line: string }
  /** The pause button of the machine was pressed. */
  | { type: 'pause-button' }
  /** The machine was recognised and has another driver now. No command of a caller was sent to it before. */
  | { type: 'recognised' }
  /** The board restarted: whatever was known of its position is void. */
  | { type: 'reset'; banner: string }
  /** Another session began (see `Driver.session`). `owed` are the commands that were sent in the last one and not seen carried out. */
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
