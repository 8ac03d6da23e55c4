/** The PC/SC service as the reader sees it. */
export interface PcscClient {
  on(event: 'reader', listener: (slot: PcscSlot) => void): unknown;
  on(event: 'error', listener: (error: Error) => void): unknown;
  /** Rejects with `PcscRefusal` when there is no service, or nothing to reach it with. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** A place for one card: most readers have one, some have several. */
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

export class PcscRefusal extends Error {
  override readonly name = 'PcscRefusal';
  readonly why: 'not-installed' | 'no-service';

  constructor(why: 'not-installed' | 'no-service', message: string) {
    super(message);
    this.why = why;
  }
}

/** Constants of the PC/SC standard (part 5). The upper half of a status counts cards coming and going. */
export const slotStatus = { empty: 0x10, present: 0x20, mute: 0x200 } as const;
export const shareShared = 2;
export const leaveCard = 0;
