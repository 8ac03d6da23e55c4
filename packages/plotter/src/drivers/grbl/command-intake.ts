import type { PlainLinkReason } from '@stationery/contract';
import { type Begun, notBegun } from '../driver.ts';
import { LinkError, type Reply, type SendOptions } from '../link.ts';
import { isRealTime } from './grbl-language.ts';
import { Task } from './grbl-task.ts';
import type { SharedParts } from './shared-parts.ts';

/** Takes the commands of callers, or says why not. */
export class CommandIntake {
  readonly #parts: SharedParts;

  constructor(parts: SharedParts) {
    this.#parts = parts;
  }

  /** `isAwaited`: a caller waits until it was carried out. */
  begin(command: string, options: SendOptions, isAwaited: boolean): Begun {
    const { port, readiness, condition, conversation } = this.#parts;
    const refusal = port.refusalOf(command, options);
    if (refusal !== undefined) return notBegun(refusal);
    const obstacle = this.#obstacle(command);
    if (obstacle !== undefined) return notBegun(new LinkError('not-ready', obstacle, command));
    if (isRealTime(command)) {
      // While the machine is brought to rest it must not be continued.
      if (!readiness.isReady && !condition.isHeld)
        return notBegun(new LinkError('not-ready', { code: 'reply-owed' }, command));
      return this.#sendAtOnce(command);
    }
    const task = new Task(command, options, isAwaited);
    task.onAbort(() => conversation.abandon(task));
    if (isAwaited) this.#limitTime(task);
    conversation.add(task);
    return task;
  }

  endHold(): void {
    const { condition, write } = this.#parts;
    if (!condition.isHeld) return;
    if (condition.canContinue) this.#sendAtOnce('~');
    // It may be able to by now.
    else write('?');
  }

  /** What was begun before it was known how the machine is. */
  refuseWaiting(): void {
    this.#parts.conversation.refuse((command) => this.#obstacle(command));
  }

  #obstacle(command: string): PlainLinkReason | undefined {
    const { readiness, condition, conversation } = this.#parts;
    const [{ isReady }, { isUnderWay }] = [readiness, conversation];
    return condition.obstacle(command, { isReady, isUnderWay });
  }

  /** The part that was sent may still be carried out afterwards. */
  #limitTime(task: Task): void {
    const { clock, condition, conversation } = this.#parts;
    task.startTimer(clock, () => {
      if (!conversation.expire(task, condition.now)) this.#limitTime(task);
    });
  }

  /** Hold and resume: in a hold nothing else would be read. */
  #sendAtOnce(command: string): Begun {
    const { port, condition, polling, write, changed } = this.#parts;
    port.tell({ type: 'begun', command });
    write(command.trim());
    polling.watch();
    if (command.trim() === '~' && condition.continued()) changed();
    const reply: Reply = { sent: command, ok: true, terminalLine: 'ok', lines: ['ok'] };
    port.tell({ type: 'reply', reply });
    return { accepted: Promise.resolve(reply), executed: Promise.resolve() };
  }
}
