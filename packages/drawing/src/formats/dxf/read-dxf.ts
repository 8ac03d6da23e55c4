import type { Drawing } from '../../drawing.ts';
import type { Matrix } from '../../geometry/matrix.ts';
import { Budget } from '../../reading/budget.ts';
import { Notes } from '../../reading/notes.ts';
import { type ReadOptions, settingsFrom, toleranceFor } from '../../reading/options.ts';
import { Progress } from '../../reading/progress.ts';
import { type Canvas, DrawingCanvas, MeasuringCanvas } from './canvas.ts';
import { decodeDxf } from './decode-dxf.ts';
import { DxfDocument } from './document.ts';
import { Painter } from './painter.ts';

/** Larger drawings, such as maps at full size, are scaled down to this size. */
const maxPageMm = 90_000;

/** Reads the model space of a DXF. Layers stay layers; blocks and texts become strokes. */
export function readDxf(file: string | Uint8Array, options: ReadOptions = {}): Drawing {
  const settings = settingsFrom(options);
  const decoded = decodeDxf(file);
  const text = decoded.includes('\n') ? decoded : decoded.replaceAll('\r', '\n');
  const progress = new Progress(text.length, options.onProgress);
  const notes = new Notes();
  const document = new DxfDocument(text, (at) => progress.characters(at / 3));
  if (document.mistakes > 0)
    notes.add('instruction-mistake', 'Lines of the file that are not DXF groups were skipped.');
  if (document.unitMm === undefined)
    notes.add('page-size', 'The file has no unit: its numbers are read as millimetres.');
  const { unitMm = 1 } = document;

  const paint = (canvas: Canvas, matrix: Matrix, budget: Budget, into: Notes, pass: number) => {
    const onRead = (at: number) => progress.characters((pass * text.length + at) / 3);
    new Painter({ document, canvas, notes: into, budget, matrix, onRead }).run();
  };
  const measured = new MeasuringCanvas();
  paint(measured, [unitMm, 0, 0, -unitMm, 0, 0], new Budget(settings, text.length), new Notes(), 1);
  const { minX, minY, maxX, maxY } = measured;
  const longMm = Math.max(0, maxX - minX, maxY - minY);
  const scale = Math.min(1, maxPageMm / longMm);
  if (scale < 1)
    notes.add('page-size', `The drawing is larger than ${maxPageMm / 1000} m and was reduced to that.`);
  const toleranceMm = toleranceFor(options, longMm * scale);
  const budget = new Budget(settings, text.length);
  const canvas = new DrawingCanvas({ ...settings, toleranceMm }, notes, budget);
  const mm = unitMm * scale;
  paint(canvas, [mm, 0, 0, -mm, -startOf(minX) * scale, -startOf(minY) * scale], budget, notes, 2);
  const drawing = canvas.drawing();
  progress.end();
  options.onSpent?.(budget.spent);
  return drawing;
}

/** Returns a finite start of the page: 0 if there are no points. */
const startOf = (min: number) => (Number.isFinite(min) ? min : 0);
