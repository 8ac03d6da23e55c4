export type PinListener = (pin: number, isHigh: boolean, nanos: number) => void;

/** A board in an emulator, which runs in virtual time. Its non-volatile memory outlasts a reset. */
export interface Chip {
  readonly nanos: number;
  /** Runs until this virtual time. Throws a `ChipFault` at the first mistake of the program. */
  run(untilNanos: number): void;
  /** Sends bytes to the board, at the speed of the line. */
  write(bytes: Uint8Array): void;
  setOpen(isOpen: boolean): void;
  /** Plugs the cable in or out. The board has its own power; unplugging closes the port. */
  setPlugged(isPlugged: boolean): void;
  /** Acts like the button or a short loss of power: a write to non-volatile memory is left unfinished. */
  reset(): void;
  setInput(pin: number, isHigh: boolean): void;
  /** Stops the program, as an endless loop without interrupts would, until the next reset. */
  hang(): void;
  onBytes: (bytes: Uint8Array) => void;
  onPin: PinListener;
  /** Called when the board has reset itself or was reset from outside. */
  onReset: () => void;
}

export class ChipFault extends Error {
  override readonly name = 'ChipFault';
}
