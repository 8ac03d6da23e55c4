/** The part of pcsc-mini that is used here. */
export interface PcscModule {
  Client: new () => PcscClient;
}

export interface PcscClient {
  on(event: 'reader', listener: (reader: PcscSlot) => void): unknown;
  on(event: 'error', listener: (error: Error) => void): unknown;
  /** Throws when the service is not there. */
  start(): unknown;
  stop(): void;
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

/** Constants of the PC/SC standard (part 5). The upper half of a status counts cards coming and going. */
export const slotStatus = { empty: 0x10, present: 0x20, mute: 0x200 } as const;
export const shareShared = 2;
export const leaveCard = 0;

/** Loaded only when a PC/SC reader is asked for: most stations have none. */
export async function loadPcsc(): Promise<PcscModule> {
  const module: { default: PcscModule } = await import('pcsc-mini');
  return module.default;
}
