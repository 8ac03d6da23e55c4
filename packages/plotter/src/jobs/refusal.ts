import { parseMove } from '../drivers/lines/grammar.ts';
import { parseTerminal } from '../drivers/lines/terminal-line.ts';
import { inMillimetres } from '../machine/in-millimetres.ts';
import type { Profile } from '../machine/profile.ts';

/** Why a job failed, when it is the device that says no. A place that it cannot reach is told in millimetres too. */
export function refusalOf(command: string, terminalLine: string, profile: Profile): string {
  const words = `The plotter refused “${command}”: ${terminalLine}`;
  const terminal = parseTerminal(terminalLine);
  const isLimit = terminal?.kind === 'error' && terminal.code === 'LIMIT';
  const place = isLimit && profile.coordinates === 'absolute' ? parseMove(command) : undefined;
  return place === undefined ? words : `${words}. ${inMillimetres(profile, place)}`;
}
