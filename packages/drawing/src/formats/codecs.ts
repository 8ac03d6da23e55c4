import type { DrawingFormatName } from '@stationery/contract/drawing-formats';
import type { PlanFormatName } from '@stationery/contract/plan-formats';
import type { Drawing } from '../drawing.ts';
import { DrawingError } from '../drawing-error.ts';
import type { Plan } from '../plan/plan.ts';
import type { ReadOptions } from '../reading/options.ts';
import type { PlanWriter, Reader, WriteOptions } from './codec.ts';
import { readDxf } from './dxf/read-dxf.ts';
import { recogniseFile } from './formats.ts';
import { readGCode } from './gcode/read-gcode.ts';
import { gCodeWriters } from './gcode/write-gcode.ts';
import { readHpgl } from './hpgl/read-hpgl.ts';
import { writeHpgl } from './hpgl/write-hpgl.ts';
import { writeCommands } from './script.ts';
import { readSvg } from './svg/read-svg.ts';
import { writeSvg } from './svg/write-svg.ts';

/**
 * The readers of all formats. Separate from `formats`, so that pages can recognise files without loading the
 * readers.
 */
export const readers: Readonly<Record<DrawingFormatName, Reader>> = {
  svg: readSvg,
  dxf: readDxf,
  hpgl: readHpgl,
  'g-code': readGCode,
};

const writers: Readonly<Record<PlanFormatName, PlanWriter>> = {
  svg: writeSvg,
  hpgl: writeHpgl,
  ...gCodeWriters,
  commands: writeCommands,
};

export function readDrawing(file: string | Uint8Array, options: ReadOptions = {}): Drawing {
  const { id, advice } = recogniseFile(file);
  const read: Reader | undefined = readers[id as DrawingFormatName];
  if (read === undefined) throw new DrawingError('drawing.not-readable', advice ?? '');
  return read(file, options);
}

export function writePlan(name: PlanFormatName, plan: Plan, options: WriteOptions): Iterable<string> {
  return writers[name](plan, options);
}
