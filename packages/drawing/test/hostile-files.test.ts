import { DrawingError, readSvg } from '@stationery/drawing';
import { describe, expect, it } from 'vitest';
import { svgOf } from './support/svg-of.ts';

/** Files that would take gigabytes or hours without limits. */
const tooLarge: Readonly<Record<string, () => string>> = {
  'entities that multiply': () => {
    const names = [...'abcdefghijkl'];
    const entities = names.map((name, index) => {
      const before = names[index - 1];
      return `<!ENTITY ${name} "${before === undefined ? 'lol' : `&${before};`.repeat(10)}">`;
    });
    return `<!DOCTYPE svg [${entities.join('')}]>${svgOf('<text>&l;</text>')}`;
  },
  'one long entity, used often': () =>
    `<!DOCTYPE svg [<!ENTITY a "${'a'.repeat(1e5)}">]>${svgOf(`<path d="${'&a;'.repeat(1e5)}"/>`)}`,
  'an entity that is made of itself': () => `<!DOCTYPE svg [<!ENTITY a "&a;">]>${svgOf('<path d="&a;"/>')}`,
  'a million nested groups': () => svgOf('<g>'.repeat(1e6)),
  'uses of uses of uses': () => {
    const levels = Array.from(
      { length: 12 },
      (_, level) => `<g id="l${level + 1}">${`<use href="#l${level}"/>`.repeat(10)}</g>`,
    );
    return svgOf(`<defs><path id="l0" d="M0 0L1 1"/>${levels.join('')}</defs><use href="#l12"/>`);
  },
  'a chain of uses': () =>
    svgOf(Array.from({ length: 3000 }, (_, at) => `<g id="u${at}"><use href="#u${at + 1}"/></g>`).join('')),
  'curves as wide as a country': () =>
    svgOf(`<path d="M0 0${'C9e6 0 0 9e6 9e6 9e6 0 9e6 9e6 0 0 0'.repeat(2e4)}"/>`),
  'millions of dashes': () => svgOf('<path stroke-dasharray="0.001" d="M0 0H60"/>'.repeat(100)),
  'a thousand attributes': () =>
    svgOf(`<g ${Array.from({ length: 2000 }, (_, at) => `a${at}="1"`).join(' ')}/>`),
  'rules that match everything': () =>
    svgOf(
      `<style>${'* * * * * {stroke:red}'.repeat(2000)}</style>${'<g>'.repeat(300)}${'<path/>'.repeat(5000)}${'</g>'.repeat(300)}`,
    ),
  'clip paths of clip paths': () => {
    const clips = Array.from(
      { length: 30 },
      (_, at) =>
        `<clipPath id="c${at}">${`<circle r="9" clip-path="url(#c${at + 1})"/>`.repeat(10)}</clipPath>`,
    );
    return svgOf(`${clips.join('')}<path clip-path="url(#c0)" d="M0 0L9 9"/>`);
  },
  'a long path outside of the page, used often': () =>
    svgOf(`<defs><path id="p" d="M-9-9${'l-1-1'.repeat(2e4)}"/></defs>${'<use href="#p"/>'.repeat(1e4)}`),
  'a long path that is hidden, used often': () =>
    svgOf(
      `<defs><path id="p" visibility="hidden" d="M9 9${'l1 1'.repeat(2e4)}"/></defs>${'<use href="#p"/>'.repeat(1e4)}`,
    ),
  'a long style, used often': () =>
    svgOf(
      `<defs><path id="p" style="${'a:b;'.repeat(3e4)}" d="M0 0h1"/></defs>${'<use href="#p"/>'.repeat(1e4)}`,
    ),
  'a hundred thousand titles, used often': () =>
    svgOf(`<g id="p">${'<title/>'.repeat(2e4)}</g>${'<use href="#p"/>'.repeat(1e4)}`),
  'circles as wide as a country': () => svgOf('<circle r="9e6"/>'.repeat(2e4)),
  'dashes outside of the page': () => svgOf('<path stroke-dasharray=".01" d="M-500-5h480"/>'.repeat(1e4)),
  'a long path under many texts': () =>
    svgOf(
      `<path id="p" d="M0 0${'l1 1 1-1'.repeat(1e4)}"/><text>${'<textPath href="#p">x</textPath>'.repeat(1e4)}</text>`,
    ),
  'a chain of clip paths': () =>
    svgOf(
      `${Array.from({ length: 20_000 }, (_, at) => `<clipPath id="c${at}" clip-path="url(#c${at + 1})"><circle r="9"/></clipPath>`).join('')}<path clip-path="url(#c0)" d="M0 0L9 9"/>`,
    ),
  'a long clip path that cannot be read, in many shapes': () =>
    svgOf(`<style>path{clip-path:${'x '.repeat(2e4)}(0)}</style>${'<path d="M0 0h1"/>'.repeat(4e3)}`),
  'groups inside each other that are each measured': () =>
    svgOf(
      `${'<g style="transform-box:fill-box;transform:rotate(1deg)">'.repeat(900)}<path d="M0 0h9v9"/>${'</g>'.repeat(900)}`,
    ),
  'clip paths of a thousand shapes': () =>
    svgOf(
      `<clipPath id="c">${'<circle r="9"/>'.repeat(1e4)}</clipPath>${'<path clip-path="url(#c)" d="M50 0h1"/>'.repeat(2e4)}`,
    ),
  'fills and clip paths that cross everywhere': () => {
    const zigzag = (along: string, back: string) => `M0 0${`l${along} ${back}`.repeat(400)}`;
    return svgOf(
      `<clipPath id="c"><path d="${zigzag('50 .02', '-50 .02')}Z"/></clipPath>${`<path fill="red" stroke="none" clip-path="url(#c)" d="${zigzag('.03 30', '.03 -30')}Z"/>`.repeat(9)}`,
    );
  },
  'turned viewports inside each other': () =>
    svgOf(
      `${'<svg transform="rotate(1)">'.repeat(900)}${'<path d="M0 0h1"/>'.repeat(4e4)}${'</svg>'.repeat(900)}`,
    ),
  'more elements than are ever drawn': () => svgOf(`<metadata>${'<a/>'.repeat(1e5)}</metadata>`),
  'more pieces of text than elements': () => svgOf('<![CDATA[]]>'.repeat(2e5)),
  'variables on every group': () =>
    svgOf(
      `<style>g{${Array.from({ length: 900 }, (_, at) => `--a${at}:1;`).join('')}}</style>${'<g/>'.repeat(2e4)}`,
    ),
  'patterns of many tiles in many shapes': () =>
    svgOf(
      `<pattern id="p" width=".5" height=".5" patternUnits="userSpaceOnUse" patternTransform="rotate(1)"><path d="M0 0L.5 .5"/></pattern>${'<circle cx="20" cy="20" r="18" fill="url(#p)"/>'.repeat(1e3)}`,
    ),
  'patterns inside patterns': () =>
    svgOf(
      `${Array.from({ length: 50 }, (_, at) => `<pattern id="p${at}" width=".1" height=".1"><rect width="9" height="9" fill="url(#p${at + 1})"/></pattern>`).join('')}<rect width="60" height="40" fill="url(#p0)"/>`,
    ),
  'a text as long as a library': () => svgOf(`<text>${'x'.repeat(3e6)}</text>`),
};

/** Lower than the default limits, so that tests reach the limits sooner. */
const smallLimits = { maxPoints: 1_000_000, maxStrokes: 50_000, maxElements: 50_000, maxWork: 5_000_000 };

const notSvg: Readonly<Record<string, string>> = {
  'nothing at all': '',
  noise: '\u0000\u0001\u0002PNG',
  'a page of HTML': '<html xmlns="http://www.w3.org/1999/xhtml"><body/></html>',
  'another XML': '<drawing/>',
  'no end': '<svg xmlns="http://www.w3.org/2000/svg"><g>',
  'ends that do not match': '<svg xmlns="http://www.w3.org/2000/svg"><g></svg></g>',
  'two roots': `${svgOf('')}${svgOf('')}`,
  'the same attribute twice': svgOf('<g id="a" id="b"/>'),
  'values without quotes': svgOf('<g id=a/>'),
  'a lone ampersand': svgOf('<text>a & b</text>'),
  'an entity of another file': `<!DOCTYPE svg [<!ENTITY a SYSTEM "file:///etc/passwd">]>${svgOf('<text>&a;</text>')}`,
  'a comment that does not end': '<!-- '.repeat(1e5),
  'a document type that does not end': `<!DOCTYPE svg [${'<!ENTITY a "'.repeat(1e5)}`,
  'an encoding that nobody knows': '<?xml version="1.0" encoding="klingon"?><svg/>',
};

describe('the SVG reader (hostile and broken files)', () => {
  it.each(Object.entries(tooLarge))('refuses %s', (_, make) => {
    expect(codeOf(make(), smallLimits)).toBe('drawing.too-large');
  });

  it.each(Object.entries(notSvg))('refuses %s', (_, file) => {
    expect(codeOf(new TextEncoder().encode(file))).toBe('drawing.not-readable');
  });

  it('names the line of an error', () => {
    expect(() => readSvg('<svg>\n\n<g>\n</svg>')).toThrow('(line 4)');
  });

  it.each([
    ['width="1e308" height="1e308"'],
    ['width="0" height="10"'],
    ['width="-5" height="10"'],
    ['width="10" height="10" viewBox="0 0 0 0"'],
  ])('refuses a page with %s', (attributes) => {
    expect(codeOf(svgOf('<rect width="5" height="5"/>', attributes))).toBe('drawing.unusable');
  });

  it('skips shapes with invalid numbers, adds a note and draws the rest', () => {
    const drawing = readSvg(
      svgOf(`<path d="M0 0L9 9L NaN 5"/><circle r="1e999"/><path d="M0 0L1e308 1e308"/>
        <path d="M1e308 0q1e308 1e308 -1e308 1e308a1e308 1e308 1e308 1 1 -1e308 4"/>
        <g transform="scale(1e308)"><g transform="scale(1e308)"><rect width="3" height="4"/></g></g>
        <rect width="1e308" height="1e308" rx="1e308"/><path stroke-dasharray="1e-300" d="M0 0H20"/>
        <path stroke-dasharray="1e308" stroke-dashoffset="1e308" d="M0 5H20"/>`),
    );
    expect(drawing.strokes.every(({ points }) => points.every((value) => Math.abs(value) < 1e7))).toBe(true);
    expect(drawing.notes.map(({ text }) => text)).toEqual([
      'A path has a mistake in its data; it is drawn up to the mistake, as in browsers.',
      '“1e999” is not a length for “r” and was passed over.',
      'A “circle” without size is not drawn.',
      'Shapes that reach further than ten kilometres are not drawn.',
      'Parts that a transform makes infinitely small or large are not drawn.',
      'Dashes too fine to be seen are drawn as a line without gaps.',
    ]);
  });

  it('keeps up to a thousand layers apart, with readable names', () => {
    const colours = Array.from(
      { length: 1200 },
      (_, at) => `<path stroke="#${at.toString(16).padStart(6, '0')}" d="M0 0h1"/>`,
    );
    const { layers, notes } = readSvg(svgOf(colours.join('')));
    expect(layers).toHaveLength(1000);
    expect(layers.at(-1)?.name).toBe('Everything else');
    expect(notes.map(({ text }) => text)).toEqual([
      'There are a thousand or more layers or colours; those from the thousandth on are combined as “Everything else”.',
    ]);
    const nested = `<g xmlns:i="http://www.inkscape.org/namespaces/inkscape" i:groupmode="layer" i:label="${'l'.repeat(1e4)}">`;
    const inner = readSvg(svgOf(`${nested.repeat(50)}<path d="M0 0h1"/>${'</g>'.repeat(50)}`));
    expect(inner.layers[0]?.name.length).toBeLessThan(2000);
  });

  it('looks up namespace prefixes equally fast at any depth', () => {
    const scopes = '<g xmlns:a="x">'.repeat(900);
    const deep = `${scopes}${'<g/>'.repeat(5e4)}<path d="M0 0h1"/>${'</g>'.repeat(900)}`;
    expect(readSvg(svgOf(deep)).strokes).toHaveLength(1);
  });

  it('draws an element that references itself only once, and adds a note', () => {
    const circle = readSvg(
      svgOf('<g id="a"><path d="M0 0L9 9"/><use href="#b"/></g><g id="b"><use href="#a"/></g>'),
    );
    expect(circle.notes.map(({ text }) => text)).toEqual([
      'Elements that use each other in a circle are drawn once.',
    ]);
    const clips = readSvg(
      svgOf(
        '<clipPath id="a" clip-path="url(#a)"><rect width="5" height="9"/></clipPath><path clip-path="url(#a)" d="M0 1H9"/>',
      ),
    );
    expect(clips.notes.map(({ text }) => text)).toEqual(['A clip path that clips itself is not applied.']);
  });

  it('applies the given limits', () => {
    const file = svgOf('<path d="M0 0L1 1M2 2L3 3"/><path d="M0 0L1 1"/>');
    expect(readSvg(file, { maxStrokes: 3, maxPoints: 6, maxElements: 2 }).strokes).toHaveLength(3);
    for (const limits of [{ maxStrokes: 2 }, { maxPoints: 5 }, { maxElements: 1 }])
      expect(codeOf(file, limits)).toBe('drawing.too-large');
  });
});

function codeOf(file: string | Uint8Array, options = {}): string {
  try {
    readSvg(file, options);
  } catch (error) {
    if (!(error instanceof DrawingError)) throw error;
    expect(error.message, 'what happened, then what to do').toMatch(/[^.]\. [A-Z][^.]*\.$/);
    return error.code;
  }
  return 'read';
}
