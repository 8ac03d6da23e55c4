import { type BlocksTable, commandsPerBlock } from '../store/blocks-table.ts';

/** The commands of one job by their index, with the block that was read last kept at hand. */
export class JobCommands {
  readonly #table: BlocksTable;
  readonly #jobId: number;
  #block = -1;
  #commands: string[] = [];

  constructor(table: BlocksTable, jobId: number) {
    this.#table = table;
    this.#jobId = jobId;
  }

  at(index: number): string {
    const block = Math.floor(index / commandsPerBlock);
    if (block !== this.#block) {
      this.#commands = this.#table.commands(this.#jobId, block);
      this.#block = block;
    }
    const command = this.#commands[index % commandsPerBlock];
    if (command === undefined) throw new Error(`job ${this.#jobId} has no command ${index}`);
    return command;
  }
}
