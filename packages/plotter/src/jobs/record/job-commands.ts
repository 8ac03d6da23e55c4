import { setImmediate } from 'node:timers/promises';
import { describeReason } from '@stationery/contract';
import { AppError } from '@stationery/core';
import { type BlocksTable, commandsPerBlock } from '../../store/blocks-table.ts';

const maxTurnMs = 10;

/** Commands are missing, for example after a database repair, so the job cannot be plotted. */
export class CommandsLost extends AppError {
  constructor() {
    super('commands-lost', describeReason({ code: 'commands-lost' }));
  }
}

export class JobCommands {
  readonly #table: BlocksTable;
  readonly #jobId: number;
  #block = -1;
  #commands: string[] = [];

  constructor(table: BlocksTable, jobId: number) {
    this.#table = table;
    this.#jobId = jobId;
  }

  /** Throws if any of these commands is missing. Yields to the event loop. */
  async requireAll(from: number, total: number): Promise<void> {
    let sinceMs = performance.now();
    for (const _ of this.inBlocks(total, from)) {
      if (performance.now() - sinceMs < maxTurnMs) continue;
      await setImmediate();
      sinceMs = performance.now();
    }
  }

  /** Starts with the block that contains `from`. */
  *inBlocks(total: number, from = 0): Generator<readonly string[], void, undefined> {
    for (let block = Math.floor(from / commandsPerBlock); block * commandsPerBlock < total; block++) {
      const commands = this.#table.commands(this.#jobId, block);
      if (commands.length !== Math.min(commandsPerBlock, total - block * commandsPerBlock))
        throw new CommandsLost();
      yield commands;
    }
  }

  at(index: number): string {
    const command = this.find(index);
    if (command === undefined) throw new CommandsLost();
    return command;
  }

  find(index: number): string | undefined {
    const block = Math.floor(index / commandsPerBlock);
    if (block !== this.#block) {
      this.#commands = this.#table.commands(this.#jobId, block);
      this.#block = block;
    }
    return this.#commands[index % commandsPerBlock];
  }
}
