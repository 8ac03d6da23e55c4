/** Registers of the MFRC522 (data sheet, section 9). */
export const register = {
  command: 0x01,
  interrupts: 0x04,
  error: 0x06,
  fifoData: 0x09,
  fifoLevel: 0x0a,
  bitFraming: 0x0d,
  mode: 0x11,
  txMode: 0x12,
  rxMode: 0x13,
  txControl: 0x14,
  txAsk: 0x15,
  modulationWidth: 0x24,
  timerMode: 0x2a,
  timerPrescaler: 0x2b,
  timerReloadHigh: 0x2c,
  timerReloadLow: 0x2d,
  version: 0x37,
} as const;

export const chipCommand = { idle: 0x00, transceive: 0x0c, softReset: 0x0f } as const;

export const bits = {
  /** Bits of `interrupts`. */
  received: 0x20,
  timer: 0x01,
  /** Bits of `error`. */
  overflow: 0x10,
  collision: 0x08,
  parity: 0x02,
  protocol: 0x01,
  /** Bits of `fifoLevel`. */
  flush: 0x80,
  /** Bits of `bitFraming`. */
  startSend: 0x80,
  /** Bits of `command`. */
  powerDown: 0x10,
  /** Bits of `txControl`. */
  antenna: 0x03,
} as const;

export const fifoBytes = 64;
