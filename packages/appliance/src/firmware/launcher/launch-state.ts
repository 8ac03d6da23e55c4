import type { Priority } from '@stationery/core/systemd';
import type { FirmwareState, SlotFolder } from '../slots/slot-folder.ts';

export type WriteLine = (line: string, priority?: Priority) => void;

/**
 * The launcher's state. A full or write-protected disk must not prevent a station from starting: changes that could
 * not be written apply to this run unless the file changed meanwhile.
 */
export class LaunchState {
  readonly #folder: SlotFolder;
  readonly #say: WriteLine;
  #unwritten: { state: FirmwareState; insteadOf: string } | undefined;

  constructor(folder: SlotFolder, say: WriteLine) {
    this.#folder = folder;
    this.#say = say;
  }

  read(): FirmwareState {
    const kept = this.#folder.read();
    return this.#unwritten?.insteadOf === JSON.stringify(kept) ? this.#unwritten.state : kept;
  }

  change(change: Partial<FirmwareState>): void {
    const state = { ...this.read(), ...change };
    try {
      this.#folder.write(state);
      this.#unwritten = undefined;
    } catch (error) {
      this.#say(`the state cannot be written: ${(error as Error).message}`, 'warning');
      this.#unwritten = { state, insteadOf: JSON.stringify(this.#folder.read()) };
    }
  }
}
