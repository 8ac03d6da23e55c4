import type { BytePort } from '@stationery/core';

export interface BootLoaderOptions {
  signature?: number[];
  /** Closes the port at this page. */
  dropsAt?: number;
  /** Discards everything that is written. */
  isForgetful?: boolean;
  /** Called when the host starts the new program. */
  onEnd?: () => void;
}

/** A boot loader for the STK500 protocol. Returns its flash. */
export function runBootLoader(
  port: BytePort,
  {
    signature = [0x1e, 0x95, 0x0f],
    dropsAt = Number.POSITIVE_INFINITY,
    isForgetful = false,
    onEnd = () => undefined,
  }: BootLoaderOptions,
): Uint8Array {
  const flash = new Uint8Array(32_768).fill(0xff);
  let heard: number[] = [];
  let address = 0;
  let pages = 0;
  const bodyOf = (command: number): number =>
    ({ 85: 2, 116: 3 })[command] ?? (command === 0x64 ? 3 + (((heard[1] ?? 0) << 8) | (heard[2] ?? 0)) : 0);
  const reply = (...bytes: number[]) => void port.write(Uint8Array.of(0x14, ...bytes, 0x10));
  const carryOut = ([command, ...body]: number[]) => {
    if (command === 0x75) return reply(...signature);
    if (command === 0x55) address = 2 * (body[0]! | (body[1]! << 8));
    if (command === 0x64) {
      if (++pages > dropsAt) return void port.close();
      if (!isForgetful) flash.set(body.slice(3), address);
    }
    if (command === 0x74) return reply(...flash.subarray(address, address + ((body[0]! << 8) | body[1]!)));
    reply();
    if (command === 0x51) onEnd();
  };
  port.onBytes((bytes) => {
    for (const byte of bytes) {
      heard.push(byte);
      if (heard.length < 2 + bodyOf(heard[0]!)) continue;
      const command = heard.slice(0, -1);
      heard = [];
      carryOut(command);
    }
  });
  return flash;
}
