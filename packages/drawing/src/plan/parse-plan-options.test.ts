import { describe, expect, it } from 'vitest';
import { PlanOptionError } from '../options/plan-option-error.ts';
import { optionNameOf, parsePlanOptions } from './parse-plan-options.ts';

describe('plan options as text', () => {
  it('are parsed', () => {
    expect(
      parsePlanOptions({
        paper: 'a4',
        orientation: 'Landscape',
        margin: '1cm',
        fit: 'drawing',
        rotate: '90°',
        align: 'top-left',
        offset: '5mm, -2',
        layers: '2, Frame ,1',
        order: 'no',
        dropShorter: '0.01in',
        seed: undefined,
      }),
    ).toEqual({
      paper: 'a4',
      orientation: 'landscape',
      marginMm: 10,
      fit: 'drawing',
      rotate: 90,
      align: 'top-left',
      offset: { xMm: 5, yMm: -2 },
      layers: [1, 'Frame', 0],
      order: false,
      dropShorterThanMm: 0.254,
    });
    expect(parsePlanOptions({ margin: '1,2,3mm,4' }).marginMm).toEqual({
      top: 1,
      right: 2,
      bottom: 3,
      left: 4,
    });
    expect(parsePlanOptions({ rotate: 'auto' })).toEqual({ rotate: 'auto' });
  });

  it.each([
    ['margin', '10 miles', 'is not a length'],
    ['margin', '1,2', 'are not margins'],
    ['margin', '', 'is not a length'],
    ['offset', '5mm', 'is not a place'],
    ['fit', 'huge', 'use auto, drawing, page, none'],
    ['scale', 'twice', 'is not a number'],
    ['seed', '', 'is not a number'],
    ['align', 'middle', 'top-left'],
  ] as const)('%s “%s” is refused, and the error contains its name', (word, text, words) => {
    const refused = () => parsePlanOptions({ [word]: text });
    expect(refused).toThrow(PlanOptionError);
    expect(refused).toThrow(words);
    expect(refused).toThrow(expect.objectContaining({ option: word }));
  });

  it('are named by their short names in the error of a plan', () => {
    expect(['marginMm', 'dropShorterThanMm', 'layers', 'paper', 'toleranceMm'].map(optionNameOf)).toEqual([
      'margin',
      'dropShorter',
      'layers',
      'paper',
      'tolerance',
    ]);
    expect(['margin', 'dropShorter'].map(optionNameOf)).toEqual(['margin', 'dropShorter']);
    expect(optionNameOf('machine')).toBeUndefined();
  });
});
