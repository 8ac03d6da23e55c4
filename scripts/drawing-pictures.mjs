// The pictures of docs/drawing.md for `npm run pictures`: a small drawing, and what operations and pens make of it.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './prepare.mjs';

/** Hills before a sun, painted one over the other. */
const hills = `<svg xmlns="http://www.w3.org/2000/svg" width="80mm" height="50mm" viewBox="0 0 80 50" stroke-width="0.4">
  <circle cx="52" cy="20" r="12" fill="#d9a441" stroke="#d9a441"/>
  <path d="M4 46C14 12 30 14 44 46Z" fill="#2f6f4f" stroke="#2f6f4f"/>
  <path d="M26 46C40 22 62 24 76 46Z" fill="#3b5fa8" stroke="#3b5fa8"/></svg>`;

const hatches = [
  { kind: 'hatch', layers: ['#d9a441'], pattern: 'inset', spacingMm: 1.5 },
  { kind: 'hatch', layers: ['#2f6f4f'], pattern: 'cross', spacingMm: 2, angle: 30 },
  { kind: 'hatch', spacingMm: 1.2, angle: 100 },
];

const palette = [
  { name: 'Gold marker', colour: '#e0b050', widthMm: 1.2 },
  { name: 'Green brush', colour: '#207050', widthMm: 0.8 },
  { name: 'Blue fineliner', colour: '#4060b0', widthMm: 0.3 },
];

/** What each picture is planned with. */
const pictures = {
  hatching: { operations: hatches },
  'hidden-lines': { operations: [...hatches, { kind: 'hide' }] },
  pens: { operations: [...hatches, { kind: 'hide' }], pens: 'palette', palette },
};

/** The files by their names, always the same: nothing is looked for longer on a fast machine. */
export async function drawingPictures({ defaultMachine, planFile, planFormats }) {
  const files = {};
  for (const [name, options] of Object.entries(pictures)) {
    const { plan } = await planFile(hills, { paper: '80x50mm', marginMm: 2, ...options });
    const svg = [...planFormats.svg.write(plan, { machine: defaultMachine })].join('');
    // Docs are read on dark pages too.
    files[`${name}.svg`] = svg.replace(
      '>\n',
      '>\n<rect width="80" height="50" fill="#ffffff" stroke="none"/>\n',
    );
  }
  return files;
}

export async function writeDrawingPictures(drawing) {
  const files = await drawingPictures(drawing);
  for (const [name, svg] of Object.entries(files)) writeFileSync(join(root, 'docs/pictures', name), svg);
}
