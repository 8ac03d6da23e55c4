export interface Tone {
  hz: number;
  durationMs: number;
  /** From 0 to 1. */
  loudness: number;
}

const sampleRate = 8_000;
const headerBytes = 44;
/** Length of the fades of each tone, which avoid clicks. */
const edgeMs = 10;

/** Returns a WAV file of the tones, in 16 bits and mono. */
export function makeWav(tones: readonly Tone[]): Buffer {
  const counts = tones.map(({ durationMs }) => Math.round((durationMs * sampleRate) / 1000));
  const dataBytes = counts.reduce((sum, count) => sum + count * 2, 0);
  const file = Buffer.alloc(headerBytes + dataBytes);
  file.write('RIFF', 0, 'latin1');
  file.writeUInt32LE(headerBytes - 8 + dataBytes, 4);
  file.write('WAVEfmt ', 8, 'latin1');
  file.writeUInt32LE(16, 16);
  file.writeUInt16LE(1, 20); // PCM
  file.writeUInt16LE(1, 22); // channels
  file.writeUInt32LE(sampleRate, 24);
  file.writeUInt32LE(sampleRate * 2, 28);
  file.writeUInt16LE(2, 32);
  file.writeUInt16LE(16, 34);
  file.write('data', 36, 'latin1');
  file.writeUInt32LE(dataBytes, 40);
  let offset = headerBytes;
  tones.forEach(({ hz, loudness }, at) => {
    const count = counts[at] ?? 0;
    const edge = (edgeMs * sampleRate) / 1000;
    for (let i = 0; i < count; i++) {
      const envelope = Math.min(1, i / edge, (count - i) / edge);
      const value = Math.sin((2 * Math.PI * hz * i) / sampleRate) * loudness * envelope;
      file.writeInt16LE(Math.round(value * 32_767), offset);
      offset += 2;
    }
  });
  return file;
}
