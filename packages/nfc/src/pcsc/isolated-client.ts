import { type ChildProcess, fork } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { fileURLToPath } from 'node:url';
import { type PcscCard, type PcscClient, PcscRefusal, type PcscSlot } from './pcsc-api.ts';
import type { FromPcscProcess, PcscCall, ToPcscProcess } from './pcsc-messages.ts';

interface Outcome {
  resolve(result: unknown): void;
  reject(error: Error): void;
}

/** The PC/SC library, used from a process of its own that is ended, not asked, when it is time to stop. */
export class IsolatedPcscClient extends EventEmitter implements PcscClient {
  readonly #moduleName: string;
  readonly #slots = new Map<string, EventEmitter>();
  readonly #calls = new Map<number, Outcome>();
  #process: ChildProcess | undefined;
  #starting: Outcome | undefined;
  #lastId = 0;

  constructor(moduleName = 'pcsc-mini') {
    super();
    this.#moduleName = moduleName;
  }

  start(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#starting = { resolve: () => resolve(), reject };
      const path = fileURLToPath(new URL('./pcsc-process.mjs', import.meta.url));
      const child = fork(path, [this.#moduleName], {
        serialization: 'advanced',
        // This process's own options, such as a debugger's port, are not for the other.
        execArgv: [],
        stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      });
      this.#process = child;
      child.on('message', (message) => this.#receive(message as FromPcscProcess));
      child.on('error', (error) => this.#ended(error));
      child.on('exit', () => this.#ended(new Error('the PC/SC process has ended')));
    });
  }

  async stop(): Promise<void> {
    const child = this.#process;
    this.#process = undefined;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const gone = new Promise((resolve) => child.once('exit', resolve));
    child.removeAllListeners('message');
    child.kill('SIGKILL');
    await gone;
  }

  #receive(message: FromPcscProcess): void {
    switch (message.event) {
      case 'started':
        this.#starting?.resolve(undefined);
        break;
      case 'refused':
        this.#starting?.reject(new PcscRefusal(message.why, message.text));
        break;
      case 'error':
        this.emit('error', new Error(message.text));
        break;
      case 'reader':
        this.#slots.set(message.name, this.#announce(message.name));
        break;
      case 'change':
        this.#slots.get(message.name)?.emit('change', { raw: message.raw });
        break;
      case 'disconnect':
        this.#slots.get(message.name)?.emit('disconnect');
        this.#slots.delete(message.name);
        break;
      case 'done':
        this.#settle(message.id)?.resolve(message.result);
        break;
      case 'undone':
        this.#settle(message.id)?.reject(new Error(message.text));
        break;
    }
  }

  #announce(name: string): EventEmitter {
    const emitter = new EventEmitter();
    const slot: PcscSlot = Object.assign(emitter, {
      name: () => name,
      connect: async (mode: number) =>
        this.#card((await this.#call({ call: 'connect', name, mode })) as number),
    });
    this.emit('reader', slot);
    return emitter;
  }

  #card(card: number): PcscCard {
    return {
      state: async () => (await this.#call({ call: 'state', card })) as { atr: Uint8Array },
      transmit: async (command) => (await this.#call({ call: 'transmit', card, command })) as Uint8Array,
      disconnect: async (disposition) => void (await this.#call({ call: 'disconnect', card, disposition })),
    };
  }

  #call(call: PcscCall): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const id = ++this.#lastId;
      this.#calls.set(id, { resolve, reject });
      const message: ToPcscProcess = { id, ...call };
      const send = this.#process?.send?.bind(this.#process);
      if (send === undefined) this.#settle(id)?.reject(new Error('the PC/SC process has ended'));
      else send(message, (error) => error && this.#settle(id)?.reject(error));
    });
  }

  #settle(id: number): Outcome | undefined {
    const outcome = this.#calls.get(id);
    this.#calls.delete(id);
    return outcome;
  }

  #ended(error: Error): void {
    for (const id of [...this.#calls.keys()]) this.#settle(id)?.reject(error);
    this.#starting?.reject(error);
    if (this.#process !== undefined) this.emit('error', error);
  }
}
