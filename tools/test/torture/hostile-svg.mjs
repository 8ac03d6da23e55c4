// Drawings designed to break readers.
import { fill, hostileText, pick } from './hostile-values.mjs';

const svg = (inside, attributes = 'width="100mm" height="100mm" viewBox="0 0 100 100"') =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${attributes}>${inside}</svg>`;

/** Makes a text valid between the double quotes of an attribute. */
const quotable = (text) => text.toWellFormed().replaceAll('&', '').replaceAll('<', '').replaceAll('"', "'");

const attributes = [
  'd',
  'points',
  'transform',
  'style',
  'class',
  'fill',
  'stroke',
  'stroke-dasharray',
  'stroke-width',
  'font',
  'x',
  'href',
  'clip-path',
  'preserveAspectRatio',
];
const values = {
  d: ['M0 0', 'L1 1', 'a1,1 0 0 1 1 1', 'z', '1e9 ', '.5.5', '-1-1'],
  points: ['1,1 ', ',', '1e', '.'],
  transform: ['rotate(', 'scale(2)', 'matrix(1 0 0 1 0 0) ', 'translate(1e9)'],
  style: ['a:b;', 'stroke:', ';', ': ', '/*', 'fill:url(#a);'],
  class: ['a ', 'a'],
  fill: ['rgb(', 'url(#a) ', '0,', ' ', 'light-dark(', 'a(b),', 'hsl(1 1 1 / '],
  stroke: ['color(srgb 1 1 1 ', '( ', '/ ', 'rgb(0 0 0) '],
  'stroke-dasharray': ['1e-9,', '0 ', ', ', '1e-300 '],
  font: ['1px ', '1px/', ' ', '"a",'],
  preserveAspectRatio: ['defer ', ' ', 'xMidYMid '],
};

/** Returns an element with a long attribute: a repeated piece and often an invalid end. */
function longAttribute(random, bytes) {
  const name = pick(random, attributes);
  const known = values[name];
  const value =
    known !== undefined && random() < 0.7
      ? `${fill(pick(random, known), bytes)}${pick(random, ['', '!', ')', '"'])}`
      : hostileText(random, bytes);
  const element = pick(random, ['path', 'polyline', 'rect', 'g', 'text', 'use']);
  return svg(`<${element} stroke="#000" width="9" height="9" ${name}="${quotable(value)}">a</${element}>`);
}

const css = [
  'a ',
  '* ',
  '*>',
  ':not(',
  ':is(*,',
  '[a="',
  '[a=b]',
  '@media ',
  '@media (a:',
  '(a ) and ',
  '/*',
  '}',
  '{',
  'a{b:c}',
  ':nth-child(2n+ ',
  '\\61 ',
  ' ',
  '\n',
  '!important ',
];

function longStyleSheet(random, bytes) {
  const sheet = `${pick(random, ['', 'a', '@media ', '@import "'])}${fill(pick(random, css), bytes)}${pick(random, ['', '{stroke:#000}', '!'])}`;
  return svg(
    `<style><![CDATA[${sheet}]]></style>${'<g>'.repeat(20)}<path d="M0 0h9" class="a"/>${'</g>'.repeat(20)}`,
  );
}

function doubling(levels) {
  const uses = Array.from(
    { length: levels },
    (_, at) => `<g id="u${at + 1}"><use href="#u${at}"/><use href="#u${at}" x="1"/></g>`,
  );
  return svg(`<path id="u0" d="M0 0h1" stroke="#000"/>${uses.join('')}<use href="#u${levels}"/>`);
}

function laughs(levels) {
  const entities = Array.from(
    { length: levels },
    (_, at) => `<!ENTITY e${at + 1} "${`&e${at};`.repeat(10)}">`,
  );
  return `<!DOCTYPE svg [<!ENTITY e0 "ha">${entities.join('')}]>${svg(`<text>&e${levels};</text>`)}`;
}

export function hostileSvg(random, bytes) {
  const shapes = [
    () => longAttribute(random, bytes),
    () => longAttribute(random, bytes),
    () => longStyleSheet(random, bytes),
    () => longStyleSheet(random, bytes),
    () => svg(`${fill('<g>', bytes / 2)}<path d="M0 0h1"/>${fill('</g>', (bytes / 3) * 2)}`),
    () => svg(fill('<g/>', bytes)),
    () => svg(fill('<!---->', bytes)),
    () => svg(`<a ${fill('a', bytes)}`),
    () => svg(`<g ${fill('b=""', bytes)}/>`),
    () => svg(`<path stroke="#000" stroke-dasharray="1e-6 1e-6" d="M0 0H1e6"/>`),
    () => svg(`<path stroke="#000" d="M0 0C1e300 0 -1e300 0 1e308 1e308"/>`),
    () => svg(`<circle r="1e12" stroke="#000"/>${fill('<circle r="9" stroke="#000"/>', bytes)}`),
    () => svg(`<text font-size="9">${hostileText(random, bytes).toWellFormed().replaceAll('<', '')}</text>`),
    () => svg('<path d="M0 0h1"/>', `viewBox="${fill(' ', bytes)}"`),
    () => svg('<path d="M0 0h1"/>', `width="${fill('9', bytes)}"`),
    () => doubling(30),
    () => laughs(9),
    () =>
      svg('<g id="a"><use href="#a"/></g><clipPath id="c"><path clip-path="url(#c)" d="M0 0h1"/></clipPath>'),
    () => `<?xml version="1.0"${fill(' ', bytes)}?>`,
    () => fill('<', bytes),
    () => fill('&', bytes),
    () => `<!DOCTYPE svg [${fill('<!ENTITY a "', bytes)}`,
  ];
  return pick(random, shapes)();
}
