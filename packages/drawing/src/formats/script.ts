import { commandsOf } from '../plan/commands.ts';
import type { PlanWriter } from './codec.ts';
import { type FileStart, majorityMatches } from './file-start.ts';

/** Commands of the Stationery firmware (docs/firmware-protocol.md). */
const plotterCommand =
  /^(?:PENUP|PENDOWN|MOVE|HOME|ZERO|SPEED|ACCEL|WAIT|SERVO|PENHEIGHT|STATUS|VERSION|SYNC|STOP|RESET)(?:\s|$)/i;

export function looksLikeScript({ lines }: FileStart): boolean {
  return majorityMatches(
    lines.filter((line) => !/^[#;]/.test(line)),
    plotterCommand,
  );
}

/** Writes commands in the form that `stationery plot run` reads. */
export const writeCommands: PlanWriter = function* (plan, { machine }) {
  for (const line of commandsOf(plan, machine)) yield `${line}\n`;
};
