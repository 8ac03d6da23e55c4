import type { MachineProfile } from '@stationery/client';
import { afterEach, describe, expect, it } from 'vitest';
import { spoken } from '../../../texts/language.ts';
import { formOf, readForm } from './profile-form.ts';

const plain: MachineProfile = {
  name: 'Uno',
  stepsPerMm: 80,
  coordinates: 'absolute',
  size: null,
  limits: null,
  enforceLimits: null,
  speed: 8000,
  acceleration: 80_000,
  penUpMs: 120,
  penDownMs: 150,
};
const whole: MachineProfile = {
  ...plain,
  driver: 'grbl',
  size: { widthMm: 297, heightMm: 210 },
  limits: { minX: 0, maxX: 23_760, minY: -80, maxY: 16_800 },
  enforceLimits: true,
  penUpSpeed: 16_000,
  cornerDeviationMm: 0.01,
  stepIntervalUs: 400,
  accelerationPerAxis: true,
  speedUnit: 'steps/s',
  speedLimits: { min: 1, max: 12_000 },
  lowersGently: true,
  penControl: 'z',
  penHeights: { up: 5, down: -0.5 },
  parkAt: { xMm: 0, yMm: 250.5 },
  axes: { swap: true, mirrorX: false, mirrorY: true },
  reported: ['stepsPerMm'],
};

const english = spoken.value;
afterEach(() => {
  spoken.value = english;
});

describe('the form of the machine profile', () => {
  it.each([
    ['with only the members of every machine', plain],
    ['with all members', whole],
  ])('returns the original profile, %s', (_, profile) => {
    expect(readForm(formOf(profile), profile)).toEqual({ profile });
  });

  it('uses decimal commas in German', () => {
    spoken.value = { language: 'de', locale: 'de-DE' };
    const form = formOf(whole);
    expect([form.heightDown, form.parkY, form.speed]).toEqual(['-0,5', '250,5', '100']);
    expect(readForm(form, whole)).toEqual({ profile: whole });
  });

  it('reads typed values and omits emptied fields', () => {
    const form = {
      ...formOf(whole),
      penUpSpeed: '',
      cornerDeviationMm: '0,05',
      heightUp: '',
      heightDown: ' ',
      penControl: 'automatic' as const,
    };
    const read = readForm(form, whole);
    const { penUpSpeed: _, penHeights: __, penControl: ___, ...left } = whole;
    expect(read).toEqual({ profile: { ...left, cornerDeviationMm: 0.05 } });
    expect(readForm({ ...formOf(plain), heightUp: '60', heightDown: '40', swap: true }, plain)).toMatchObject(
      {
        profile: { penHeights: { up: 60, down: 40 }, axes: { swap: true, mirrorX: false, mirrorY: false } },
      },
    );
  });

  it('reports an error for each invalid field', () => {
    const form = {
      ...formOf(plain),
      heightUp: '60',
      penUpSpeed: '0',
      cornerDeviationMm: '11',
      speedMin: '9',
      speedMax: '3',
    };
    const read = readForm(form, plain);
    expect('errors' in read && Object.keys(read.errors).toSorted()).toEqual([
      'cornerDeviationMm',
      'heightDown',
      'penUpSpeed',
      'speedMax',
    ]);
  });
});
