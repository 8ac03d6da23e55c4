import type { LastUpdate, Slot, SlotFolder } from './slots/slot-folder.ts';

export interface UpdateStatus {
  slot: Slot | null;
  state: 'idle' | 'updating' | 'installed' | 'trial';
  last: LastUpdate | null;
}

/** What became of updates. Where there are slots it outlives the station; elsewhere it is of this run. */
export class UpdateHistory {
  readonly #slots: { folder: SlotFolder; running: Slot } | undefined;
  #last: LastUpdate | null = null;

  constructor(slots: { folder: SlotFolder; running: Slot } | undefined) {
    this.#slots = slots;
  }

  note(last: LastUpdate): void {
    this.#last = last;
    if (this.#slots === undefined) return;
    const state = this.#slots.folder.read();
    // While a version is on trial the file is the launcher's.
    if (state.trial === null) this.#slots.folder.write({ ...state, last });
  }

  status(updating: boolean): UpdateStatus {
    const slots = this.#slots;
    const kept = slots?.folder.read();
    const trial = kept?.trial ?? null;
    const waiting = trial === null ? 'idle' : trial.slot === slots?.running ? 'trial' : 'installed';
    return {
      slot: slots?.running ?? null,
      state: updating ? 'updating' : waiting,
      last: kept === undefined ? this.#last : kept.last,
    };
  }
}
