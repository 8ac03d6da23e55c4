const headerBytes = 44;

/** Returns a mono WAV file with 16 bits per sample. `samples` are from −1 to 1. */
export function wavFile(samples: Float32Array, sampleRate: number, title?: string): Uint8Array<ArrayBuffer> {
  const info =
    title === undefined
      ? []
      : chunk('LIST', [...bytesOf('INFO'), ...chunk('INAM', padded(new TextEncoder().encode(title)))]);
  const dataBytes = samples.length * 2;
  const file = new Uint8Array(headerBytes + info.length + dataBytes);
  const view = new DataView(file.buffer);
  file.set(bytesOf('RIFF'));
  view.setUint32(4, file.length - 8, true);
  file.set(bytesOf('WAVEfmt '), 8);
  view.setUint32(16, 16, true);
  view.setUint16(20, 1, true); // PCM
  view.setUint16(22, 1, true); // channels
  view.setUint32(24, sampleRate, true);
  view.setUint32(28, sampleRate * 2, true);
  view.setUint16(32, 2, true);
  view.setUint16(34, 16, true);
  file.set(info, 36);
  file.set(bytesOf('data'), 36 + info.length);
  view.setUint32(40 + info.length, dataBytes, true);
  // Needs no conversion, because WAV is little-endian and browsers run only on little-endian machines.
  const data = new Int16Array(file.buffer, headerBytes + info.length);
  for (let at = 0; at < data.length; at++) data[at] = Math.round(samples[at]! * 32_767);
  return file;
}

const bytesOf = (text: string) => [...text].map((character) => character.charCodeAt(0));

function chunk(name: string, content: readonly number[]): number[] {
  const { length } = content;
  return [...bytesOf(name), length & 255, (length >> 8) & 255, 0, 0, ...content];
}

/** Appends one or two zeros to make the length even. */
function padded(bytes: Uint8Array): number[] {
  return bytes.length % 2 === 0 ? [...bytes, 0, 0] : [...bytes, 0];
}
