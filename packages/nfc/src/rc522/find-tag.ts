import type { Tag } from '../tag.ts';
import type { Rc522Chip } from './rc522-chip.ts';

/** Commands of ISO 14443-3 type A. */
export const tagCommand = { wakeUp: 0x52, request: 0x26, halt: 0x50, select: [0x93, 0x95, 0x97] } as const;

const anticollision = 0x20;
const selectAll = 0x70;
/** First byte of every part of a longer UID except its last part. */
export const cascadeTag = 0x88;
/** Bit in the answer to a selection: more bytes of the UID follow. */
const isIncomplete = 0x04;

/**
 * Finds one tag and puts it to sleep, so that the next call finds it again. Returns `collision` if there are
 * several.
 */
export async function findTag(chip: Rc522Chip): Promise<Tag | 'none' | 'collision'> {
  const atqa = await wakeUp(chip);
  if (typeof atqa === 'string') return atqa;
  const uid: number[] = [];
  for (const level of tagCommand.select) {
    const part = await chip.transceive(Uint8Array.of(level, anticollision));
    if (part === 'collision') return part;
    if (part === 'none' || part.bytes.length !== 5 || xor(part.bytes) !== 0) return 'none';
    const sak = await select(chip, level, part.bytes);
    if (sak === undefined) return 'none';
    if ((sak & isIncomplete) === 0) {
      await chip.transceive(withCrc(tagCommand.halt, 0x00));
      return { uid: Uint8Array.of(...uid, ...part.bytes.subarray(0, 4)), sak, atqa };
    }
    if (part.bytes[0] !== cascadeTag) return 'none';
    uid.push(...part.bytes.subarray(1, 4));
  }
  return 'none';
}

/**
 * Wakes a tag and returns its ATQA. Asks twice, because a tag that was not put to sleep does not answer the
 * first time.
 */
async function wakeUp(chip: Rc522Chip): Promise<number | 'none' | 'collision'> {
  for (let tries = 1; ; tries++) {
    const answer = await chip.transceive(Uint8Array.of(tagCommand.wakeUp), 7);
    if (answer === 'collision') return answer;
    if (answer !== 'none' && answer.bytes.length === 2) return answer.bytes[1]! * 256 + answer.bytes[0]!;
    if (tries === 2) return 'none';
  }
}

async function select(chip: Rc522Chip, level: number, part: Uint8Array): Promise<number | undefined> {
  const answer = await chip.transceive(withCrc(level, selectAll, ...part));
  if (typeof answer === 'string' || answer.bytes.length !== 3) return undefined;
  const [sak, low, high] = answer.bytes;
  const [expectedLow, expectedHigh] = crcA(Uint8Array.of(sak!));
  return low === expectedLow && high === expectedHigh ? sak : undefined;
}

function withCrc(...bytes: number[]): Uint8Array {
  return Uint8Array.of(...bytes, ...crcA(Uint8Array.from(bytes)));
}

function xor(bytes: Uint8Array): number {
  return bytes.reduce((total, byte) => total ^ byte, 0);
}

/** Returns the checksum of ISO 14443-3 type A, low byte first. */
export function crcA(bytes: Uint8Array): [number, number] {
  let crc = 0x6363;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc & 1) === 0 ? crc >> 1 : (crc >> 1) ^ 0x8408;
  }
  return [crc & 0xff, crc >> 8];
}
