import { stationTexts } from '../../texts/station.ts';
import { simulated } from './store.ts';

export interface SampleTag {
  key: keyof typeof stationTexts.sampleTags.names;
  model: 'mifare' | 'mifare_classic';
  /** Random for each tap if the tag has no fixed serial. */
  serial: () => string;
  isThis: (serial: string) => boolean;
}

const fixed = (key: SampleTag['key'], serial: string, model: SampleTag['model'] = 'mifare'): SampleTag => ({
  key,
  model,
  serial: () => serial,
  isThis: (other) => other === serial,
});

export const sampleTags: readonly SampleTag[] = [
  fixed('fox', '0x04A2245A6B2C80'),
  fixed('owl', '0x04B7113C2D5E81'),
  fixed('snail', '0x04C80F9A4B6D82'),
  fixed('whale', '0x5A3CE197', 'mifare_classic'),
  fixed('hare', '0x9E07D4B2', 'mifare_classic'),
  {
    key: 'phone',
    model: 'mifare',
    serial: randomSerial,
    isThis: (serial) => serial.startsWith('0x08') && serial.length === 10,
  },
];

/** Returns a serial with the first byte 08, which marks a UID as random. */
function randomSerial(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(3));
  return `0x08${[...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`
    .toUpperCase()
    .replace('X', 'x');
}

/** Returns the printed name of a sample tag, with the simulated reader only. */
export function sampleName(serial: string): string | undefined {
  const tag = simulated.value ? sampleTags.find(({ isThis }) => isThis(serial)) : undefined;
  return tag && stationTexts.sampleTags.names[tag.key];
}
