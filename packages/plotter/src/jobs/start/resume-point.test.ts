import { describe, expect, it } from 'vitest';
import { effectOfCommand } from '../../drivers/language/our-language.ts';
import { resumePoint, resumeStart } from './resume-point.ts';

const reading = (commands: readonly string[]) => {
  const at = (index: number) => commands[index] ?? '';
  return { at, effectAt: (index: number) => effectOfCommand(at(index), 'absolute') };
};

const job = [
  'SPEED 900',
  'PENUP',
  'MOVE X10 Y0',
  'PENDOWN',
  'MOVE X20 Y0',
  'PENUP',
  'MOVE X30 Y0',
  'PENDOWN',
  'MOVE X40 Y5',
];
const resume = (
  cut: number,
  failed: number[] = [],
  start: { x: number; y: number } | null = { x: 1, y: 2 },
) =>
  resumePoint({
    cut,
    ...reading(job),
    failed: new Set(failed),
    startPlace: { position: start, pen: null },
  });

describe('the resume point of an interrupted job', () => {
  it('is right after the last acknowledged pen-up', () => {
    expect(resume(8)).toEqual({ from: 6, prelude: ['PENUP', 'SPEED 900', 'MOVE X20 Y0'] });
    expect(resume(6)).toEqual({ from: 6, prelude: ['PENUP', 'SPEED 900', 'MOVE X20 Y0'] });
    expect(resume(5)).toEqual({ from: 2, prelude: ['PENUP', 'SPEED 900', 'MOVE X1 Y2'] });
  });

  it('is where the job stopped if the pen was up', () => {
    expect(resume(7)).toEqual({ from: 7, prelude: ['PENUP', 'SPEED 900', 'MOVE X30 Y0'] });
    expect(resume(7, [6])).toEqual({ from: 6, prelude: ['PENUP', 'SPEED 900', 'MOVE X20 Y0'] });
  });

  it('is after the last pen-up if an unknown command may have lowered the pen', () => {
    const at = ['PENUP', 'MOVE X10 Y0', 'M3 S90', 'MOVE X20 Y0', 'MOVE X20 Y20'];
    const input = { cut: 4, ...reading(at), failed: new Set<number>(), startPlace: null };
    expect(resumePoint(input)).toEqual({ from: 1, prelude: ['PENUP'] });
  });

  it('is the beginning if the pen never went up', () => {
    expect(resume(1)).toEqual({ from: 0, prelude: ['PENUP', 'MOVE X1 Y2'] });
    expect(resume(0, [], null)).toEqual({ from: 0, prelude: ['PENUP'] });
  });

  it('is after the first move if its start is unknown', () => {
    const at = ['PENDOWN', 'MOVE X10 Y0', 'SPEED 5', 'MOVE X20 Y0', 'MOVE X20 Y20'];
    const cut = (cut: number) => resumePoint({ cut, ...reading(at), failed: new Set(), startPlace: null });
    expect(cut(1)).toEqual({ from: 0, prelude: ['PENUP'] });
    expect(cut(4)).toEqual({ from: 2, prelude: ['PENUP', 'MOVE X10 Y0', 'PENDOWN'] });
  });

  it('is never before a change of the origin', () => {
    const at = ['PENUP', 'MOVE X9 Y9', 'PENDOWN', 'MOVE X10 Y0', 'ZERO', 'MOVE X20 Y0', 'MOVE X20 Y20'];
    const cut = (cut: number) => resumePoint({ cut, ...reading(at), failed: new Set(), startPlace: null });
    expect(cut(4)).toEqual({ from: 1, prelude: ['PENUP'] });
    expect(cut(6)).toEqual({ from: 5, prelude: ['PENUP', 'MOVE X0 Y0', 'PENDOWN'] });
  });

  it('ignores refused commands', () => {
    expect(resume(8, [5])).toEqual({ from: 2, prelude: ['PENUP', 'SPEED 900', 'MOVE X1 Y2'] });
    expect(resume(8, [4])).toEqual({ from: 6, prelude: ['PENUP', 'SPEED 900', 'MOVE X10 Y0'] });
  });

  it('adds up relative moves if all of them were answered', () => {
    const commands = ['PENUP', 'MOVE X10 Y5', 'MOVE X1 Y1', 'PENDOWN', 'MOVE X-3 Y0', 'PENUP', 'MOVE X2 Y2'];
    const position = (failed: number[], unanswered: number[] = []) =>
      resumeStart({
        cut: 7,
        at: (index) => commands[index] ?? '',
        effectAt: (index) => effectOfCommand(commands[index] ?? '', 'relative'),
        failed: new Set([...failed, ...unanswered]),
        unanswered: new Set(unanswered),
        startPlace: { position: { x: 100, y: 0 }, pen: 'up' },
      }).position;
    expect(position([])).toEqual({ x: 110, y: 8 });
    expect(position([2])).toEqual({ x: 109, y: 7 });
    expect(position([], [2])).toBeNull();
  });

  it('is found without reading all of a long job', () => {
    let read = 0;
    const at = (index: number) => {
      read++;
      return ['PENUP', 'MOVE X1 Y1', 'PENDOWN', 'MOVE X2 Y2'][index % 4] ?? '';
    };
    const effectAt = (index: number) => effectOfCommand(at(index), 'absolute');
    const parts = { cut: 1_000_000, at, effectAt, failed: new Set<number>(), startPlace: null };
    expect(resumeStart(parts)).toMatchObject({ from: 999_997 });
    expect(read).toBeLessThan(100);
  });
});
