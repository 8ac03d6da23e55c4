import type { Drawing } from '../../drawing.ts';
import { decodeCommands } from '../../reading/decode-commands.ts';
import { Notes } from '../../reading/notes.ts';
import type { ReadOptions } from '../../reading/options.ts';
import { numberedPen } from '../../reading/pen-colours.ts';
import type { PenTrace } from '../../reading/pen-trace.ts';
import { readCommands } from '../../reading/read-commands.ts';
import { PenControl } from './pen-control.ts';
import { Program } from './program.ts';

/** Reads G-code for plotters, lasers and engravers: pen-down moves become strokes, tools become layers. */
export function readGCode(file: string | Uint8Array, options: ReadOptions = {}): Drawing {
  return readCommands(decodeCommands(file), options, followGCode);
}

const ignored = () => {};

/** Runs the program twice: first to detect how the pen is lifted, then to draw. */
function followGCode(text: string, trace: PenTrace, onRead: (at: number) => void): void {
  const byMoves = new PenControl();
  const byChanges = new PenControl();
  new Program(text, new Notes(), {
    motion(motion) {
      if (!motion.isInPlace) byMoves.see(motion);
      byChanges.see(motion);
    },
    tool: ignored,
    comment: ignored,
    read: (at) => onRead(at / 2),
  }).run();
  // A file of dots changes the pen only in place, so look at the changes without moves.
  const control = byMoves.by === 'rapid' ? byChanges : byMoves;
  const isDown = control.isDown();
  let isDot = false;
  if (control.by === 'rapid' && control.hasRapid)
    trace.notes.add(
      'pen-guessed',
      'The file does not lift a pen: rapid moves (G0) are taken for pen-up travel.',
    );
  new Program(text, trace.notes, {
    motion(motion) {
      const { x, y, arc, isInPlace } = motion;
      const isDrawn = isDown(motion);
      if (isDot && !isDrawn) trace.dot();
      isDot = isDrawn && isInPlace;
      if (isDot) return;
      if (!isDrawn) trace.moveTo(x, y);
      else if (arc === undefined) trace.lineTo(x, y);
      else trace.arc(arc.x, arc.y, arc.radius, 0, 0, arc.radius, arc.from, arc.sweep, x, y);
    },
    tool: (number) => trace.takePen(numberedPen(Math.max(0, Math.trunc(number)))),
    comment(words) {
      const pen = penIn(words);
      if (pen !== undefined) trace.takePen(pen);
    },
    read: (at) => onRead((text.length + at) / 2),
  }).run();
}

/** The comment that Stationery writes at a pen change: “pen 2 of 3: Frame (#ff0000)”. */
const penPattern = /^pen \d{1,4} of \d{1,4}: (.{0,200}?)(?: ?\(?(#[0-9a-f]{6})\)?)?$/i;

function penIn(comment: string): { name: string; colour: string } | undefined {
  if (comment.length > 300) return undefined;
  const [whole, name = '', colour = '#000000'] = penPattern.exec(comment.trim()) ?? [];
  return whole === undefined ? undefined : { name: name || colour, colour };
}
