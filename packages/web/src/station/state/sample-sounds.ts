import { wavFile } from './wav-file.ts';

/** The sounds are computed, so that the repository contains no recordings. */

const sampleKeys = ['bell', 'marimba', 'bird'] as const;
export type SampleKey = (typeof sampleKeys)[number];

interface Note {
  atSeconds: number;
  hz: number;
  loudness: number;
}

/** An overtone, which fades to a third in `fadeSeconds`. */
type Partial = readonly [ratio: number, loudness: number, fadeSeconds: number];

const sampleRate = 22_050;
/** Long enough to remove and replace the tag while it plays. */
const lengthSeconds = 12;
/** The fade at both ends avoids clicks. */
const edgeSeconds = 0.004;
const loudest = 0.7;

const bellPartials: readonly Partial[] = [
  [0.5, 0.35, 1.6],
  [1, 1, 1.2],
  [1.19, 0.45, 0.9],
  [1.56, 0.25, 0.6],
  [2, 0.4, 0.7],
  [2.74, 0.2, 0.4],
  [3.76, 0.1, 0.25],
];
const marimbaPartials: readonly Partial[] = [
  [1, 1, 0.28],
  [3.93, 0.22, 0.07],
  [9.2, 0.06, 0.03],
];

/** Without semitones, any sequence of tones sounds good. */
const pentatonic = [0, 2, 4, 7, 9];
const hzOf = (step: number, lowestHz: number) => {
  const octave = Math.floor(step / pentatonic.length);
  const halfTones = (pentatonic[step - octave * pentatonic.length] ?? 0) + 12 * octave;
  return lowestHz * 2 ** (halfTones / 12);
};

const bellSteps = [4, 2, 3, 0, 0, 3, 4, 2];
const marimbaSteps = [0, 2, 4, 5, 7, 5, 4, 2, 1, 3, 4, 6, 8, 6, 4, 3, 0, 4, 5, 9, 7, 5, 4, 2, 5, 4, 2, 1, 0];

/** Returns a WAV file that contains its title. */
export function makeSample(key: SampleKey, title: string): Uint8Array<ArrayBuffer> {
  const wave = new Float32Array(sampleRate * lengthSeconds);
  if (key === 'bell') {
    bellSteps.forEach((step, at) => {
      ring(wave, { atSeconds: at * 1.25, hz: hzOf(step, 392), loudness: 1 }, bellPartials);
    });
  } else if (key === 'marimba') {
    marimbaSteps.forEach((step, at) => {
      const atSeconds = at * 0.36;
      ring(wave, { atSeconds, hz: hzOf(step, 262), loudness: at % 4 === 0 ? 1 : 0.75 }, marimbaPartials);
    });
  } else sing(wave);
  const peak = wave.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  const scaled = wave.map((value) => (value * loudest) / peak);
  return wavFile(scaled, sampleRate, title);
}

function ring(wave: Float32Array, { atSeconds, hz, loudness }: Note, partials: readonly Partial[]): void {
  const first = Math.round(atSeconds * sampleRate);
  for (const [ratio, part, fadeSeconds] of partials) {
    const turn = (2 * Math.PI * hz * ratio) / sampleRate;
    const samples = Math.min(wave.length - first, Math.ceil(fadeSeconds * 6 * sampleRate));
    for (let i = 0; i < samples; i++) {
      const attack = Math.min(1, i / (edgeSeconds * sampleRate));
      const fade = Math.exp(-i / (fadeSeconds * sampleRate));
      wave[first + i]! += Math.sin(turn * i) * part * loudness * attack * fade;
    }
  }
}

/** Calls consist of chirps, which are whistles whose pitch slides. */
function sing(wave: Float32Array): void {
  const calls = [
    [3000, 4300, 0.11],
    [3000, 4300, 0.11],
    [4200, 3100, 0.16],
    [2600, 2900, 0.3],
    [3600, 4700, 0.08],
    [3600, 4700, 0.08],
    [3600, 4700, 0.08],
    [4600, 2700, 0.28],
  ] as const;
  let atSeconds = 0.1;
  for (let round = 0; atSeconds < lengthSeconds - 3; round++) {
    for (const [fromHz, toHz, seconds] of calls.slice(round % 3, 5 + (round % 4))) {
      slide(wave, { atSeconds, fromHz, toHz, seconds });
      atSeconds += seconds + 0.06;
    }
    atSeconds += 0.55;
  }
}

interface Slide {
  atSeconds: number;
  fromHz: number;
  toHz: number;
  seconds: number;
}

function slide(wave: Float32Array, { atSeconds, fromHz, toHz, seconds }: Slide): void {
  const first = Math.round(atSeconds * sampleRate);
  const samples = Math.min(wave.length - first, Math.round(seconds * sampleRate));
  let phase = 0;
  for (let i = 0; i < samples; i++) {
    const part = i / samples;
    const trill = 60 * Math.sin(2 * Math.PI * 28 * (i / sampleRate));
    phase += (2 * Math.PI * (fromHz + (toHz - fromHz) * part + trill)) / sampleRate;
    wave[first + i]! += Math.sin(phase) * Math.sin(Math.PI * part) ** 0.8 * 0.5;
  }
}
