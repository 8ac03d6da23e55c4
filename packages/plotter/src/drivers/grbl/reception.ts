import type { PlainLinkReason } from '@stationery/contract';
import { isGarbled, LineFramer } from '../../link/line-framer.ts';
import type { SharedParts } from './shared-parts.ts';
import { parseReport } from './status-report.ts';

type Shared = 'log' | 'port' | 'setup' | 'talk' | 'position' | 'condition' | 'conversation' | 'polling';

export interface ReceptionParts extends Pick<SharedParts, Shared> {
  /** Whether the machine can be sent commands. */
  isReady: () => boolean;
  ask: () => void;
  onBanner: (line: string) => void;
  onAlarm: (alarm: number) => void;
  /** A report came; `before` is the condition of the machine before it. */
  onReport: (before: PlainLinkReason | undefined) => void;
}

const greeting = /^(grbl|drawcore)/i;

/** Passes each line that the machine sends to the part that it is for. */
export class Reception {
  readonly #parts: ReceptionParts;
  readonly #framer = new LineFramer();

  constructor(parts: ReceptionParts) {
    this.#parts = parts;
  }

  reset(): void {
    this.#framer.reset();
  }

  receive(chunk: Uint8Array): void {
    const { polling, port } = this.#parts;
    polling.heard();
    this.#framer.push(chunk, (line) => {
      if (port.isOpen) this.#hear(line);
    });
  }

  #hear(line: string): void {
    const { port, talk, conversation, condition, polling, isReady, ask, onBanner, onAlarm } = this.#parts;
    const isRoutine = polling.isIdle && isReady() && line.startsWith('<');
    if (port.isHeard && !isRoutine) port.tell({ type: 'received', line });
    if (isGarbled(line)) {
      port.tell({ type: 'unsolicited', line });
      return;
    }
    if (greeting.test(line)) onBanner(line);
    else if (line.startsWith('<')) this.#hearReport(line);
    else if (/^ALARM:\d{1,3}$/.test(line)) onAlarm(Number(line.slice(6)));
    else if (talk.isListening) talk.heard(line);
    else if (line === 'ok' || /^error:\d{1,3}$/i.test(line)) this.#hearAnswer(line);
    else if (!conversation.heard(line)) port.tell({ type: 'unsolicited', line });
    condition.heard(line);
    if (line.includes('Check Door') && isReady()) ask();
  }

  #hearAnswer(line: string): void {
    const { log, port, conversation, polling } = this.#parts;
    polling.answered();
    if (conversation.answered(line)) return;
    log.warn({ line }, 'stray reply');
    port.tell({ type: 'desync', line });
  }

  #hearReport(line: string): void {
    const { port, setup, talk, position, condition, conversation, polling, isReady, onReport } = this.#parts;
    const report = parseReport(line, setup.machine.reportsInches);
    if (report === undefined) {
      port.tell({ type: 'unsolicited', line });
      return;
    }
    const before = condition.now;
    position.reported(report);
    // A hold of our own is no news.
    if (!talk.isBraking) condition.reported(report);
    talk.reported(line, report);
    if (!isReady()) return;
    onReport(before);
    conversation.reported(line, report);
    polling.reported(report);
  }
}
