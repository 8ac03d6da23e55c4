/** From −1 to 1. */
export type Samples = Float32Array<ArrayBuffer>;

/** Sufficient for speech. */
export const sampleRate = 24_000;
export const maxSeconds = 300;

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

/** Returns the part between two times in seconds, amplified as far as possible and with faded ends. */
export function cut(samples: Samples, from: number, to: number): Samples {
  const part = samples.slice(Math.round(from * sampleRate), Math.round(to * sampleRate));
  const gain = Math.min(maxGain, loudest / peakOf(part));
  // Uses a loop, because a function call for each sample of five minutes would freeze a phone.
  for (let at = 0; at < part.length; at++)
    part[at]! *= gain * Math.min(1, at / edgeSamples, (part.length - 1 - at) / edgeSamples);
  return part;
}

function peakOf(samples: Samples): number {
  let peak = 0;
  for (const sample of samples) peak = Math.max(peak, Math.abs(sample));
  return peak;
}
