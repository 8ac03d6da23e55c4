import { type Deadline, withDeadline } from '@stationery/core';
import type { Tag } from '../tag.ts';
import { sakFromAtr } from './atr.ts';
import { leaveCard, type PcscCard, type PcscSlot, shareShared } from './pcsc-api.ts';

/** GET DATA for the UID (PC/SC part 3, section 3.2.2.1.3). */
const getUid = Uint8Array.of(0xff, 0xca, 0x00, 0x00, 0x00);

/** Reads the tag in the slot. Returns undefined for cards without a UID, such as contact cards. */
export async function readTag(slot: PcscSlot, deadline: Deadline): Promise<Tag | undefined> {
  const card = await connect(slot, deadline);
  try {
    // After connecting, because the card may not have been powered before.
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
