import { because, type PlainLinkReason } from '@stationery/contract';
import type { Clock, Logger } from '@stationery/core';
import type { ConnectionTimes } from '../../link/connection.ts';
import type { LinkPort } from '../../link/link-port.ts';
import { DriverLink, LinkedDriver } from './driver-link.ts';
import { type Endings, tellUnanswered } from './queue.ts';

export interface MachineDriverDeps {
  clock: Clock;
  log: Logger;
  port: LinkPort;
  times: ConnectionTimes;
  firstSession: number | undefined;
}

/** Procedures identify, stop and resynchronise the machine, one at a time; `interrupt` ends the running one. */
export abstract class MachineDriver extends LinkedDriver {
  readonly isStrict = false;
  readonly tellsPosition = 'yes';
  protected readonly link: DriverLink;
  protected readonly clock: Clock;
  protected readonly log: Logger;
  /** Counts openings, losses, restarts and stops: procedures begun under an older number must end. */
  #epoch = 0;

  constructor({ clock, log, port, times, firstSession }: MachineDriverDeps) {
    super();
    this.clock = clock;
    this.log = log;
    this.link = new DriverLink({
      port,
      clock,
      log,
      times,
      firstSession,
      onOpened: () => this.opened(),
      onBytes: (chunk) => this.receive(chunk),
      onLost: (reason) => this.end(reason),
    });
  }

  protected abstract opened(): void;
  protected abstract receive(chunk: Uint8Array): void;
  protected abstract forgetMachine(): void;

  async disconnect(): Promise<void> {
    this.end({ code: 'disconnected' });
    this.forgetMachine();
    await this.link.disconnect();
  }

  /** Ends the running procedure. Returns a function that returns whether there was a further interruption since. */
  protected interrupt(): () => boolean {
    this.#epoch++;
    return this.watch();
  }

  protected watch(): () => boolean {
    const epoch = this.#epoch;
    return () => epoch !== this.#epoch;
  }

  protected endInDoubt(endings: Endings): void {
    tellUnanswered((event) => this.link.tell(event), this.endCommands(endings));
  }

  /** Ends all commands, because this driver cannot use the machine. */
  protected refuse(reason: PlainLinkReason): void {
    const ending = { kind: 'not-ready', reason } as const;
    this.endInDoubt({ sent: ending, unsent: ending });
    this.link.become({ state: 'suspect', ...because(reason) });
  }

  /** Begins a new session, because the machine may be at a different position. */
  protected beginNext(reason: PlainLinkReason, kind: 'lost' | 'reset'): void {
    this.link.newSession(reason);
    const unsent = { kind: kind === 'lost' ? ('closed' as const) : ('other-session' as const), reason };
    this.link.tellSession(this.endCommands({ sent: { kind, reason }, unsent }));
  }

  protected reopen(reason: PlainLinkReason): void {
    if (!this.link.isOpen) return;
    this.log.warn({ reason }, 'reopening the port');
    this.end(reason);
    this.link.reopen();
  }

  protected end(reason: PlainLinkReason): void {
    const wasOpen = this.link.leave();
    this.interrupt();
    this.leftPort();
    const closed = { kind: 'closed', reason } as const;
    if (wasOpen) this.beginNext(reason, 'lost');
    else this.endCommands({ sent: closed, unsent: closed });
  }

  protected leftPort(): void {}
}
