import type { LastUpdate, Slot, SlotFolder } from './slots/slot-folder.ts';

interface UpdateStatus {
  slot: Slot | null;
  state: 'idle' | 'updating' | 'installed' | 'trial';
  last: LastUpdate | null;
}

/**
 * Results of updates. The launcher's results outlive the station and decide which version is tried. A failure of this
 * run is only shown, and only for an accepted bundle: any client can send a bundle that is rejected, and clients that
 * wait for an update rely on this result.
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
