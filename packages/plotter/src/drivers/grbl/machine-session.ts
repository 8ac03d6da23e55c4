import type { PlainLinkReason } from '@stationery/contract';
import { tellUnanswered } from '../kernel/queue.ts';
import { isHold } from '../link.ts';
import { alarmOf } from './grbl-language.ts';
import type { SharedParts } from './shared-parts.ts';

export interface MachineSessionParts extends SharedParts {
  /** The port is gone: half a line that came from it is dropped, and nothing is tried again. */
  ended: () => void;
}

/** What ends when the port is lost, the board restarts, or the machine raises an alarm. */
export class MachineSession {
  readonly #parts: MachineSessionParts;

  constructor(parts: MachineSessionParts) {
    this.#parts = parts;
  }

  end(reason: PlainLinkReason): void {
    const { port, readiness, setup, talk, position, condition, conversation, polling, ended } = this.#parts;
    const wasOpen = port.leave();
    readiness.interrupt();
    polling.end();
    ended();
    setup.forgetModes();
    position.forget();
    condition.forget();
    const closed = { kind: 'closed', reason } as const;
    if (wasOpen) this.beginNext(reason, 'lost');
    else conversation.end({ sent: closed, unsent: closed });
    talk.end();
  }

  reopen(reason: PlainLinkReason): void {
    const { log, port } = this.#parts;
    if (!port.isOpen) return;
    log.warn({ reason }, 'the machine does not answer; reopening the port');
    this.end(reason);
    port.reopen();
  }

  beginNext(reason: PlainLinkReason, kind: 'lost' | 'reset'): void {
    const { port, conversation } = this.#parts;
    port.newSession(reason);
    const unsent = { kind: kind === 'lost' ? ('closed' as const) : ('other-session' as const), reason };
    port.tellSession(conversation.end({ sent: { kind, reason }, unsent }));
  }

  alarmed(alarm: number): void {
    const { log, condition, conversation } = this.#parts;
    const reason = condition.alarmed(alarm);
    log.warn({ reason }, 'the machine raised an alarm');
    if (!alarmOf(alarm).keepsPosition) this.beginNext(reason, 'reset');
    else {
      const endings = { sent: { kind: 'reset', reason }, unsent: { kind: 'other-session', reason } } as const;
      this.tellUnanswered(conversation.end(endings));
    }
  }

  conditionChanged(before: PlainLinkReason | undefined): void {
    const { port, condition, changed } = this.#parts;
    const { now } = condition;
    // Somebody pressed a button, or opened the door.
    if (isHold(now) && !isHold(before)) port.tell({ type: 'pause-button' });
    // It did not say so when it happened: whatever was known of its position is void.
    if (now?.code === 'machine-alarm' && before?.code !== now.code) this.beginNext(now, 'reset');
    changed();
  }

  tellUnanswered(owed: readonly string[]): void {
    tellUnanswered((event) => this.#parts.port.tell(event), owed);
  }
}
