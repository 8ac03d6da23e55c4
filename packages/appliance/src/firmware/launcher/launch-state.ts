import type { Priority } from '@stationery/core/systemd';
import type { FirmwareState, SlotFolder } from '../slots/slot-folder.ts';

export type WriteLine = (line: string, priority?: Priority) => void;

/**
 * The state that the launcher uses. A disk that is full or write-protected must not keep a station from
 * starting: what could not be written holds for this run, as long as nobody else wrote in the meantime.
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
