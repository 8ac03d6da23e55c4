import type { LastUpdate, Slot, SlotFolder } from './slots/slot-folder.ts';

interface UpdateStatus {
  slot: Slot | null;
  state: 'idle' | 'updating' | 'installed' | 'trial';
  last: LastUpdate | null;
}

/**
 * The results of updates. What the launcher wrote outlives the station and decides what is tried; a failure of
 * this run is only shown, and only of a bundle that was accepted: anybody can send one that is refused, and
 * a client that waits for an update relies on what is reported here.
 */
export class UpdateHistory {
  readonly #slots: { folder: SlotFolder; running: Slot } | undefined;
  #last: LastUpdate | null = null;

  constructor(slots: { folder: SlotFolder; running: Slot } | undefined) {
    this.#slots = slots;
  }

  note(last: LastUpdate): void {
    this.#last = last;
  }

  status(updating: boolean): UpdateStatus {
    const slots = this.#slots;
    const kept = slots?.folder.read();
    const trial = kept?.trial ?? null;
    const waiting = trial === null ? 'idle' : trial.slot === slots?.running ? 'trial' : 'installed';
    return {
      slot: slots?.running ?? null,
      state: updating ? 'updating' : waiting,
      last: this.#last ?? kept?.last ?? null,
    };
  }
}
