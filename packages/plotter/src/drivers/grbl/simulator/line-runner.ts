import { LineAssembler, ReceiveBuffer } from './receive-buffer.ts';
import { Refusal } from './refusal.ts';

export type Wait = 'room' | 'empty' | 'resumed' | { ms: number };

interface LineRunnerDeps {
  carryOut: (text: string) => Generator<Wait, void>;
  mayRun: () => boolean;
  isMet: (wait: Exclude<Wait, { ms: number }>) => boolean;
  /** Called when a line waits for the motors; starts them if necessary. */
  startMoving: () => void;
  after: (ms: number, then: () => void) => void;
  lineBegins: () => void;
  reply: (text: string) => void;
}

interface CurrentLine {
  readonly text: string;
  readonly steps: Generator<Wait, void>;
  wait: Wait | undefined;
}

/** Runs lines in order. A line that waits delays later ones. */
export class LineRunner {
  readonly #deps: LineRunnerDeps;
  readonly #input = new ReceiveBuffer();
  readonly #assembler = new LineAssembler();
  #line: CurrentLine | undefined;
  #running = false;

  constructor(deps: LineRunnerDeps) {
    this.#deps = deps;
  }

  get line(): string | undefined {
    return this.#line?.text;
  }

  get bytesFree(): number {
    return this.#input.free;
  }

  get bytesLost(): number {
    return this.#input.lost;
  }

  push(byte: number, isLost: boolean): void {
    this.#input.push(byte, isLost);
  }

  clear(): void {
    this.#line = undefined;
    this.#input.clear();
    this.#assembler.clear();
  }

  run(): void {
    if (this.#running) return;
    this.#running = true;
    try {
      while (this.#deps.mayRun() && this.#step());
    } finally {
      this.#running = false;
    }
  }

  #step(): boolean {
    const line = this.#line;
    if (line === undefined) return this.#take();
    const { wait } = line;
    if (wait !== undefined) {
      if (typeof wait === 'object') return false;
      if (!this.#deps.isMet(wait)) {
        this.#deps.startMoving();
        // Starting the motors may have ended the line.
        if (this.#line !== line || !this.#deps.isMet(wait)) return this.#line !== line;
      }
      line.wait = undefined;
    }
    this.#advance(line);
    return true;
  }

  #take(): boolean {
    for (let byte = this.#input.take(); byte !== undefined; byte = this.#input.take()) {
      const line = this.#assembler.push(byte);
      if (line === undefined) continue;
      const { text, tooLong } = line;
      if (tooLong) this.#deps.reply('error:11');
      else if (text === '') this.#deps.reply('ok');
      else {
        this.#deps.lineBegins();
        this.#line = { text, steps: this.#deps.carryOut(text), wait: undefined };
      }
      return true;
    }
    return false;
  }

  #advance(line: CurrentLine): void {
    let reply = 'ok';
    try {
      const { done, value } = line.steps.next();
      // A reset or a limit ended the line.
      if (this.#line !== line) return;
      if (done !== true) {
        this.#wait(line, value);
        return;
      }
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      reply = `error:${error.code}`;
    }
    this.#line = undefined;
    this.#deps.reply(reply);
  }

  #wait(line: CurrentLine, wait: Wait): void {
    line.wait = wait;
    if (typeof wait !== 'object') return;
    this.#deps.after(wait.ms, () => {
      if (this.#line !== line) return;
      line.wait = undefined;
      this.run();
    });
  }
}
