import { glyphOf, missingGlyph, writtenGlyph } from '../../font/single-line-font.ts';
import { type Matrix, multiply } from '../../geometry/matrix.ts';
import { Path } from '../../geometry/path.ts';
import type { Budget } from '../../reading/budget.ts';
import type { Notes } from '../../reading/notes.ts';
import { inRadians } from './curves.ts';
import type { Entity } from './group-reader.ts';

/** Height of a capital in font units. Text heights in a DXF are those of capitals. */
const capitalHeight = 21;
const descent = 7;
const lineSpacing = 5 / 3;
const maxTextLength = 100_000;
const workOfCharacter = 150;

/** Lines of letters in font units. `matrix` converts to the coordinates of the entity. */
interface WrittenText {
  readonly path: Path;
  readonly matrix: Matrix;
}

export class TextWriter {
  private readonly notes: Notes;
  private readonly budget: Budget;

  constructor(notes: Notes, budget: Budget) {
    this.notes = notes;
    this.budget = budget;
  }

  /** Writes a `TEXT`, `ATTRIB` or `ATTDEF`. */
  single(entity: Entity): WrittenText {
    const characters = [...plainText(entity.string(1))];
    const path = new Path();
    const width = this.write(characters, path, 0, 0);
    const across = entity.number(72);
    const up = entity.number(entity.type === 'TEXT' ? 73 : 74);
    const isAligned = across !== 0 || up !== 0;
    const isBetween = (across === 3 || across === 5) && entity.has(11);
    const [x1, y1] = [entity.number(10), entity.number(20)];
    const [x2, y2] = [entity.number(11, x1), entity.number(21, y1)];
    const length = Math.hypot(x2 - x1, y2 - y1);
    let height = entity.number(40, 1) / capitalHeight;
    let factor = entity.number(41, 1) || 1;
    let angle = inRadians(entity.number(50));
    if (isBetween && length > 0 && width > 0) {
      angle = Math.atan2(y2 - y1, x2 - x1);
      if (across === 3) height = length / width / factor;
      else factor = length / width / height;
    }
    const column = isBetween ? 0 : across === 4 ? 0.5 : Math.min(2, Math.max(0, across)) / 2;
    const row = across === 4 ? 2 : up;
    const rise = row === 1 ? descent : row === 2 ? -capitalHeight / 2 : row === 3 ? -capitalHeight : 0;
    const isMirrored = entity.flag(71, 2);
    const isUpsideDown = entity.flag(71, 4);
    const slant = Math.tan(inRadians(Math.max(-85, Math.min(85, entity.number(51)))));
    const [x, y] = isAligned && !isBetween ? [x2, y2] : [x1, y1];
    const [scaleX, scaleY] = [height * factor * (isMirrored ? -1 : 1), height * (isUpsideDown ? -1 : 1)];
    const placed = multiply(placedAt(x, y, angle), [scaleX, 0, slant * scaleY, scaleY, 0, 0]);
    return { path, matrix: multiply(placed, [1, 0, 0, 1, -column * width, rise]) };
  }

  /** Writes an `MTEXT`. */
  paragraph(entity: Entity): WrittenText {
    let text = '';
    for (let at = 0; at < entity.count && text.length < maxTextLength; at++)
      if (entity.codeAt(at) === 3 || entity.codeAt(at) === 1) text += entity.textAt(at);
    const height = (entity.number(40, 1) || 1) / capitalHeight;
    const lines = wrapped(unformatted(text), entity.number(41) / height, (text) => this.width(text));
    const path = new Path();
    const attachment = Math.min(9, Math.max(1, entity.number(71, 1))) - 1;
    const column = (attachment % 3) / 2;
    const row = Math.floor(attachment / 3) / 2;
    const step = capitalHeight * lineSpacing * (entity.number(44, 1) || 1);
    const total = (lines.length - 1) * step + capitalHeight;
    for (const [at, line] of lines.entries())
      this.write([...line], path, -column * this.width(line), row * total - capitalHeight - at * step);
    const angle = entity.has(11)
      ? Math.atan2(entity.number(21), entity.number(11))
      : inRadians(entity.number(50));
    const placed = placedAt(entity.number(10), entity.number(20), angle);
    return { path, matrix: multiply(placed, [height, 0, 0, height, 0, 0]) };
  }

  private width(text: string): number {
    let width = 0;
    for (const character of text) width += (glyphOf(character) ?? missingGlyph).width;
    return width;
  }

  /** Appends the characters and returns their width. */
  private write(characters: readonly string[], path: Path, fromX: number, y: number): number {
    if (characters.length > 0)
      this.notes.add('text-font', 'Text is written in the built-in single-line font.');
    this.budget.work(workOfCharacter * characters.length);
    let x = fromX;
    for (const character of characters) {
      const { lines, width } = writtenGlyph(character, this.notes);
      for (const line of lines) {
        for (let at = 0; at < line.length; at += 2) {
          if (at === 0) path.moveTo(x + line[0]!, y + line[1]!);
          else path.lineTo(x + line[at]!, y + line[at + 1]!);
        }
        // A line of a single point stands for a dot.
        if (line.length === 2) path.lineTo(x + line[0]!, y + line[1]!);
      }
      x += width;
    }
    return x - fromX;
  }
}

export function placedAt(x: number, y: number, angle: number): Matrix {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  return [cos, sin, -sin, cos, x, y];
}

const signs: Readonly<Record<string, string>> = { d: '°', p: '±', c: 'Ø', u: '', o: '', k: '', '%': '%' };

/** Decodes `%%d`, `%%065` and `\U+00E4`. */
function plainText(text: string): string {
  return text
    .replace(/%%(\d{3}|[dpcuok%])/gi, (_, code: string) =>
      code.length === 3 ? String.fromCharCode(Number(code)) : (signs[code.toLowerCase()] as string),
    )
    .replace(/\\U\+([0-9a-f]{4})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}

/** Returns the lines of an `MTEXT` without fonts, colours, sizes and underlines. Fractions become “1/2”. */
function unformatted(text: string): string[] {
  const escapes = /\\([PNX~LlOoKk\\{}])|\\S([^;\\]{0,200});?|\\[ACcFfHpQTW][^;\\]{0,200};|[{}]|\^[IJM]/g;
  const plain = plainText(text).replace(
    escapes,
    (whole, sign: string | undefined, stack: string | undefined) => {
      if (stack !== undefined) return stack.replace(/[\^#/]/, '/');
      if (sign === 'P' || sign === 'N' || sign === 'X' || whole === '^J') return '\n';
      if (sign === '~' || whole === '^I') return ' ';
      return sign === '\\' || sign === '{' || sign === '}' ? sign : '';
    },
  );
  return plain.split('\n');
}

/** Wraps lines if `maxWidth` is positive. */
function wrapped(lines: readonly string[], maxWidth: number, widthOf: (text: string) => number): string[] {
  if (!(maxWidth > 0 && Number.isFinite(maxWidth))) return [...lines];
  const space = widthOf(' ');
  return lines.flatMap((line) => {
    const rows: string[] = [];
    let [row, width] = ['', 0];
    for (const word of line.split(' ')) {
      const wordWidth = widthOf(word);
      if (row !== '' && width + space + wordWidth > maxWidth) {
        rows.push(row);
        [row, width] = [word, wordWidth];
      } else {
        width += (row === '' ? 0 : space) + wordWidth;
        row = row === '' ? word : `${row} ${word}`;
      }
    }
    return [...rows, row];
  });
}
