import type {
  Operation,
  OperationKind,
  OperationMember,
  SheetObject,
} from '@stationery/contract/operation-table';
import { parseLength } from '../options/parse-length.ts';
import { maxOperations, membersOf, unknownKind, unknownMember, wordOf, wrong } from './check-operations.ts';

const maxTextLength = 10_000;

/**
 * Parses `hatch angle=45 spacing=0.5mm; hide by=layer`. Values with spaces or semicolons need double quotes. Values are
 * checked with the other plan options.
 */
export function parseOperations(text: string): Operation[] {
  if (text.length > maxTextLength) throw wrong(`The operations are longer than ${maxTextLength} characters`);
  const operations: Operation[] = [];
  for (const words of splitOutsideQuotes(text, ';')) {
    const [kind, ...pairs] = splitOutsideQuotes(words, ' ');
    if (kind === undefined) continue;
    if (operations.length === maxOperations) throw wrong(`There are more than ${maxOperations} operations`);
    operations.push(operationOf(kind, pairs));
  }
  return operations;
}

function operationOf(typed: string, pairs: readonly string[]): Operation {
  const kind = typed.toLowerCase() as OperationKind;
  const members = membersOf(kind);
  if (members === undefined) throw unknownKind(typed);
  const operation: Record<string, unknown> = { kind };
  for (const pair of pairs) {
    const at = pair.indexOf('=');
    if (at < 0) throw wrong(`“${kind}”: “${pair.slice(0, 40)}” has no value: write name=value`);
    const word = pair.slice(0, at);
    const found = Object.entries(members).find(([name]) => wordOf(name) === word);
    if (found === undefined) throw unknownMember(kind, word);
    const [name, member] = found;
    operation[name] = typedValue(pair.slice(at + 1).replaceAll('"', ''), member);
  }
  return operation as unknown as Operation;
}

function typedValue(text: string, meant: OperationMember): unknown {
  switch (meant.type) {
    case 'length':
      return parseLength(text, 'operations');
    case 'number':
    case 'integer': {
      const bare = text.replace(/(?:deg|°)$/, '').trim();
      return bare === '' ? Number.NaN : Number(bare);
    }
    case 'flag':
      return text === 'yes' ? true : text === 'no' ? false : text;
    case 'layer':
      return layerOf(text);
    case 'layers':
      return text
        .split(',')
        .map((each) => each.trim())
        .filter((each) => each !== '')
        .map(layerOf);
    case 'objects':
      return text.split(/[;\s]+/).flatMap((each) => (each === '' ? [] : [objectOf(each)]));
    default:
      return text.toLowerCase();
  }
}

/** Parses a drawing's number from 1, its centre, its scale and its rotation, as in `2@100mm,30mm*0.5/90`. */
function objectOf(text: string): SheetObject {
  const [, drawing, x, y, scale, rotate] =
    /^(\d{1,4})@([^,*/]{1,30}),([^,*/]{1,30})(?:\*([^*/]{1,30}))?(?:\/([^*/]{1,30}))?$/.exec(text) ?? [];
  if (drawing === undefined || x === undefined || y === undefined)
    throw wrong(
      `“${text.slice(0, 40)}” is not a place of a drawing: use 2@100mm,30mm or 2@100mm,30mm*0.5/90`,
    );
  return {
    drawing: Number(drawing) - 1,
    xMm: parseLength(x, 'operations'),
    yMm: parseLength(y, 'operations'),
    ...(scale !== undefined && { scale: Number(scale) }),
    ...(rotate !== undefined && { rotate: Number(rotate) }),
  };
}

/** Returns a layer's index or name. Users number layers from 1. */
function layerOf(text: string): number | string {
  return /^[1-9]\d{0,5}$/.test(text) ? Number(text) - 1 : text;
}

/** Splits a text outside quotes and omits empty parts. */
function splitOutsideQuotes(text: string, separator: ';' | ' '): string[] {
  const parts: string[] = [];
  let part = '';
  let isQuoted = false;
  for (const character of text) {
    if (character === '"') isQuoted = !isQuoted;
    const isSeparator = separator === ' ' ? /\s/.test(character) : character === separator;
    if (isQuoted || !isSeparator) {
      part += character;
      continue;
    }
    parts.push(part);
    part = '';
  }
  parts.push(part);
  return parts.map((each) => each.trim()).filter((each) => each !== '');
}
