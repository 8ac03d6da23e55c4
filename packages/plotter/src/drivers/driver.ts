import type { DriverName, RefusalCode } from '@stationery/contract';
import type { LinkPort } from '../link/link-port.ts';
import type { Effect } from './language/effect.ts';
import type { LinkEvent, LinkState, Reply, SendOptions } from './link.ts';
import type { MachineFacts, Profile } from './profile.ts';

export type { DriverName };

/** Fields are null until the machine has identified itself. */
export interface Identity {
  model: string | null;
  firmware: string | null;
}

/**
 * How the machine has identified itself since its port was opened. `named`: it sent its name. `answered`: it answered
 * the identification query, and not like a different family. `none`: neither.
 */
export type Evidence = 'named' | 'answered' | 'none';

/** Callers that do not await a promise need not handle its rejection. */
export interface CommandHandle {
  /** The command was accepted but may not have been carried out. Rejects with a `LinkError` if no reply comes. */
  accepted: Promise<Reply>;
  /**
   * Resolves when this and all earlier commands were carried out, or at once if the command was refused. Rejects with
   * a `LinkError` if its progress is unknown. Settles after `accepted`, and in the order of `begin`.
   */
  executed: Promise<void>;
}

/**
 * Rules for all drivers:
 * - A reply is never credited to a different command.
 * - `executed` never counts a command whose effect has not ended.
 * - After a stop, a loss, a reset or a restart nothing is sent that moves the machine until a caller asks for it.
 * - No promise stays pending.
 */
export interface Driver {
  readonly name: DriverName;
  readonly identity: Identity;
  /** Whether the machine certainly needs this driver. Default: true. */
  readonly isRecognised?: boolean;
  /** Omitted by drivers that move nothing before the machine has identified itself. */
  readonly evidence?: Evidence;
  /** Scale, limits, speeds and pen as reported by the machine. They override the profile. */
  readonly facts: MachineFacts;
  /**
   * Maximum number of job commands that were begun but not executed; 1 sends the next command when the last one is
   * done. The driver itself limits the bytes in flight and notices when the last commands are executed.
   */
  readonly window: number;
  /** Whether the machine itself refuses positions outside its limits and commands unknown to `effectOf`. */
  readonly isStrict: boolean;
  /** Whether the machine reports its position. With `unknown`, the driver queries it only at a user's request. */
  readonly tellsPosition: 'yes' | 'no' | 'unknown';
  readonly state: LinkState;
  readonly isOpen: boolean;
  /**
   * Number of the session, a period in which the machine certainly keeps its position. A new session begins when the
   * board restarts, and when the port is lost, closed or reopened, but not with the banner that follows an opening.
   */
  readonly session: number;
  /** Path of the port that is open, or that the driver tries to open. */
  readonly portPath: string;
  /** Called before the first connection, and after every change. */
  configure(profile: Profile): void;
  /** Returns the effect of a command. Needs no connection. */
  effectOf(command: string): Effect;
  acknowledgementOf(command: string): string;
  refusalOf(terminalLine: string): RefusalCode;
  /**
   * Accepts commands in Stationery's language or the machine's own. After a refusal, the driver may withdraw unsent
   * commands.
   */
  begin(command: string, options: SendOptions): CommandHandle;
  send(command: string, options: SendOptions): Promise<Reply>;
  /** Rejects unsent commands with `aborted` before it returns, except those that bring the machine to rest. */
  withdraw(): void;
  /**
   * Stops the machine immediately, ahead of all commands. Commands in flight are answered as stopped or rejected;
   * waiting ones are rejected. Resolves with the machine's reply; `ok` is false if it has no stop. The bytes are in
   * flight when this returns; `onWritten` is called when they were written or cannot be.
   */
  stop(onWritten?: () => void): Promise<Reply>;
  /** Resumes after a hold or an open door. Otherwise does nothing. */
  endHold(): void;
  /** Opens the port and keeps it open. While `waiting`, retries at once. */
  connect(): void;
  /** Rejects all commands, closes the port and drops all knowledge of the device. */
  disconnect(): Promise<void>;
  /** Disconnects and uses this port from the next `connect()`. */
  usePort(port: LinkPort): Promise<void>;
  subscribe(listener: (event: LinkEvent) => void): () => void;
  /** Closes permanently. Leaves no timer and no open port. */
  close(): Promise<void>;
}

export async function sendAndWait(
  driver: Pick<Driver, 'begin'>,
  command: string,
  options: SendOptions,
): Promise<Reply> {
  const { accepted, executed } = driver.begin(command, { ...options, isAwaited: true });
  executed.catch(() => undefined);
  const reply = await accepted;
  await executed;
  return reply;
}

export function notBegun(error: Error): CommandHandle {
  const failed = Promise.reject(error);
  failed.catch(() => undefined);
  return { accepted: failed, executed: failed };
}
