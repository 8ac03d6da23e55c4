export interface PcscClient {
  on(event: 'reader', listener: (slot: PcscSlot) => void): unknown;
  on(event: 'error', listener: (error: Error) => void): unknown;
  /** Resolves when all present readers were announced. Rejects with `PcscRefusal`. */
  start(): Promise<void>;
  /** Ends everything at once, including calls that wait for a card. */
  stop(): void;
}

/** A reader's slot for one card. Most readers have one slot, some have several. */
export interface PcscSlot {
  name(): string;
  on(event: 'change', listener: (status: { readonly raw: number }) => void): unknown;
  on(event: 'disconnect', listener: () => void): unknown;
  connect(mode: number): Promise<PcscCard>;
}

export interface PcscCard {
  state(): Promise<{ readonly atr: Uint8Array }>;
  transmit(command: Uint8Array): Promise<Uint8Array>;
  disconnect(disposition: number): Promise<void>;
}

export type PcscRefusalReason =
  | 'no-service'
  | 'not-allowed'
  | 'unknown-protocol'
  | 'no-answer'
  /** The service closed the connection. */
  | 'stopped';

export class PcscRefusal extends Error {
  override readonly name = 'PcscRefusal';
  readonly why: PcscRefusalReason;

  constructor(why: PcscRefusalReason, message: string, options?: ErrorOptions) {
    super(message, options);
    this.why = why;
  }
}

/** Constants of the PC/SC standard (part 5). The upper half of a status is the event count. */
export const slotStatus = { empty: 0x10, present: 0x20, mute: 0x200 } as const;
export const shareShared = 2;
export const leaveCard = 0;
