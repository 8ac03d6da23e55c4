import type { Drawing } from '../../drawing.ts';
import { decodeCommands } from '../../reading/decode-commands.ts';
import { quoted } from '../../reading/notes.ts';
import type { ReadOptions } from '../../reading/options.ts';
import type { PenTrace } from '../../reading/pen-trace.ts';
import { readCommands } from '../../reading/read-commands.ts';
import { unitsPerMm } from './coordinates.ts';
import { readPolyline } from './encoded-polyline.ts';
import { Labels } from './labels.ts';
import { PlotterPen } from './plotter-pen.ts';
import { HpglScanner } from './scanner.ts';

/** Reads HPGL and HP-GL/2. Pens become layers; pen-down moves become strokes. */
export function readHpgl(file: string | Uint8Array, options: ReadOptions = {}): Drawing {
  return readCommands(decodeCommands(file), options, followHpgl);
}

function followHpgl(text: string, trace: PenTrace, onRead: (at: number) => void): void {
  const scanner = new HpglScanner(text);
  const pen = new PlotterPen(trace);
  const parts = { scanner, pen, labels: new Labels(pen) };
  let isPageOver = false;
  for (let name = scanner.instruction(); name !== undefined; name = scanner.instruction()) {
    if (isPageOver && drawing.test(name))
      trace.notes.add('instruction-skipped', 'Several pages are drawn over each other.');
    isPageOver = name === 'PG' || (isPageOver && !drawing.test(name));
    const follow = instructions.get(name);
    if (follow !== undefined) {
      if (follow(parts) === false)
        trace.notes.add(
          'instruction-mistake',
          `An instruction ${quoted(name)} has a mistake and was passed over.`,
        );
    } else if (!withoutInk.has(name))
      trace.notes.add(
        'instruction-skipped',
        `The instruction ${quoted(name)} is unknown here and was passed over.`,
      );
    onRead(scanner.position);
  }
}

const drawing = /^(?:PD|PE|LB|CI|E[APRW]|FP|R[AR]|WG|[XY]T)$/;

interface Parts {
  readonly scanner: HpglScanner;
  readonly pen: PlotterPen;
  readonly labels: Labels;
}

/** Executes an instruction. Returns false for invalid numbers. */
type Follow = (parts: Parts) => unknown;

/** Instructions without effect on the drawing: speeds, forces, fonts, line ends, queries. */
const withoutInk = new Set(
  'PG VS FS AS AP NP PW WU PT FT LA MC FR TR CR BP QL EC MG NR SA SS CA CS SD AD TD SB VA VN OA OC OD OE OF OH OI OL OO OP OS OT OW DC DP GM KY WD GP PB ST RF CV CT AC'.split(
    ' ',
  ),
);

/** Draws moves. Reads their numbers one at a time, because a whole file may be one instruction. */
const moves =
  (before: (pen: PlotterPen) => void): Follow =>
  ({ scanner, pen }) => {
    before(pen);
    let isEven = true;
    let hasMoved = false;
    for (let x = scanner.number(); x !== undefined; x = scanner.number()) {
      const y = scanner.number();
      isEven = y !== undefined;
      if (y === undefined) break;
      pen.go(x, y);
      hasMoved = true;
    }
    // Without numbers, an instruction makes a dot if the pen is down.
    if (!hasMoved && pen.isDown) pen.dot();
    return isEven;
  };

const arcAround =
  (isRelative: boolean): Follow =>
  ({ scanner, pen }) => {
    const [x, y, degrees] = scanner.numbers(4);
    if (x === undefined || y === undefined || degrees === undefined) return false;
    pen.arc(...pen.place(x, y, isRelative), degrees);
  };

/** Draws an arc through a second point to a third. */
const arcThrough =
  (isRelative: boolean): Follow =>
  ({ scanner, pen }) => {
    const [x1, y1, x2, y2] = scanner.numbers(5);
    if (x1 === undefined || y1 === undefined || x2 === undefined || y2 === undefined) return false;
    const [midX, midY] = pen.place(x1, y1, isRelative);
    const [endX, endY] = pen.place(x2, y2, isRelative);
    const [ax, ay, bx, by] = [midX - pen.x, midY - pen.y, endX - pen.x, endY - pen.y];
    const twice = 2 * (ax * by - ay * bx);
    const [aa, bb] = [ax * ax + ay * ay, bx * bx + by * by];
    const centreX = pen.x + (by * aa - ay * bb) / twice;
    const centreY = pen.y + (ax * bb - bx * aa) / twice;
    // The three points are on a straight line.
    if (!(Number.isFinite(centreX) && Number.isFinite(centreY))) return pen.goTo(endX, endY);
    const angle = (x: number, y: number) => Math.atan2(y - centreY, x - centreX);
    const turn = angle(endX, endY) - angle(pen.x, pen.y);
    const full = 2 * Math.PI;
    const counter = ((turn % full) + full) % full;
    pen.arc(centreX, centreY, ((twice > 0 ? counter : counter - full) * 180) / Math.PI);
    pen.goTo(endX, endY);
  };

const circle: Follow = ({ scanner, pen }) => {
  const [radius] = scanner.numbers(2);
  if (radius === undefined) return false;
  pen.circle(radius);
};

const wedge: Follow = ({ scanner, pen }) => {
  const [radius, from, degrees] = scanner.numbers(4);
  if (radius === undefined || from === undefined || degrees === undefined) return false;
  pen.circle(radius, from, degrees);
};

const rectangle =
  (isRelative: boolean): Follow =>
  ({ scanner, pen }) => {
    const [x, y] = scanner.numbers(2);
    if (x === undefined || y === undefined) return false;
    pen.rectangle(...pen.place(x, y, isRelative));
  };

/** Draws the outline of a filled shape, or nothing if fills are skipped, as for SVG. */
const filled =
  (outline: Follow): Follow =>
  (parts) => {
    const { notes, settings } = parts.pen.trace;
    if (settings.fill === 'skip') {
      notes.add('fill-left-out', 'Filled shapes without a stroke are left out.');
      parts.scanner.numbers(0);
      return;
    }
    notes.add('fill-outlined', 'Filled shapes without a stroke are drawn as outlines.');
    return outline(parts);
  };

const drawPolygon: Follow = ({ pen }) => pen.drawPolygon();

const skipped =
  (text: string): Follow =>
  ({ scanner, pen }) => {
    if (scanner.numbers(1).length > 0) pen.trace.notes.add('instruction-skipped', text);
  };

const instructions: ReadonlyMap<string, Follow> = new Map<string, Follow>(
  Object.entries({
    IN({ pen, labels }) {
      pen.reset();
      labels.reset();
    },
    DF({ pen, labels }) {
      pen.setDefaults();
      labels.reset();
    },
    PU: moves((pen) => pen.lift()),
    PD: moves((pen) => pen.lower()),
    PA: moves((pen) => {
      pen.isRelative = false;
    }),
    PR: moves((pen) => {
      pen.isRelative = true;
    }),
    SP({ scanner, pen }) {
      const [number = 0] = scanner.numbers(1);
      pen.select(number);
    },
    PC({ scanner, pen }) {
      const [number, ...parts] = scanner.numbers(4);
      if (number === undefined || parts.length < 3) return;
      const hex = parts.map((part) =>
        Math.max(0, Math.min(255, Math.round(part)))
          .toString(16)
          .padStart(2, '0'),
      );
      pen.setColour(Math.trunc(number), `#${hex.join('')}`);
    },
    IP: ({ scanner, pen }) => pen.setPoints(scanner.numbers(4)),
    SC({ scanner, pen }) {
      const numbers = scanner.numbers(7);
      if (numbers.length > 0 && numbers[4] !== 2 && !pen.coordinates.hasOwnPoints)
        pen.trace.notes.add('page-size', 'The file does not say how large it is: it is scaled as on A4.');
      return pen.coordinates.setScaling(numbers);
    },
    PS({ scanner, pen }) {
      const [length, width] = scanner.numbers(2);
      // A single number is a paper size of an old plotter.
      if (length !== undefined && width !== undefined && length > 0 && width > 0)
        pen.trace.includeInPage(length / unitsPerMm, width / unitsPerMm);
    },
    RO: ({ scanner, pen }) => pen.rotate(scanner.numbers(1)[0] ?? 0),
    AA: arcAround(false),
    AR: arcAround(true),
    AT: arcThrough(false),
    RT: arcThrough(true),
    CI: circle,
    EW: wedge,
    WG: filled(wedge),
    EA: rectangle(false),
    ER: rectangle(true),
    RA: filled(rectangle(false)),
    RR: filled(rectangle(true)),
    PM({ scanner, pen }) {
      const [mode = 0] = scanner.numbers(1);
      if (mode === 0) pen.beginPolygon();
      else if (mode === 1) pen.endPart();
      else pen.endPolygon();
    },
    EP: drawPolygon,
    FP: filled(drawPolygon),
    PE: ({ scanner, pen }) =>
      readPolyline(scanner.upTo(';'), {
        pen: (number) => pen.select(number),
        step(x, y, isUp, isAbsolute) {
          if (isUp) pen.lift();
          else pen.lower();
          pen.go(x, y, !isAbsolute);
        },
      }),
    LB: ({ scanner, labels }) => labels.write(scanner.upTo(labels.terminator)),
    DT: ({ scanner, labels }) => labels.setTerminator(scanner.isAtEnd ? undefined : scanner.character()),
    SI: ({ scanner, labels }) => labels.setSize(scanner.numbers(2)),
    SR: ({ scanner, labels }) => labels.setRelativeSize(scanner.numbers(2)),
    DI: ({ scanner, labels }) => labels.setDirection(scanner.numbers(2)),
    DR: ({ scanner, labels }) => labels.setDirection(scanner.numbers(2), true),
    SL: ({ scanner, labels }) => labels.setSlant(scanner.numbers(1)),
    LO({ scanner, labels }) {
      const [origin = 1] = scanner.numbers(1);
      const isKnown = Number.isInteger(origin) && origin > 0 && origin < 20 && origin !== 10;
      if (isKnown) labels.origin = origin;
      return isKnown;
    },
    CP: ({ scanner, labels }) => labels.movePen(scanner.numbers(2)),
    CO: ({ scanner }) => void scanner.quotedText(),
    BL({ scanner, labels, pen }) {
      scanner.upTo(labels.terminator);
      pen.trace.notes.add('instruction-skipped', 'Labels that are stored for later use (BL) are not drawn.');
    },
    SM({ scanner, pen }) {
      if (scanner.isAtEnd) return;
      scanner.character();
      pen.trace.notes.add('instruction-skipped', 'Symbols at the points of a line are not drawn.');
    },
    TL({ scanner, pen }) {
      const [forward, back = 0] = scanner.numbers(2);
      if (forward === undefined) pen.setTick();
      else pen.setTick(forward, back);
    },
    XT: ({ pen }) => pen.drawTick(true),
    YT: ({ pen }) => pen.drawTick(false),
    LT: ({ scanner, pen }) => pen.setLineType(scanner.numbers(3)),
    UL: skipped('Line types that the file defines itself are drawn in their usual pattern.'),
    IW: ({ scanner, pen }) => pen.setWindow(scanner.numbers(4)),
    UC: skipped('Characters that the file itself defines (UC) are left out.'),
  } satisfies Record<string, Follow>),
);
