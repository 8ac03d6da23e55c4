import { ChipFault } from './chip.ts';

const blockLength = 512;
const [firstMagic, secondMagic, lastMagic] = [0x0a324655, 0x9e5d5157, 0x0ab16f30];
const hasFamily = 0x2000;
const rp2040Family = 0xe48bff56;
const flashStart = 0x10000000;

/** Writes the blocks of a UF2 file to flash memory as the boot ROM does. */
export function writeUf2(file: Uint8Array, flash: Uint8Array): void {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const count = file.length / blockLength;
  if (!Number.isInteger(count) || count === 0) throw new ChipFault('The UF2 file is not made of blocks.');
  for (let block = 0; block < count; block++) {
    const at = block * blockLength;
    const word = (index: number) => view.getUint32(at + 4 * index, true);
    const isRight =
      word(0) === firstMagic &&
      word(1) === secondMagic &&
      view.getUint32(at + 508, true) === lastMagic &&
      (word(2) & hasFamily) !== 0 &&
      word(7) === rp2040Family &&
      word(4) === 256 &&
      word(5) === block &&
      word(6) === count;
    const offset = word(3) - flashStart;
    if (!isRight || offset < 0 || offset % 256 !== 0 || offset + 256 > flash.length)
      throw new ChipFault(`Block ${block} of the UF2 file is wrong.`);
    flash.set(file.subarray(at + 32, at + 32 + 256), offset);
  }
}

/** The checksum of the boot block: CRC-32/MPEG-2 of 252 bytes. */
export function bootBlockCrc(block: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of block.subarray(0, 252)) {
    crc ^= byte << 24;
    for (let bit = 0; bit < 8; bit++) crc = crc & 0x80000000 ? (crc << 1) ^ 0x04c11db7 : crc << 1;
  }
  return crc >>> 0;
}
