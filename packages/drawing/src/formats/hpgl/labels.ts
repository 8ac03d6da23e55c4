import { writtenGlyph } from '../../font/single-line-font.ts';
import type { PlotterPen } from './plotter-pen.ts';

const unitsPerCm = 400;
/** Default character size in centimetres, of an HP 7475A with A4 paper. */
const defaultSize = { width: 0.187, height: 0.269 };
/** Size of a capital in font units. */
const capitalWidth = 16;
const capitalHeight = 21;

const defaultTerminator = '\x03';

/** Labels (`LB`) in the built-in font. Sizes are in plotter units. */
export class Labels {
  /** The character that ends a label and is not drawn; by default `ETX`. */
  terminator = defaultTerminator;
  /** Position of the pen relative to the label (`LO`). 1 is the bottom left corner. */
  origin = 1;
  private width = defaultSize.width * unitsPerCm;
  private height = defaultSize.height * unitsPerCm;
  private runX = 1;
  private runY = 0;
  private slant = 0;
  private readonly pen: PlotterPen;
  /** Where a carriage return moves the pen. */
  private startX = 0;
  private startY = 0;

  constructor(pen: PlotterPen) {
    this.pen = pen;
  }

  reset(): void {
    this.terminator = defaultTerminator;
    this.origin = 1;
    this.setSize([]);
    this.setDirection([]);
    this.slant = 0;
  }

  /** Executes `SI`: a size in centimetres. */
  setSize([width = defaultSize.width, height = defaultSize.height]: readonly number[]): void {
    this.width = width * unitsPerCm;
    this.height = height * unitsPerCm;
  }

  /** Executes `SR`: a size in percent of the distance from P1 to P2. */
  setRelativeSize([width = 0.75, height = 1.5]: readonly number[]): void {
    const [p1x, p1y, p2x, p2y] = this.pen.coordinates.points;
    this.width = (width * Math.abs(p2x - p1x)) / 100;
    this.height = (height * Math.abs(p2y - p1y)) / 100;
  }

  /** Executes `DI` or, if `isRelative`, `DR`, whose direction is in percent of the distance from P1 to P2. */
  setDirection([run = 1, rise = 0]: readonly number[], isRelative = false): void {
    const [p1x, p1y, p2x, p2y] = this.pen.coordinates.points;
    const x = isRelative ? run * (p2x - p1x) : run;
    const y = isRelative ? rise * (p2y - p1y) : rise;
    const length = Math.hypot(x, y);
    if (!(length > 0 && Number.isFinite(length))) return;
    this.runX = x / length;
    this.runY = y / length;
  }

  /** Executes `DT`. Without a character, restores the default. */
  setTerminator(character = defaultTerminator): void {
    this.terminator = character;
  }

  setSlant([tangent = 0]: readonly number[]): void {
    this.slant = Math.max(-10, Math.min(10, tangent));
  }

  write(text: string): void {
    this.pen.trace.notes.add('text-font', 'Labels are written in the built-in single-line font.');
    this.startX = this.pen.x;
    this.startY = this.pen.y;
    for (const [part] of text.matchAll(/[\r\n\b]|[^\r\n\b]+/g)) {
      if (part === '\r') this.goTo(this.startX, this.startY);
      else if (part === '\n') this.newLine();
      else if (part === '\b') this.move(-1.5 * this.width, 0);
      else this.writeLine(part);
    }
  }

  /** Executes `CP`: moves by characters and lines. Without numbers, moves to the next line. */
  movePen([characters, lines = 0]: readonly number[]): void {
    if (characters === undefined) this.newLine();
    else this.move(characters * 1.5 * this.width, lines * 2 * this.height);
  }

  private writeLine(text: string): void {
    const { pen, width, height, origin } = this;
    const characters = [...text].filter((character) => character >= ' ');
    const length = Math.max(0, characters.length * 1.5 - 0.5) * width;
    const place = ((origin - 1) % 10) % 9;
    const [x, y] = [pen.x, pen.y];
    const spare = origin > 10 ? 0.5 : 0;
    const column = Math.floor(place / 3);
    const row = place % 3;
    this.move(
      (-length * column) / 2 + spare * (1 - column) * width,
      (-height * row) / 2 + spare * (1 - row) * height,
    );
    const [fromX, fromY] = [pen.x, pen.y];
    for (const [at, character] of characters.entries()) {
      this.goTo(fromX, fromY);
      this.move(1.5 * width * at, 0);
      this.writeCharacter(character);
    }
    this.goTo(fromX, fromY);
    if (origin === 1) this.move(1.5 * width * characters.length, 0);
    else this.goTo(x, y);
  }

  private writeCharacter(character: string): void {
    const { pen, width, height, slant } = this;
    const { lines, width: glyphWidth } = writtenGlyph(character, pen.trace.notes);
    const scaleX = width / capitalWidth;
    const scaleY = height / capitalHeight;
    const left = (width - glyphWidth * scaleX) / 2;
    for (const line of lines) {
      const points: [number, number][] = [];
      for (let at = 0; at < line.length; at += 2) {
        const up = (line[at + 1] as number) * scaleY;
        points.push(this.along(left + (line[at] as number) * scaleX + slant * up, up));
      }
      pen.line(points);
    }
  }

  private newLine(): void {
    const before = { x: this.pen.x, y: this.pen.y };
    this.move(0, -2 * this.height);
    this.startX += this.pen.x - before.x;
    this.startY += this.pen.y - before.y;
  }

  /** Returns the position at a distance along the line of text and perpendicular to it. */
  private along(x: number, y: number): [number, number] {
    const { pen, runX, runY } = this;
    return [pen.x + runX * x - runY * y, pen.y + runY * x + runX * y];
  }

  private move(x: number, y: number): void {
    this.goTo(...this.along(x, y));
  }

  /** Moves with the pen up. */
  private goTo(x: number, y: number): void {
    const { isDown } = this.pen;
    this.pen.isDown = false;
    this.pen.goTo(x, y);
    this.pen.isDown = isDown;
  }
}
