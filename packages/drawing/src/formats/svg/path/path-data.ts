import type { Path } from '../../../geometry/path.ts';
import { NumberScanner } from '../values/number-scanner.ts';
import type { Span } from '../xml/xml-document.ts';

const scanner = new NumberScanner();

/** Number of parameters of each command, by capital letter. */
const lengths: Readonly<Record<string, number>> = {
  M: 2,
  L: 2,
  H: 1,
  V: 1,
  C: 6,
  S: 4,
  Q: 4,
  T: 2,
  A: 7,
  Z: 0,
};
const lengthByCode = new Int8Array(128).fill(-1);
for (const [letter, length] of Object.entries(lengths)) {
  lengthByCode[letter.charCodeAt(0)] = length;
  lengthByCode[letter.toLowerCase().charCodeAt(0)] = length;
}

const [M, L, H, V, C, S, Q, T, A, Z] = [...'mlhvcsqtaz'].map((letter) => letter.charCodeAt(0));

/** Parses path data up to the first error, as SVG requires. Returns false if there is an error. */
export function parsePathData({ source, from, to }: Span, path: Path): boolean {
  scanner.reset(source, from, to);
  scanner.skipSpace();
  // The start of the subpath, and the last control point for smooth commands.
  let x = 0;
  let y = 0;
  let startX = 0;
  let startY = 0;
  let controlX = 0;
  let controlY = 0;
  let previous = 0;
  let first = true;
  const n = numbers;

  while (!scanner.atEnd) {
    const letter = source.charCodeAt(scanner.at);
    const length = letter < 128 ? (lengthByCode[letter] as number) : -1;
    if (length < 0) return false;
    scanner.at++;
    let command = letter | 0x20;
    if (first && command !== M) return false;
    first = false;
    const relative = letter === command;
    scanner.skipSpace();
    if (command === Z) {
      path.close();
      x = startX;
      y = startY;
      previous = Z as number;
      continue;
    }
    for (let repeat = 0; ; repeat++) {
      if (repeat > 0) {
        const comma = scanner.skipComma();
        if (scanner.atEnd) {
          if (comma) return false;
          break;
        }
        if (!comma && isLetter(source.charCodeAt(scanner.at))) break;
      }
      if (!(command === A ? readArc() : readNumbers(length))) return false;
      const dx = relative ? x : 0;
      const dy = relative ? y : 0;
      switch (command) {
        case M:
          x = startX = n[0]! + dx;
          y = startY = n[1]! + dy;
          path.moveTo(x, y);
          // Further pairs of a move are lines.
          command = L as number;
          break;
        case L:
          x = n[0]! + dx;
          y = n[1]! + dy;
          path.lineTo(x, y);
          break;
        case H:
          x = n[0]! + dx;
          path.lineTo(x, y);
          break;
        case V:
          y = n[0]! + dy;
          path.lineTo(x, y);
          break;
        case C:
          controlX = n[2]! + dx;
          controlY = n[3]! + dy;
          x = n[4]! + dx;
          y = n[5]! + dy;
          path.cubicTo(n[0]! + dx, n[1]! + dy, controlX, controlY, x, y);
          break;
        case S: {
          const smooth = previous === C || previous === S;
          const firstX = smooth ? 2 * x - controlX : x;
          const firstY = smooth ? 2 * y - controlY : y;
          controlX = n[0]! + dx;
          controlY = n[1]! + dy;
          x = n[2]! + dx;
          y = n[3]! + dy;
          path.cubicTo(firstX, firstY, controlX, controlY, x, y);
          break;
        }
        case Q:
          controlX = n[0]! + dx;
          controlY = n[1]! + dy;
          x = n[2]! + dx;
          y = n[3]! + dy;
          path.quadraticTo(controlX, controlY, x, y);
          break;
        case T: {
          const smooth = previous === Q || previous === T;
          controlX = smooth ? 2 * x - controlX : x;
          controlY = smooth ? 2 * y - controlY : y;
          x = n[0]! + dx;
          y = n[1]! + dy;
          path.quadraticTo(controlX, controlY, x, y);
          break;
        }
        default: {
          const toX = n[5]! + dx;
          const toY = n[6]! + dy;
          arcTo(path, x, y, n[0]!, n[1]!, n[2]!, n[3] === 1, n[4] === 1, toX, toY);
          x = toX;
          y = toY;
        }
      }
      previous = command;
    }
  }
  return true;
}

const numbers = new Float64Array(7);

function readNumbers(count: number): boolean {
  for (let index = 0; index < count; index++) {
    if (index > 0) scanner.skipComma();
    const value = scanner.number();
    if (!Number.isFinite(value)) return false;
    numbers[index] = value;
  }
  return true;
}

function readArc(): boolean {
  for (let index = 0; index < 7; index++) {
    if (index > 0) scanner.skipComma();
    const value = index === 3 || index === 4 ? scanner.flag() : scanner.number();
    if (!Number.isFinite(value)) return false;
    numbers[index] = value;
  }
  return true;
}

function isLetter(code: number): boolean {
  return (code >= 0x41 && code <= 0x5a) || (code >= 0x61 && code <= 0x7a);
}

/** Appends an arc from the current point (SVG 2, appendix B.2). */
function arcTo(
  path: Path,
  x0: number,
  y0: number,
  radiusX: number,
  radiusY: number,
  rotation: number,
  large: boolean,
  sweep: boolean,
  x: number,
  y: number,
): void {
  let rx = Math.abs(radiusX);
  let ry = Math.abs(radiusY);
  if (x0 === x && y0 === y) return;
  if (!(rx > 0 && ry > 0)) {
    path.lineTo(x, y);
    return;
  }
  const angle = (rotation % 360) * (Math.PI / 180);
  const cos = Math.cos(angle);
  const sin = Math.sin(angle);
  const halfX = (x0 - x) / 2;
  const halfY = (y0 - y) / 2;
  const px = cos * halfX + sin * halfY;
  const py = -sin * halfX + cos * halfY;
  const excess = (px / rx) ** 2 + (py / ry) ** 2;
  if (excess > 1) {
    rx *= Math.sqrt(excess);
    ry *= Math.sqrt(excess);
  }
  const numerator = rx * rx * ry * ry - rx * rx * py * py - ry * ry * px * px;
  const denominator = rx * rx * py * py + ry * ry * px * px;
  const factor = Math.sqrt(Math.max(0, numerator / denominator)) * (large === sweep ? -1 : 1);
  const qx = (factor * rx * py) / ry;
  const qy = (-factor * ry * px) / rx;
  const from = Math.atan2((py - qy) / ry, (px - qx) / rx);
  let turn = Math.atan2((-py - qy) / ry, (-px - qx) / rx) - from;
  if (sweep && turn < 0) turn += 2 * Math.PI;
  if (!sweep && turn > 0) turn -= 2 * Math.PI;
  const cx = cos * qx - sin * qy + (x0 + x) / 2;
  const cy = sin * qx + cos * qy + (y0 + y) / 2;
  path.arc(cx, cy, rx * cos, rx * sin, -ry * sin, ry * cos, from, turn, x, y);
}
