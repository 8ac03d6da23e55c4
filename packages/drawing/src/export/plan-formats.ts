import { commandsOf } from '../plan/commands.ts';
import { gCodeProfiles } from './gcode-profiles.ts';
import type { PlanWriter } from './plan-writer.ts';
import { writeGCode } from './write-gcode.ts';
import { writeHpgl } from './write-hpgl.ts';
import { writeSvg } from './write-svg.ts';

export const planFormatNames = [
  'svg',
  'hpgl',
  'gcode-grbl',
  'gcode-marlin',
  'gcode-fluidnc',
  'commands',
] as const;
export type PlanFormatName = (typeof planFormatNames)[number];

export interface PlanFormat {
  readonly write: PlanWriter;
  /** The usual ending of such a file first. */
  readonly endings: readonly string[];
  readonly mediaType: string;
}

const gCode = { endings: ['gcode', 'nc', 'ngc', 'gc', 'g'], mediaType: 'text/x-gcode' };

/** Our own commands, one a line, as `stationery plot run` takes them. */
const writeCommands: PlanWriter = function* (plan, { machine }) {
  for (const line of commandsOf(plan, machine)) yield `${line}\n`;
};

/** The formats that a plan can be written in. */
export const planFormats: Readonly<Record<PlanFormatName, PlanFormat>> = {
  svg: { write: writeSvg, endings: ['svg'], mediaType: 'image/svg+xml' },
  hpgl: { write: writeHpgl, endings: ['hpgl', 'plt', 'hgl'], mediaType: 'application/vnd.hp-hpgl' },
  'gcode-grbl': { write: writeGCode(gCodeProfiles.grbl), ...gCode },
  'gcode-marlin': { write: writeGCode(gCodeProfiles.marlin), ...gCode },
  'gcode-fluidnc': { write: writeGCode(gCodeProfiles.fluidnc), ...gCode },
  commands: { write: writeCommands, endings: ['txt'], mediaType: 'text/plain' },
};

/** The format of a file by how its name ends; G-code is for GRBL. */
export function formatByName(path: string): PlanFormatName | undefined {
  const ending = /\.([a-z]{1,8})$/i.exec(path)?.[1]?.toLowerCase() ?? '';
  return planFormatNames.find((name) => planFormats[name].endings.includes(ending));
}
