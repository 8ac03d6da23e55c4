import { because, type PlainLinkReason, type SendReason } from '@stationery/contract';
import { silentLogger } from '@stationery/core';
import { type CommandHandle, type Driver, notBegun, sendAndWait } from '../../src/drivers/driver.ts';
import { LinkListeners } from '../../src/drivers/kernel/driver-link.ts';
import type { Point } from '../../src/drivers/language/geometry.ts';
import { acknowledgementOf, effectOfCommand } from '../../src/drivers/language/our-language.ts';
import { LinkError, type LinkEvent, type LinkState, type Reply } from '../../src/drivers/link.ts';
import type { Profile } from '../../src/drivers/profile.ts';

/** A machine that executes its buffer even without a connection. */
export class BufferedMachine {
  readonly coordinates: 'absolute' | 'relative';
  /** Lines between two corners, and how often each was drawn. */
  readonly drawn = new Map<string, number>();
  readonly done = new Set<string>();
  buffer: string[] = [];
  /** Position on the paper. */
  at: Point = { x: 0, y: 0 };
  origin: Point = { x: 0, y: 0 };
  pen: 'up' | 'down' = 'up';

  constructor(coordinates: 'absolute' | 'relative' = 'absolute') {
    this.coordinates = coordinates;
  }

  get position(): Point {
    return { x: this.at.x - this.origin.x, y: this.at.y - this.origin.y };
  }

  /** Executes commands of the buffer. */
  work(count: number): void {
    for (const command of this.buffer.splice(0, count)) this.#do(command);
  }

  reset(): void {
    this.buffer = [];
    this.origin = this.at;
  }

  /** Moves the pen by hand, unnoticed by the machine. */
  carryTo(at: Point): void {
    const { x, y } = this.position;
    this.at = at;
    this.origin = { x: at.x - x, y: at.y - y };
  }

  #do(command: string): void {
    this.done.add(command);
    const { pen, move, origin } = effectOfCommand(command, this.coordinates);
    if (origin === 'here') this.origin = this.at;
    if (pen) this.pen = pen;
    if (typeof move !== 'object') return;
    const from = 'to' in move ? this.origin : this.at;
    const by = 'to' in move ? move.to : move.by;
    const to = { x: from.x + by.x, y: from.y + by.y };
    if (this.pen === 'down') {
      const line = `${this.at.x} ${this.at.y} to ${to.x} ${to.y}`;
      this.drawn.set(line, (this.drawn.get(line) ?? 0) + 1);
    }
    this.at = to;
  }
}

interface Entry {
  command: string;
  isSent: boolean;
  reply?: Reply;
  accept(reply: Reply): void;
  execute(): void;
  reject(error: LinkError): void;
}

const ready: LinkState = { state: 'ready' };

function resolvers<T>() {
  let [resolve, reject]: [(value: T) => void, (error: LinkError) => void] = [() => {}, () => {}];
  const promise = new Promise<T>((onDone, onError) => {
    [resolve, reject] = [onDone, onError];
  });
  return { promise, resolve, reject };
}

/**
 * Commands are accepted at once and executed by `step`. Commands within the window are sent; later ones can be
 * withdrawn.
 */
export class WindowedDriver implements Driver {
  readonly name = 'grbl';
  readonly identity = { model: null, firmware: null };
  readonly facts = {};
  readonly isStrict = false;
  readonly tellsPosition = 'yes';
  readonly portPath = 'memory:';
  readonly window: number;
  readonly machine: BufferedMachine;
  readonly #bufferSize: number;
  readonly #listeners = new LinkListeners(silentLogger);
  #entries: Entry[] = [];
  #state: LinkState = { state: 'closed' };
  #isDead = false;
  session = 1;
  refuses: (command: string) => boolean = () => false;
  readonly begun: string[] = [];

  constructor(machine: BufferedMachine, sizes: { window: number; buffer: number }) {
    this.machine = machine;
    this.window = sizes.window;
    this.#bufferSize = sizes.buffer;
  }

  get state(): LinkState {
    return this.#state;
  }

  get isOpen(): boolean {
    return this.#state === ready;
  }

  /** Number of commands that are not executed yet. */
  get pending(): number {
    return this.#entries.length;
  }

  configure(_: Profile): void {}

  effectOf(command: string) {
    return effectOfCommand(command, this.machine.coordinates);
  }

  acknowledgementOf(command: string): string {
    return acknowledgementOf(command);
  }

  refusalOf() {
    return 'other' as const;
  }

  begin(command: string, { session = this.session }: { session?: number }): CommandHandle {
    if (session !== this.session)
      return notBegun(new LinkError('other-session', { code: 'board-restarted' }, command));
    if (!this.isOpen) return notBegun(new LinkError('closed', { code: 'not-connected' }, command));
    const accepted = resolvers<Reply>();
    const executed = resolvers<void>();
    accepted.promise.catch(() => undefined);
    executed.promise.catch(() => undefined);
    this.#entries.push({
      command,
      isSent: false,
      accept: accepted.resolve,
      execute: executed.resolve,
      reject(error) {
        accepted.reject(error);
        executed.reject(error);
      },
    });
    this.begun.push(command);
    this.#tell({ type: 'begun', command });
    this.#fill();
    return { accepted: accepted.promise, executed: executed.promise };
  }

  send(command: string, options: { timeoutMs: number; session?: number }): Promise<Reply> {
    return sendAndWait(this, command, options);
  }

  withdraw(): void {
    const unsent = this.#entries.filter(({ isSent }) => !isSent);
    this.#entries = this.#entries.filter(({ isSent }) => isSent);
    for (const { command, reject } of unsent)
      reject(new LinkError('aborted', { code: 'abandoned-unsent', command }, command));
  }

  async stop(): Promise<Reply> {
    this.machine.buffer = [];
    this.machine.pen = 'up';
    for (const { command, isSent, reject } of this.#entries.splice(0)) {
      if (isSent) this.#tell({ type: 'unanswered', line: command });
      const reason: SendReason = isSent
        ? { code: 'stopped-unfinished', command }
        : { code: 'stopped-unsent' };
      reject(new LinkError('aborted', reason, command));
    }
    this.#tell({ type: 'reported', reported: { position: this.machine.position, pen: 'up' } });
    return { sent: 'STOP', ok: true, terminalLine: 'OK STOP', lines: ['OK STOP'] };
  }

  /** Executes the next command. Returns false if no command is buffered. */
  step(): boolean {
    const entry = this.#entries[0];
    if (this.#isDead || entry?.reply === undefined) return false;
    const { command, reply } = entry;
    this.#entries.shift();
    if (reply.ok) this.machine.work(1);
    entry.execute();
    this.#tell({ type: 'reply', reply });
    const { position, pen } = this.machine;
    if (command === 'STATUS') this.#tell({ type: 'reported', reported: { position, pen } });
    this.#fill();
    return true;
  }

  /** Loses the connection. The machine keeps its buffer. */
  lose(): void {
    this.#end('lost', { code: 'port-lost', port: this.portPath });
    this.#become({ state: 'waiting', ...because({ code: 'port-lost', port: this.portPath }), retryInMs: 1 });
  }

  reset(): void {
    this.machine.reset();
    this.#end('reset', { code: 'board-restarted' });
    this.#tell({ type: 'reset', banner: 'READY' });
    this.#become(ready);
  }

  /** Ends the connection: nothing is sent or received any more. */
  die(): void {
    this.#isDead = true;
    this.#listeners.clear();
  }

  pressButton(): void {
    this.#tell({ type: 'pause-button' });
  }

  endHold(): void {}

  connect(): void {
    if (this.#isDead || this.isOpen) return;
    // Commands not executed before the disconnection are dropped.
    this.machine.buffer = [];
    this.#become(ready);
  }

  async disconnect(): Promise<void> {
    this.#end('lost', { code: 'disconnected' });
    this.#become({ state: 'closed' });
  }

  async usePort(): Promise<void> {}

  subscribe(listener: (event: LinkEvent) => void): () => void {
    return this.#listeners.add(listener);
  }

  async close(): Promise<void> {
    await this.disconnect();
    this.#listeners.clear();
  }

  #fill(): void {
    if (this.#isDead) return;
    for (const entry of this.#entries.slice(0, this.#bufferSize)) {
      if (entry.isSent) continue;
      entry.isSent = true;
      const { command } = entry;
      const ok = !this.refuses(command);
      if (ok) this.machine.buffer.push(command);
      const terminalLine = ok ? acknowledgementOf(command) : 'ERR REFUSED';
      entry.reply = { sent: command, ok, terminalLine, lines: [terminalLine] };
      entry.accept(entry.reply);
      this.#tell({ type: 'accepted', reply: entry.reply });
    }
  }

  #end(kind: 'lost' | 'reset', reason: PlainLinkReason): void {
    const entries = this.#entries.splice(0);
    const owed = entries.filter(({ isSent }) => isSent).map(({ command }) => command);
    this.session++;
    this.#tell({ type: 'session', session: this.session, reason, owed });
    for (const { command, isSent, reject } of entries)
      reject(new LinkError(isSent ? kind : 'closed', reason, command));
  }

  #become(state: LinkState): void {
    this.#state = state;
    this.#tell({ type: 'state', state });
  }

  #tell(event: LinkEvent): void {
    this.#listeners.tell(event);
  }
}
