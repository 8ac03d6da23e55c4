// Values designed to break readers. Each takes `random`, a function like Math.random, and a size in bytes.

export const pick = (random, list) => list[Math.floor(random() * list.length)];
export const below = (random, limit) => Math.floor(random() * limit);

export const fill = (text, bytes) => text.repeat(Math.max(1, Math.floor(bytes / Buffer.byteLength(text))));

const pumps = [
  ' ',
  '\t',
  '\r\n',
  '\u00a0',
  '\u2028',
  '\u0301\u0323',
  '\u0323',
  '\u200d',
  '\u{1f468}\u200d',
  '\ufdfa',
  '\u1100\u1161\u11a8',
  'a',
  'aA',
  '0',
  '-',
  '.',
  '/',
  '\\',
  '"',
  "'",
  ',',
  ';',
  ';a=""',
  ';a="\\"',
  '%',
  '%2e',
  '#',
  '(',
  '()',
  '[',
  '{',
  '<',
  '&amp;',
  '=',
  '\u0000',
  '\u0007',
  '\ud800',
  '\udc00\ud800',
];

/**
 * Returns combining marks in reverse canonical order, which Unicode normalization sorts one by one. The text
 * is longer than a valid name.
 */
export const combiningMarks = (bytes) => {
  const most = Math.max(bytes, 600);
  return `a${fill('\u0301', most / 2)}${fill('\u0323', most / 2)}`;
};

/** Returns a repeated piece between a plausible beginning and an invalid end. */
export function hostileText(random, bytes) {
  const first = pick(random, ['', 'a', 'x/y', 'a.mp3', '0', '"', '#', '[']);
  const last = pick(random, ['', '\u0001', '!', 'a', '"', '\ud800']);
  if (random() < 0.15) {
    return `${first}${combiningMarks(bytes)}${last}`;
  }
  return `${first}${fill(pick(random, pumps), bytes)}${last}`;
}

/** Returns JSON that is deep, wide, long, or almost valid. */
export function hostileJson(random, bytes) {
  const text = () => JSON.stringify(hostileText(random, bytes));
  return pick(random, [
    text,
    () => fill('[', bytes),
    () => fill('{"a":', bytes),
    () => `${fill('[', bytes / 2)}${fill(']', bytes / 2)}`,
    () => `${'{"a":'.repeat(30)}${text()}${'}'.repeat(30)}`,
    () => `[${fill('0,', bytes)}0]`,
    () => `[${fill('"",', bytes)}""]`,
    () => `[${fill('{},', bytes)}{}]`,
    () => fill('9', bytes),
    () => `-0.${fill('0', bytes)}1`,
    () => `1e${fill('9', bytes)}`,
    () => `{${manyMembers(bytes)}}`,
    () => `{"a":0${fill(',"a":0', bytes)}}`,
    () => `{"__proto__":{"a":0},"constructor":{"prototype":{}},"b":${text()}}`,
    () => longKey(bytes),
    () => `"${fill('\\u0041', bytes)}"`,
    () => `"${fill('\\ud800', bytes)}"`,
    () => `"${fill('\\', bytes)}"`,
    () => `"${fill('\\"', bytes)}`,
    () => `${fill(' ', bytes)}`,
    () => `${fill(' \n', bytes)}{}`,
    () => 'nul',
    () => '\ufeff{}',
  ])();
}

function manyMembers(bytes) {
  const members = [];
  for (let size = 0, at = 0; size < bytes; at++) size += members.push(`"${at.toString(36)}":0`) && 10;
  return members.join(',');
}

/** Returns JSON with many values below a very long JSON pointer. */
export const longKey = (bytes) => `{"${fill('~/', bytes / 2)}":[${fill('0,', bytes / 2)}0]}`;

/** Returns invalid UTF-8; the first invalid byte comes at once or after a while. */
export function hostileBytes(random, bytes) {
  return pick(random, [
    () => Buffer.alloc(bytes),
    () => Buffer.alloc(bytes, 0xff),
    () => Buffer.alloc(bytes, 0xc0),
    () => Buffer.alloc(bytes, '\u00e9', 'latin1'),
    () => Buffer.from(`\ufeff${'{'.repeat(bytes / 2)}`, 'utf16le'),
    () => Buffer.concat([Buffer.from('{"data":"'), Buffer.alloc(bytes, 0x80)]),
    () => Buffer.from(Array.from({ length: Math.min(bytes, 4096) }, () => below(random, 256))),
    () => Buffer.concat([Buffer.from([0x1f, 0x8b, 8, 0]), Buffer.alloc(bytes, 0x55)]),
  ])();
}

export function hostileBase64(random, bytes) {
  return pick(random, [
    () => fill('=', bytes),
    () => fill('QQ==', bytes),
    () => fill('QUJD ', bytes),
    () => fill('_-', bytes),
    () => fill('\\u0051', bytes),
    () => fill('\\n', bytes),
    () => `${fill('QUJD', bytes)}!`,
    () => `${fill('QUJD', bytes)}=`,
    () => fill('\u00e9', bytes),
    () => fill('\\/', bytes),
  ])();
}

export const headerText = (random, bytes) => hostileText(random, bytes).replace(/[^\x20-\x7e]/g, '');
