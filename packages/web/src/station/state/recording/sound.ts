/** From −1 to 1. */
export type Samples = Float32Array<ArrayBuffer>;

/** Sufficient for speech. */
export const sampleRate = 24_000;
export const maxSeconds = 300;

const headerBytes = 44;
const loudest = 0.9;
/** Enough for whispers, but does not make the noise of a silent room loud. */
const maxGain = 16;
/** The fade at both ends avoids clicks. */
const edgeSamples = sampleRate / 200;

export function peaksOf(samples: Samples, columns: number): number[] {
  return Array.from({ length: columns }, (_, column) => {
    const at = (edge: number) => Math.floor((edge * samples.length) / columns);
    return peakOf(samples.subarray(at(column), at(column + 1)));
  });
}

export const isSilent = (samples: Samples) => peakOf(samples) < loudest / maxGain / 8;

/** From and to in seconds. As loud as possible, with faded ends. */
export function cut(samples: Samples, from: number, to: number): Samples {
  const part = samples.slice(Math.round(from * sampleRate), Math.round(to * sampleRate));
  const gain = Math.min(maxGain, loudest / peakOf(part));
  // A function call for each sample of five minutes would freeze a phone.
  for (let at = 0; at < part.length; at++)
    part[at]! *= gain * Math.min(1, at / edgeSamples, (part.length - 1 - at) / edgeSamples);
  return part;
}

export function wavFile(samples: Samples): Uint8Array<ArrayBuffer> {
  const dataBytes = samples.length * 2;
  const view = new DataView(new ArrayBuffer(headerBytes + dataBytes));
  const words = (offset: number, text: string) =>
    [...text].forEach((letter, at) => {
      view.setUint8(offset + at, letter.charCodeAt(0));
    });
  words(0, 'RIFF');
  view.setUint32(4, headerBytes - 8 + dataBytes, true);
  words(8, 'WAVEfmt ');
  view.setUint32(16, 16, true);
  view.setUint16(20, 1, true); // PCM
  view.setUint16(22, 1, true); // channels
  view.setUint32(24, sampleRate, true);
  view.setUint32(28, sampleRate * 2, true);
  view.setUint16(32, 2, true);
  view.setUint16(34, 16, true);
  words(36, 'data');
  view.setUint32(40, dataBytes, true);
  // Browsers run only on little-endian machines.
  const data = new Int16Array(view.buffer, headerBytes);
  for (let at = 0; at < data.length; at++) data[at] = Math.round(samples[at]! * 32_767);
  return new Uint8Array(view.buffer);
}

function peakOf(samples: Samples): number {
  let peak = 0;
  for (const sample of samples) peak = Math.max(peak, Math.abs(sample));
  return peak;
}
