import { describe, expect, it } from 'vitest';
import { readSvg } from '../formats/svg/read-svg.ts';

function reported(svg: string): number[] {
  const parts: number[] = [];
  readSvg(svg, { onProgress: (part) => parts.push(part) });
  return parts;
}

describe('the progress of reading', () => {
  it('is reported in small steps, from the XML to the last path, and ends at 1', () => {
    const path = `<path fill="none" stroke="black" d="M1 1 ${'L2 2 L3 1 '.repeat(20)}"/>`;
    const parts = reported(
      `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">${path.repeat(500)}</svg>`,
    );
    expect(parts.at(-1)).toBe(1);
    expect(parts.length).toBeGreaterThan(50);
    expect(parts.length).toBeLessThanOrEqual(101);
    const steps = parts.map((part, at) => part - (parts[at - 1] ?? 0));
    expect(Math.min(...steps)).toBeGreaterThan(0);
    // Parts that are not drawn, such as element names, are reported in one step at the end.
    expect(steps.slice(0, -1).every((step) => step < 0.2)).toBe(true);
  });

  it('ends at 1 for an empty drawing and never exceeds 1', () => {
    expect(reported('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"/>').at(-1)).toBe(1);
    const uses = '<use href="#p"/>'.repeat(500);
    const parts = reported(
      `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path id="p" stroke="red" d="M1 1h5v5h-5z"/>${uses}</svg>`,
    );
    expect(Math.max(...parts)).toBe(1);
    expect(parts.filter((part) => part === 1)).toHaveLength(1);
  });
});
