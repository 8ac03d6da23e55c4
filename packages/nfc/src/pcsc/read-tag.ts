import { type Deadline, withDeadline } from '@stationery/core';
import type { Tag } from '../tag.ts';
import { leaveCard, type PcscCard, type PcscSlot, shareShared } from './pcsc-api.ts';

/** GET DATA for the UID (PC/SC part 3, section 3.2.2.1.3). */
const getUid = Uint8Array.of(0xff, 0xca, 0x00, 0x00, 0x00);

/** Reads the tag in a slot. Returns undefined for cards without a UID, such as contact cards. */
export async function readTag(slot: PcscSlot, deadline: Deadline): Promise<Tag | undefined> {
  const card = await connect(slot, deadline);
  try {
    // The card may not have been powered before connecting.
    const { atr } = await withDeadline('reading the ATR', deadline, () => card.state());
    const answer = await withDeadline('reading the UID', deadline, () => card.transmit(getUid));
    const uid = uidIn(answer);
    return uid === undefined ? undefined : { uid, sak: sakFromAtr(atr) };
  } finally {
    card.disconnect(leaveCard).catch(() => undefined);
  }
}

async function connect(slot: PcscSlot, deadline: Deadline): Promise<PcscCard> {
  const connecting = slot.connect(shareShared);
  try {
    return await withDeadline('connecting to the card', deadline, () => connecting);
  } catch (error) {
    connecting.then((late) => late.disconnect(leaveCard)).catch(() => undefined);
    throw error;
  }
}

function uidIn(answer: Uint8Array): Uint8Array | undefined {
  const succeeded = answer.at(-2) === 0x90 && answer.at(-1) === 0x00;
  const uid = answer.slice(0, -2);
  return succeeded && [4, 7, 10].includes(uid.length) ? uid : undefined;
}

/**
 * Start of the ATR of a storage card. PC/SC does not expose the SAK; readers encode the kind of card in the ATR
 * instead (PC/SC part 3, supplemental document): `3B 8F 80 01 80 4F 0C A0 00 00 03 06 SS NN NN …`, where SS =
 * 03 is ISO 14443 A part 3 and NN NN is the kind of card.
 */
const storageCardPrefix = [0x3b, 0x8f, 0x80, 0x01, 0x80, 0x4f, 0x0c, 0xa0, 0x00, 0x00, 0x03, 0x06, 0x03];

const sakByCardName = new Map([
  [0x0001, 0x08], // Classic 1K
  [0x0002, 0x18], // Classic 4K
  [0x0003, 0x00], // Ultralight
  [0x0026, 0x09], // Mini
  [0x0036, 0x08], // Plus 2K that behaves like a Classic (security level 1)
  [0x0037, 0x18], // Plus 4K that behaves like a Classic (security level 1)
]);

const iso14443Part4Sak = 0x20;

export function sakFromAtr(atr: Uint8Array): number {
  if (storageCardPrefix.every((byte, at) => atr[at] === byte)) {
    return sakByCardName.get(atr[13]! * 256 + atr[14]!) ?? 0x00;
  }
  // Readers announce an ISO 14443 part 4 card with `3B 8n 80 01`.
  const isPart4 = atr[0] === 0x3b && (atr[1]! & 0xf0) === 0x80 && atr[2] === 0x80 && atr[3] === 0x01;
  return isPart4 ? iso14443Part4Sak : 0x00;
}
