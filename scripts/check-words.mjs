// Finds words that the vocabulary has replaced (and names that had to be guessed) in texts, docs, names and comments, so
// that they do not come back. Part of `npm run lint`. The replacement stands beside each.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');

/** In texts, docs and comments: without regard to capitals, and over the end of a line. */
const phrases = {
  'a first walk': 'Quick start',
  'home for two devices': 'Software for an NFC base station and a pen plotter',
  'ways? with the pen up': 'pen-up travel',
  'by hand': 'manually, Manual control',
  'waits? for its turn': 'queued',
  'is being drawn': 'plotting',
  'held back': 'on hold',
  'is being cancelled': 'cancelling',
  'go(?:es|ing)? on': 'continue, resume',
  'resume here': 'resume',
  'put it away': 'remove',
  'put it back': 'undo, insert again',
  'take back the last change': 'undo',
  'what was taken back': 'redo',
  'look closer': 'zoom in',
  'look from farther away': 'zoom out',
  'show all of it': 'fit',
  'upright|sideways': 'portrait, landscape',
  'turned, °|from left, mm|from top, mm': 'rotation, X, Y',
  'fill the paper': 'fit to paper',
  'real size': 'actual size',
  'a move counts from': 'coordinates: absolute, relative',
  'steps a millimetre': 'steps/mm',
  'a second, a second': 'mm/s²',
  'has the machine': 'is running, the plotter is busy',
  'where the pen is, is not known': 'pen position unknown',
  'finding its step': 'resynchronising',
  learnt: 'added, learned',
  'learns? (?:a|the|new|this) tags?': 'add a tag',
  'which file does this tag mean': 'choose a file for this tag',
  'means nothing now': 'file removed from tag',
  'tray of tags': 'sample tags',
  'asks? for its token': 'enter the access token',
  'how it was last': 'showing the last known state',
  'for programs: the interface': 'API documentation',
  'nobody answers': 'can’t reach',
  'nobody can be asked': 'not a terminal: use --yes',
  'is no paper': 'unknown paper size',
  'mend(?:s|ed|ing)?': 'fix',
  anew: 'again, from scratch',
  'told of': 'reported',
  shall: 'must, will',
};

/** As whole words of code, and as names of files (`PlanDesk`, `plan-desk.ts`). */
const names = [
  ...['WhatWentWrong', 'NotNow', 'WayBack', 'PlanDesk', 'PlanWords', 'KicksInVain', 'InVain', 'Astray'],
  ...['LifeOfThePackage', 'InOneStep', 'GiveBack', 'CloseGently', 'PromisedSpace', 'TakePlace', 'HowItLies'],
];
const exactNames = ['Prepared', 'Lies', 'Patient', 'breath'];

/** Where a word of the list is right: the file, the word, and why. */
const exceptions = [
  { file: /(^|\/)LICENSE$/, words: /shall/, why: 'the text of the licence' },
  { file: /^scripts\/check-words\.mjs$/, words: /./, why: 'the list itself' },
  { file: /^packages\/web\/src\/texts\/de\//, words: /anew|mend/, why: 'German' },
];

const kebab = (name) => name.replace(/(?<=[a-z])(?=[A-Z])/g, '-').toLowerCase();
const camel = (name) => name[0].toLowerCase() + name.slice(1);

const phrase = new RegExp(
  `\\b(?:${Object.keys(phrases).join('|').replaceAll(' ', '[\\s*/]{1,9}')})(?!\\w)`,
  'giu',
);
const identifier = new RegExp(`\\b(?:${[...names, ...names.map(camel), ...exactNames].join('|')})\\b`, 'g');
const fileNames = new Set(names.map(kebab));

const found = [];
const listed = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' }).split('\0');
for (const file of listed.filter((each) => /\.(?:ts|tsx|mjs|md|sh|html|css|json|c)$/.test(each))) {
  if (basename(file) === 'package-lock.json') continue;
  const isAllowed = (words) => exceptions.some((each) => each.file.test(file) && each.words.test(words));
  if (fileNames.has(basename(file).replace(/\..*$/, ''))) found.push(`${file}: the name of the file`);
  const text = readText(join(root, file));
  for (const match of [
    ...text.matchAll(phrase),
    ...(file.endsWith('.md') ? [] : text.matchAll(identifier)),
  ]) {
    const words = match[0].replace(/[\s*/]+/g, ' ').toLowerCase();
    if (isAllowed(words)) continue;
    const line = text.slice(0, match.index).split('\n').length;
    const say = Object.entries(phrases).find(([word]) => new RegExp(`^(?:${word})$`, 'u').test(words))?.[1];
    found.push(`${file}:${line}: “${words}”${say === undefined ? '' : `; say: ${say}`}`);
  }
}

if (found.length > 0) {
  console.error(
    `${found.join('\n')}\n\n${found.length} words that were replaced. See scripts/check-words.mjs.`,
  );
  process.exitCode = 1;
}

/** Empty for a file that is listed and was removed. */
function readText(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
