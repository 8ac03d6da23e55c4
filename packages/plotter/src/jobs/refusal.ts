import type { JobReason, Refusal, RefusalCode } from '@stationery/contract';
import { parseMove } from '../drivers/lines/grammar.ts';
import { parseTerminal } from '../drivers/lines/terminal-line.ts';
import { isWithin } from '../machine/area.ts';
import type { Profile } from '../machine/profile.ts';

type RefusedReason = Extract<JobReason, { code: 'command-refused' }>;

/** The codes of docs/firmware-protocol.md. */
const codes: Readonly<Record<string, RefusalCode>> = {
  UNKNOWN: 'unknown-command',
  ARGS: 'wrong-arguments',
  RANGE: 'out-of-range',
  LIMIT: 'outside-limits',
  LINE: 'garbled-line',
  BUSY: 'busy',
  STOPPED: 'stopped',
};

/** What the device means by refusing a command. A place that it cannot reach is given in millimetres. */
export function refusalOf(
  command: string,
  terminalLine: string,
  profile: Pick<Profile, 'coordinates' | 'stepsPerMm' | 'limits'>,
): Refusal {
  const terminal = parseTerminal(terminalLine);
  const said = terminal?.kind === 'error' ? terminal.code.toUpperCase() : '';
  const code = Object.hasOwn(codes, said) ? codes[said]! : 'other';
  const place =
    code === 'outside-limits' && profile.coordinates === 'absolute' ? parseMove(command) : undefined;
  if (place === undefined) return { code };
  const { limits } = profile;
  const mm = (steps: number) => Math.round((steps / profile.stepsPerMm) * 10) / 10;
  return {
    code,
    xMm: mm(place.x),
    yMm: mm(place.y),
    ...(limits !== null &&
      !isWithin(place, limits) && {
        limitsMm: {
          minX: mm(limits.minX),
          maxX: mm(limits.maxX),
          minY: mm(limits.minY),
          maxY: mm(limits.maxY),
        },
      }),
  };
}

/** Why a job failed, when it is the device that says no. */
export function refusedReason(command: string, terminalLine: string, profile: Profile): RefusedReason {
  return {
    code: 'command-refused',
    command,
    reply: terminalLine,
    refusal: refusalOf(command, terminalLine, profile),
  };
}
