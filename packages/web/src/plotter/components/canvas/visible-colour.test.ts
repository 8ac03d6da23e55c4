import { expect, it } from 'vitest';
import { paleOn, visibleOn } from './visible-colour.ts';

const light = { sheet: 'rgb(255, 253, 248)', ink: 'rgb(28, 32, 48)' };
const dark = { sheet: 'rgb(33, 31, 28)', ink: 'rgb(240, 234, 223)' };

it('ink keeps its colour if visible, otherwise its hue, and gets the page’s colour if it has no hue', () => {
  expect(visibleOn(light.sheet, '#0000dd', light.ink)).toBe('#0000dd');
  expect(visibleOn(dark.sheet, '#000000', dark.ink)).toBe(dark.ink);
  expect(visibleOn(light.sheet, '#ffffff', light.ink)).toBe(light.ink);
  const blue = /^rgb\((\d+), (\d+), (\d+)\)$/.exec(visibleOn(dark.sheet, '#0000dd', dark.ink))!;
  expect(Number(blue[3])).toBeGreaterThan(Number(blue[1]) + 60);
  for (const dim of ['#2040c0', '#c02020']) {
    expect(visibleOn(light.sheet, dim, light.ink)).toBe(dim);
    expect(visibleOn(dark.sheet, dim, dark.ink)).toMatch(/^rgb/);
  }
  expect(visibleOn(light.sheet, 'papayawhip', light.ink)).toBe('papayawhip');
});

it('a planned line is paler than its ink, and visible on light and dark paper', () => {
  const lightness = (colour: string) => {
    const [r, g, b] = /^rgb\((\d+), (\d+), (\d+)\)$/.exec(colour)!.slice(1).map(Number);
    return (0.3 * r! + 0.59 * g! + 0.11 * b!) / 255;
  };
  for (const { sheet, ink } of [light, dark]) {
    for (const colour of ['#2b3fc4', '#b0271f', '#000000', '#ffd500', '#1d6b47']) {
      const pale = paleOn(sheet, visibleOn(sheet, colour, ink));
      expect(Math.abs(lightness(sheet) - lightness(pale)), `${colour} on ${sheet}`).toBeGreaterThan(0.19);
    }
    expect(paleOn(sheet, ink)).not.toBe(ink);
  }
  expect(paleOn(light.sheet, 'papayawhip')).toBe('papayawhip');
});
