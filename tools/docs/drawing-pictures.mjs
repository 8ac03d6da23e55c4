import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../lib/prepare.mjs';
import { samplePicture } from '../lib/sample-picture.mjs';

/** Overlapping hills in front of a sun. */
const hills = `<svg xmlns="http://www.w3.org/2000/svg" width="80mm" height="50mm" viewBox="0 0 80 50" stroke-width="0.4">
  <circle cx="52" cy="20" r="12" fill="#d9a441" stroke="#d9a441"/>
  <path d="M4 46C14 12 30 14 44 46Z" fill="#2f6f4f" stroke="#2f6f4f"/>
  <path d="M26 46C40 22 62 24 76 46Z" fill="#3b5fa8" stroke="#3b5fa8"/></svg>`;

/** Lines 4 mm wide, with corners, round ends and dashes. */
const wide = `<svg xmlns="http://www.w3.org/2000/svg" width="80mm" height="50mm" viewBox="0 0 80 50" fill="none" stroke-width="4">
  <path d="M8 42L20 10 32 42" stroke="#2f6f4f"/>
  <path d="M44 40C44 8 72 8 72 40" stroke="#3b5fa8" stroke-linecap="round" stroke-dasharray="14 8"/></svg>`;

const boat = `<svg xmlns="http://www.w3.org/2000/svg" width="50mm" height="50mm" viewBox="0 0 50 50" fill="none" stroke-width="0.4">
  <path d="M6 38H44L38 46H12Z" stroke="#3b5fa8"/><path d="M25 4V36M25 6L42 34H25" stroke="#2f6f4f"/></svg>`;

/** Two pens, a star and an arc. */
const hpgl =
  'IN;SP2;PU400,1300;PD2800,1300,900,300,1600,1900,2300,300,400,1300;PU;SP5;PU400,200;PD;AA1600,200,-180;PU;SP0;';

/** Waves behind a mask, a pattern, a gradient, and lines in a CSS shape. */
const masked = `<svg xmlns="http://www.w3.org/2000/svg" width="80mm" height="50mm" viewBox="0 0 80 50" fill="none" stroke-width="0.4">
  <mask id="m"><circle cx="21" cy="25" r="17" fill="#fff"/></mask>
  <pattern id="p" width="4" height="4" patternUnits="userSpaceOnUse"><path d="M0 2h4M2 0v4" stroke="#2f6f4f"/></pattern>
  <linearGradient id="g"><stop/><stop offset="1" stop-color="#fff"/></linearGradient>
  <g mask="url(#m)" stroke="#3b5fa8">${Array.from({ length: 16 }, (_, at) => `<path d="M0 ${3 * at}q5 4 10 0${'t10 0'.repeat(7)}"/>`).join('')}</g>
  <rect x="42" y="6" width="15" height="16" fill="url(#p)"/><rect x="61" y="6" width="15" height="16" fill="url(#g)"/>
  <g style="clip-path: polygon(50% 0, 100% 100%, 0 100%)" stroke="#b0271f">${Array.from({ length: 8 }, (_, at) => `<path d="M42 ${28 + 2 * at}h34"/>`).join('')}</g></svg>`;

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

const pictures = {
  hatching: { operations: hatches },
  'hidden-lines': { operations: [...hatches, { kind: 'hide' }] },
  pens: { operations: [...hatches, { kind: 'hide' }], pens: 'palette', palette },
  'wide-strokes': {
    file: wide,
    operations: [
      { kind: 'strokes', layers: ['#2f6f4f'], as: 'outline', penMm: 0.4 },
      { kind: 'strokes', as: 'passes', penMm: 0.8 },
    ],
  },
  sheet: {
    file: [boat, hills, boat],
    fit: 'drawing',
    operations: [
      { kind: 'arrange', columns: 3 },
      { kind: 'mirror' },
      { kind: 'frame', gapMm: 2 },
      { kind: 'marks', sizeMm: 4, gapMm: 0 },
    ],
  },
  hpgl: { file: hpgl, fit: 'drawing' },
  masks: { file: masked, operations: [{ kind: 'hatch', spacingMm: 0.8 }] },
  // As if the sheet had been put back rotated by 4°.
  'by-marks': {
    scale: 0.75,
    operations: [{ kind: 'marks', sizeMm: 4, gapMm: 2 }],
    marks: [
      { at: { xMm: 10, yMm: 10 }, found: { xMm: 12.1, yMm: 8.3 } },
      { at: { xMm: 70, yMm: 40 }, found: { xMm: 69.9, yMm: 42.4 } },
    ],
  },
};

const photos = {
  'photo-stipple': { style: 'stipple', points: 1800 },
  'photo-line': { style: 'line', points: 1500 },
  'photo-hatch': { style: 'hatch', points: 3500 },
  'photo-waves': { style: 'waves', points: 1400 },
  'photo-halftone': { style: 'halftone', points: 800, penMm: 0.8 },
  'photo-contours': { style: 'contours', points: 2500 },
  'photo-edges': { style: 'edges', points: 2500 },
};

/**
 * Returns the pictures by file name. They are the same on every
 * machine, because the search does not depend on its speed.
 */
export async function drawingPictures(drawing) {
  const { defaultMachine, drawPicture, pictureSvg, planFile, writePlan } = drawing;
  const files = {};
  const photo = samplePicture(320, 240);
  for (const [name, options] of Object.entries(photos)) {
    const { penMm = 0.35 } = options;
    const svg = pictureSvg(drawPicture(photo, { sizeMm: 70, ...options, penMm }), penMm);
    files[`${name}.svg`] = svg.replace('>\n', '>\n<rect width="100%" height="100%" fill="#ffffff"/>\n');
  }
  const fonts = {
    file: await samplesOfFonts(drawing),
    fit: 'drawing',
    operations: [{ kind: 'arrange', columns: 2 }],
  };
  for (const [name, { file = hills, ...options }] of Object.entries({ ...pictures, fonts })) {
    const { plan } = await planFile(file, { paper: '80x50mm', marginMm: 2, order: false, ...options });
    const svg = [...writePlan('svg', plan, { machine: defaultMachine })].join('');
    // Add a white background, so that the picture is readable on dark pages.
    files[`${name}.svg`] = svg.replace(
      '>\n',
      '>\n<rect width="80" height="50" fill="#ffffff" stroke="none"/>\n',
    );
  }
  const card = await planFile(drawing.testCardSvg(), { fit: 'none', order: false });
  files['test-card.svg'] = onWhite([...writePlan('svg', card.plan, { machine: defaultMachine })].join(''));
  return files;
}

/** Adds a white background, so that the picture is readable on dark pages. */
const onWhite = (svg) =>
  svg.replace('>\n', '>\n<rect width="100%" height="100%" fill="#ffffff" stroke="none"/>\n');

function samplesOfFonts({ lineFonts, readSvgFont, textDefaults, textSvg }) {
  return Promise.all(
    Object.values(lineFonts).map(async ({ title, source }) =>
      textSvg(title, textDefaults, readSvgFont((await source()).font)),
    ),
  );
}

export async function writeDrawingPictures(drawing) {
  const files = await drawingPictures(drawing);
  for (const [name, svg] of Object.entries(files)) writeFileSync(join(root, 'docs/pictures', name), svg);
}
