import type { Tag } from '../tag.ts';

/** Command codes of the PN532 (user manual, section 7). The answer's code is the command's plus one. */
export const command = {
  diagnose: 0x00,
  getFirmwareVersion: 0x02,
  getGeneralStatus: 0x04,
  readRegister: 0x06,
  writeRegister: 0x08,
  readGpio: 0x0c,
  writeGpio: 0x0e,
  setSerialBaudRate: 0x10,
  setParameters: 0x12,
  samConfiguration: 0x14,
  powerDown: 0x16,
  rfConfiguration: 0x32,
  inDataExchange: 0x40,
  inCommunicateThru: 0x42,
  inDeselect: 0x44,
  inListPassiveTarget: 0x4a,
  inPsl: 0x4e,
  inAtr: 0x50,
  inRelease: 0x52,
  inSelect: 0x54,
  inJumpForDep: 0x56,
  inJumpForPsl: 0x46,
  inAutoPoll: 0x60,
  tgGetData: 0x86,
  tgInitAsTarget: 0x8c,
} as const;

/**
 * Wakes the chip: a sleeping chip wakes at the first byte, and the zeros give it time to start (section
 * 7.2.11).
 */
export const wakeUp = Uint8Array.of(0x55, 0x55, ...new Array<number>(14).fill(0x00));

/** Selects normal mode without a security module. Also ends the low-power state after power-up. */
export const samConfiguration = Uint8Array.of(command.samConfiguration, 0x01);

export const getFirmwareVersion = Uint8Array.of(command.getFirmwareVersion);

/** Makes the chip search twice for a tag and then answer. By default it searches forever. */
export const boundedSearch = Uint8Array.of(command.rfConfiguration, 0x05, 0xff, 0x01, 0x01);

/** Lists one target at 106 kbit/s, type A. */
export const listOneTypeATarget = Uint8Array.of(command.inListPassiveTarget, 0x01, 0x00);

/** Asks for an echo, which proves that the chip is alive and that the answer belongs to this call. */
export function diagnoseEcho(mark: number): Uint8Array {
  return Uint8Array.of(command.diagnose, 0x00, mark >> 24, mark >> 16, mark >> 8, mark);
}

export function isEchoOf(echo: Uint8Array, answerData: Uint8Array): boolean {
  return Buffer.compare(echo.subarray(1), answerData) === 0;
}

/** Parses the answer to GetFirmwareVersion. */
export function deviceName(answerData: Uint8Array): string | undefined {
  const [chip, version, revision] = answerData;
  if (chip === undefined || version === undefined || revision === undefined) return undefined;
  return `PN5${chip.toString(16).padStart(2, '0')} v${version}.${revision}`;
}

/** Parses the answer to InListPassiveTarget for type A. */
export function parseTypeATargets(answerData: Uint8Array): Tag[] | undefined {
  const [count, ...rest] = answerData;
  if (count === undefined || count > 2) return undefined;
  const tags: Tag[] = [];
  let bytes = Uint8Array.from(rest);
  for (let index = 0; index < count; index++) {
    const [, atqaHigh, atqaLow, sak, uidBytes] = bytes;
    if (atqaHigh === undefined || atqaLow === undefined || sak === undefined) return undefined;
    if (uidBytes !== 4 && uidBytes !== 7 && uidBytes !== 10) return undefined;
    const uid = bytes.slice(5, 5 + uidBytes);
    if (uid.length !== uidBytes) return undefined;
    tags.push({ uid, sak, atqa: atqaHigh * 256 + atqaLow });
    bytes = bytes.subarray(5 + uidBytes + atsBytes(sak, bytes.subarray(5 + uidBytes)));
  }
  return tags;
}

/**
 * Returns the length of the ATS, which is its first byte. Only tags that support ISO 14443-4 (bit 0x20 of SAK)
 * send one.
 */
function atsBytes(sak: number, afterUid: Uint8Array): number {
  return (sak & 0x20) !== 0 ? (afterUid[0] ?? 0) : 0;
}
