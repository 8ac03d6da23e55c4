import { expect, it } from 'vitest';
import { wavFile } from '../wav-file.ts';
import { secureAddress } from './secure-address.ts';
import { cut, isSilent, peaksOf, sampleRate } from './sound.ts';

const tone = (seconds: number, loudness: number) =>
  Float32Array.from(
    { length: seconds * sampleRate },
    (_, at) => loudness * Math.sin((2 * Math.PI * 440 * at) / sampleRate),
  );
const loudnessOf = (samples: Float32Array<ArrayBuffer>) => peaksOf(samples, 1)[0];

it('peaksOf returns the loudness of each part of a recording', () => {
  const samples = Float32Array.from([...tone(1, 0.1), ...tone(1, 0.5)]);
  expect(peaksOf(samples, 4).map((peak) => Math.round(peak * 100) / 100)).toEqual([0.1, 0.1, 0.5, 0.5]);
  expect(peaksOf(Float32Array.from([0.5]), 2)).toEqual([0, 0.5]);
});

it('cut returns a part of a recording, amplified and with faded ends', () => {
  const part = cut(Float32Array.from([...tone(1, 0.9), ...tone(2, 0.1)]), 1.25, 2.75);
  expect(part.length).toBe(1.5 * sampleRate);
  expect(loudnessOf(part)).toBeCloseTo(0.9, 2);
  expect(loudnessOf(part.slice(0, 20))).toBeLessThan(0.2);
  expect([part[0], part.at(-1)].map((sample = 1) => Math.abs(sample))).toEqual([0, 0]);
  // Noise stays quiet.
  expect(loudnessOf(cut(tone(1, 0.001), 0, 1))).toBeCloseTo(0.016, 3);
  expect(loudnessOf(cut(new Float32Array(sampleRate), 0, 1))).toBe(0);
});

it('isSilent distinguishes a muted microphone from a whisper', () => {
  expect(isSilent(tone(1, 0.001))).toBe(true);
  expect(isSilent(tone(1, 0.02))).toBe(false);
});

it('wavFile has the header that players expect', () => {
  const file = Buffer.from(wavFile(Float32Array.from([0, 1, -1]), sampleRate));
  expect(file.toString('latin1', 0, 4)).toBe('RIFF');
  expect(file.readUInt32LE(4)).toBe(file.length - 8);
  expect(file.toString('latin1', 8, 16)).toBe('WAVEfmt ');
  expect([file.readUInt16LE(20), file.readUInt16LE(22), file.readUInt32LE(24)]).toEqual([1, 1, sampleRate]);
  expect([file.readUInt32LE(28), file.readUInt16LE(32), file.readUInt16LE(34)]).toEqual([48_000, 2, 16]);
  expect([file.toString('latin1', 36, 40), file.readUInt32LE(40)]).toEqual(['data', 6]);
  expect([44, 46, 48].map((offset) => file.readInt16LE(offset))).toEqual([0, 32_767, -32_767]);
});

it.each([
  ['http://station.local/', 'https://station.local/'],
  ['http://192.168.4.1:8080/', 'https://192.168.4.1:8443/'],
  ['http://192.168.4.1:9000/', undefined],
  ['https://station.local/', undefined],
])('secureAddress of %s is %s', (address, secure) => {
  expect(secureAddress(new URL(address))).toBe(secure);
});
