import { describe, expect, it } from 'vitest';
import { describeTime } from './describe-time.ts';

const said = (beforeS: number, nowS: number) => {
  const { takes, saving } = describeTime(beforeS * 1000, nowS * 1000);
  return [takes, saving];
};
const saves = (saved: string, before: string) => `${saved} faster than in file order (${before})`;

describe('describeTime', () => {
  it('returns a time and a saving whose sum is the unoptimised time', () => {
    expect(said(84, 75)).toEqual(['1 min 15 s to plot', saves('9 s', '1 min 24 s')]);
    expect(said(65.4, 49.6)).toEqual(['50 s to plot', saves('15 s', '1 min 05 s')]);
    expect(said(180, 120)).toEqual(['2 min to plot', saves('1 min', '3 min')]);
    expect(said(1000, 985)).toEqual(['16 min 25 s to plot', saves('15 s', '16 min 40 s')]);
    expect(said(3000, 1500)).toEqual(['25 min to plot', saves('25 min', '50 min')]);
    expect(said(9000, 7500)).toEqual(['2 h 05 min to plot', saves('25 min', '2 h 30 min')]);
  });

  it('omits a tiny saving', () => {
    expect(said(30, 29.5)[1]).toBe('As fast as in file order.');
    expect(said(1000, 995)[1]).toBe('As fast as in file order.');
  });
});
