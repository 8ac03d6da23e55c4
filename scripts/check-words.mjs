// Finds words that the vocabulary has replaced, and names that had to be guessed, in texts, docs, comments, test titles
// and the names of files and identifiers, so that they do not come back. Part of `npm run lint`.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const root = resolve(import.meta.dirname, '..');

/** In any text, in upper or lower case, also across the end of a line; with what to say instead. */
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
  'learns? (?:a |the |new |this )?(?:nfc )?tags?': 'add a tag',
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
  'tells of|telling of': 'reports, describes',
  'looked at': 'checked, read, tried',
  'hear(?:s|d) of': 'know of, be notified',
  'in vain': 'without success',
  'lea(?:ves?|ving) off': 'stop',
  'takes? hold|took hold': 'take effect',
  shall: 'must, will',
};

/** As whole words of code, also beginning with a small letter, and as names of files (`PlanDesk`, `plan-desk.ts`). */
const names = [
  ...['WhatWentWrong', 'NotNow', 'WayBack', 'PlanDesk', 'PlanWords', 'KicksInVain', 'InVain', 'Astray'],
  ...['LifeOfThePackage', 'InOneStep', 'GiveBack', 'CloseGently', 'PromisedSpace', 'TakePlace', 'HowItLies'],
  ...['OneAtATime', 'PatienceMs', 'Desk', 'Kept[A-Z]\\w{0,40}'],
];
const exactNames = ['Prepared', 'Lies', 'Patient', 'breath'];

/** Where a word of the list is right: the file, the word, and why. */
const exceptions = [
  { file: /(^|\/)LICENSE$/, words: /shall/, why: 'the text of the licence' },
  { file: /^scripts\/check-words\.mjs$/, words: /./, why: 'the list itself' },
  { file: /^packages\/web\/src\/texts\/de\//, words: /anew|mend/, why: 'German' },
];

/** Marks of a comment may stand between the words of a phrase, at the beginning of a line. */
const gap = '[\\s*/#>]{1,60}';
const phrase = new RegExp(`\\b(?:${Object.keys(phrases).join('|').replaceAll(' ', gap)})(?!\\w)`, 'giu');
const camel = (name) => name[0].toLowerCase() + name.slice(1);
const identifier = new RegExp(`\\b(?:${[...names, ...names.map(camel), ...exactNames].join('|')})\\b`, 'g');

/** Gives one line for each replaced word in a file, its name included. */
export function findReplacedWords(file, text) {
  const isAllowed = (words) => exceptions.some((each) => each.file.test(file) && each.words.test(words));
  const isCode = !/\.(?:md|ya?ml)$/.test(file);
  const named = nameOf(file);
  const found = [...named.words.matchAll(phrase), ...named.camel.matchAll(identifier)]
    .filter(([words]) => !isAllowed(words))
    .map(([words]) => `${file}: “${words}” in the name of the file${advice(words)}`);
  for (const match of [...text.matchAll(phrase), ...(isCode ? text.matchAll(identifier) : [])]) {
    const words = match[0].replace(/[\s*/#>]+/g, ' ').toLowerCase();
    if (isAllowed(words)) continue;
    const line = text.slice(0, match.index).split('\n').length;
    found.push(`${file}:${line}: “${words}”${advice(words)}`);
  }
  return found;
}

/** The name of a file as words and as an identifier: `plan-desk.test.ts` is “plan desk” and `PlanDesk`. */
function nameOf(file) {
  const parts = basename(file).replace(/\..*$/, '').split(/[-_]/);
  const capital = (part) => part.slice(0, 1).toUpperCase() + part.slice(1);
  return { words: parts.join(' '), camel: parts.map(capital).join('') };
}

function advice(words) {
  const lower = words.toLowerCase();
  const say = Object.entries(phrases).find(([word]) => new RegExp(`^(?:${word})$`, 'u').test(lower))?.[1];
  return say === undefined ? '' : `; say: ${say}`;
}

const isText = /(?:\.(?:ts|tsx|mjs|md|sh|html|css|json|c|yml|yaml|svg|txt)|(?:^|\/)(?:\.ci|debian)\/[\w-]+)$/;

function checkAll() {
  const listed = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' }).split('\0');
  const found = listed
    .filter((file) => isText.test(file) && basename(file) !== 'package-lock.json')
    .flatMap((file) => findReplacedWords(file, readText(join(root, file))));
  if (found.length === 0) return;
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

if (import.meta.url === pathToFileURL(process.argv[1]).href) checkAll();
