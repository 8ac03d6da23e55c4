import { describe, expect, it } from 'vitest';
import type { MachineProfile } from '../src/index.ts';
import { correctProfile, type GuidedAnswer, type GuidedStep, guidedCommands } from '../src/setup.ts';

const profile: MachineProfile = {
  name: 'Mine',
  stepsPerMm: 80,
  coordinates: 'absolute',
  limits: { minX: 0, maxX: 8000, minY: 0, maxY: 8000 },
  speed: 4000,
  acceleration: 40_000,
  penUpMs: 100,
  penDownMs: 100,
  penHeights: { up: 60, down: 30 },
};

/**
 * Simulates a machine whose own axes may be swapped or reversed. Answers in which direction a MOVE leads with
 * the profile's correction.
 */
function machine(own: { swap: boolean; x: 1 | -1; y: 1 | -1 }) {
  return (step: 'right' | 'towards', { axes }: MachineProfile): GuidedAnswer => {
    let [x, y] = step === 'right' ? [1, 0] : [0, 1];
    if (axes?.swap) [x, y] = [y!, x!];
    if (axes?.mirrorX) x = -x!;
    if (axes?.mirrorY) y = -y!;
    const [a, b] = [x! * own.x, y! * own.y];
    const [seenX, seenY] = own.swap ? [b, a] : [a, b];
    if (seenX !== 0) return seenX > 0 ? (step === 'right' ? 'yes' : 'right') : 'left';
    return seenY > 0 ? (step === 'towards' ? 'yes' : 'towards') : 'away';
  };
}

const can = { penControl: [], drivenByProfile: true, linesAreCommands: false, lowersGently: true };

describe('the guided test', () => {
  const machines = [true, false].flatMap((swap) =>
    ([1, -1] as const).flatMap((x) => ([1, -1] as const).map((y) => ({ swap, x, y }))),
  );

  it.each(machines)('finds the orientation of the axes: %j', (own) => {
    const answerOf = machine(own);
    let now = profile;
    for (const step of ['right', 'towards'] as const) {
      for (let tries = 0; tries < 3; tries++) {
        const corrected = correctProfile(now, step, answerOf(step, now));
        if (corrected.kind !== 'again') break;
        now = corrected.profile;
      }
    }
    expect([answerOf('right', now), answerOf('towards', now)]).toEqual(['yes', 'yes']);
  });

  it('corrects the scale, and keeps speeds and limits in millimetres', () => {
    const corrected = correctProfile(profile, 'right', { measuredMm: 20 });
    expect(corrected).toMatchObject({
      kind: 'again',
      profile: { stepsPerMm: 40, speed: 2000, acceleration: 20_000, limits: { maxX: 4000 } },
    });
    const reported = { ...profile, reported: ['stepsPerMm'] };
    expect(correctProfile(reported, 'right', { measuredMm: 5 })).toEqual({
      kind: 'on-machine',
      member: 'stepsPerMm',
      value: 160,
      setting: undefined,
    });
  });

  it('names the setting of the machine for the axis that moved', () => {
    const scaleSettings = { x: '$100=', y: '$101=' };
    const grbl: MachineProfile = { ...profile, can: { ...can, scaleSettings }, reported: ['stepsPerMm'] };
    const swapped = { ...grbl, axes: { swap: true, mirrorX: false, mirrorY: false } };
    const setting = (of: MachineProfile, step: GuidedStep) => correctProfile(of, step, { measuredMm: 20 });
    expect(setting(grbl, 'right')).toMatchObject({ value: 40, setting: '$100=' });
    expect(setting(grbl, 'towards')).toMatchObject({ setting: '$101=' });
    expect(setting(swapped, 'right')).toMatchObject({ setting: '$101=' });
    expect(setting(swapped, 'towards')).toMatchObject({ setting: '$100=' });
  });

  it('corrects the heights of the pen', () => {
    const heights = (step: GuidedStep, answer: GuidedAnswer) => {
      const corrected = correctProfile(profile, step, answer);
      return corrected.kind === 'again' ? corrected.profile.penHeights : corrected;
    };
    expect(heights('pen-up', 'reversed')).toEqual({ up: 30, down: 60 });
    expect(heights('pen-up', 'more')).toEqual({ up: 63, down: 30 });
    expect(heights('pen-down', 'more')).toEqual({ up: 60, down: 27 });
    // A servo on a spindle pin takes no negative numbers.
    const servo: MachineProfile = {
      ...profile,
      can: { ...can, minPenHeight: { servo: 0 } },
      penControl: 'servo',
      penHeights: { up: 20, down: 1000 },
    };
    const lifted = correctProfile(servo, 'pen-up', 'more');
    expect(lifted).toMatchObject({ kind: 'again', profile: { penHeights: { up: 0, down: 1000 } } });
    const highest = { ...servo, penHeights: { up: 0, down: 1000 } };
    expect(correctProfile(highest, 'pen-up', 'more').kind).toBe('impossible');
    const { penHeights: _, ...without } = profile;
    expect(correctProfile(without, 'pen-up', 'more')).toEqual({ kind: 'impossible', member: 'penHeights' });
  });

  it('sends moves with the pen up, from where the pen is', () => {
    expect(guidedCommands('pen-down', profile, null)).toEqual(['PENDOWN']);
    expect(guidedCommands('right', profile, { x: 100, y: 7 })).toEqual(['PENUP', 'MOVE X900 Y7']);
    expect(guidedCommands('towards', profile, null)).toEqual(['PENUP', 'ZERO', 'MOVE X0 Y800']);
    const relative = { ...profile, coordinates: 'relative' as const };
    expect(guidedCommands('right', relative, { x: 100, y: 7 })).toEqual(['PENUP', 'MOVE X800 Y0']);
  });
});
