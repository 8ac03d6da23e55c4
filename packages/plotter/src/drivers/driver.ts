import type { DriverName, RefusalCode } from '@stationery/contract';
import type { LinkPort } from '../link/link-port.ts';
import type { Effect } from './language/effect.ts';
import type { LinkEvent, LinkState, Reply, SendOptions } from './link.ts';
import type { MachineFacts, Profile } from './profile.ts';

export type { DriverName };

/** How a machine identifies itself; null if it did not. */
export interface Identity {
  model: string | null;
  firmware: string | null;
}

/**
 * What the machine has shown of itself since its port was opened. `named`: it said what it is. `answered`: it answered the
 * question what it is, and not as another family would. `none`: neither.
 */
export type Evidence = 'named' | 'answered' | 'none';

/** A command that was given to the machine. A caller that does not await a promise need not handle its rejection. */
export interface Begun {
  /**
   * The machine's reply to it: the machine has taken the command, and may not have done it yet. Rejects with a
   * `LinkError` if no reply comes.
   */
  accepted: Promise<Reply>;
  /**
   * The machine has carried it out, and everything before it. Also resolves where the reply was a refusal: there is
   * nothing to carry out. Rejects with a `LinkError` if it is unknown how far it came. Settles after `accepted`, and in
   * the order in which commands were begun.
   */
  executed: Promise<void>;
}

/**
 * All that the service knows of a family of plotters: how commands of our language are sent to it, what its replies
 * mean, when a command has been carried out, how it stops at once, and what it knows of its position.
 *
 * Every driver keeps to this:
 * - A reply is never credited to another command.
 * - `executed` never counts a command whose effect has not ended.
 * - After a stop, a loss, a reset or a restart nothing is sent that moves the machine until a caller asks for it.
 * - No promise stays pending.
 */
export interface Driver {
  readonly name: DriverName;
  readonly identity: Identity;
  /** Whether it is certain that this is the driver for the machine that is there; where it is left out, it is. */
  readonly isRecognised?: boolean;
  /** Left out by drivers that send nothing that moves before the machine has named itself. */
  readonly evidence?: Evidence;
  /** The scale, limits, speeds and pen that the machine itself reported: they override what a person set. */
  readonly facts: MachineFacts;
  /**
   * How many commands of a job may be begun and not yet executed. 1: the next one is begun when the last one is done. How
   * many bytes of them are on their way is the driver's business. It notices itself when the last ones are executed.
   */
  readonly window: number;
  /** Whether the machine itself refuses positions outside its limits, and commands that `effectOf` does not know. */
  readonly isStrict: boolean;
  /** Whether the machine can report its position. If unknown, it is asked only when a person requests it. */
  readonly tellsPosition: 'yes' | 'no' | 'unknown';
  readonly state: LinkState;
  readonly isOpen: boolean;
  /**
   * Counts the stretches of time in which the machine certainly kept its position: it changes when the board restarts,
   * and when an open port is lost, closed or opened again. The banner with which a board greets after an opening
   * belongs to that opening.
   */
  readonly session: number;
  /** The path that is open, or that is looked for. */
  readonly portPath: string;
  /** Sets the profile. Called before the first connection, and after every change. */
  configure(profile: Profile): void;
  /** The effect of a command, whether the machine is connected or not. */
  effectOf(command: string): Effect;
  /** The last line of the reply to this command when it went well, where it is certain. */
  acknowledgementOf(command: string): string;
  /** The meaning of the last line with which the machine refuses a command. */
  refusalOf(terminalLine: string): RefusalCode;
  /**
   * Gives a command to the machine, behind those begun before. It is one line of our language, or one of the machine's own.
   * Where the machine refuses it, the driver may take back what was begun behind it and not sent (see `withdraw`).
   */
  begin(command: string, options: SendOptions): Begun;
  /** One command, answered when it was carried out. */
  send(command: string, options: SendOptions): Promise<Reply>;
  /**
   * Takes back what was begun and not sent: it is rejected (`aborted`) before this returns. Drivers that cannot, or that need it to bring the
   * machine to rest, take back less or nothing.
   */
  withdraw(): void;
  /**
   * Out of turn: halts the machine at once. What was begun is answered as stopped or rejected; what waited is rejected.
   * Resolves with the machine's reply, whose `ok` is false where it knows no stop. The bytes are on their way when this
   * returns; `onWritten` is called when the line has taken them, or never will.
   */
  stop(onWritten?: () => void): Promise<Reply>;
  /** Continues a machine that was put on hold or whose door was open. Does nothing otherwise. */
  endHold(): void;
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

/** `send` for drivers: begin, and wait until it was carried out. */
export async function sendAndWait(
  driver: Pick<Driver, 'begin'>,
  command: string,
  options: SendOptions,
): Promise<Reply> {
  const { accepted, executed } = driver.begin(command, options);
  executed.catch(() => undefined);
  const reply = await accepted;
  await executed;
  return reply;
}

/** Both promises of a command that was not sent. */
export function notBegun(error: Error): Begun {
  const failed = Promise.reject(error);
  failed.catch(() => undefined);
  return { accepted: failed, executed: failed };
}
