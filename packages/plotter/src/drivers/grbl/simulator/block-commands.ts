import type { Word } from './gcode-words.ts';
import type { Modes } from './parser-state.ts';
import { Refusal } from './refusal.ts';

type NonModal = 4 | 10 | 28 | 28.1 | 30 | 30.1 | 53 | 92 | 92.1;

export interface Command {
  modes: Modes;
  nonModal?: NonModal;
  axisCommand?: 'motion' | 'non-modal' | 'tool';
  flow?: 'pause' | 'end';
}

/** Words of one group exclude each other in a line. */
const groups: Readonly<Record<string, readonly string[]>> = {
  nonModal: ['G4', 'G10', 'G28', 'G28.1', 'G30', 'G30.1', 'G53', 'G92', 'G92.1'],
  motion: ['G0', 'G1', 'G2', 'G3', 'G80'],
  plane: ['G17', 'G18', 'G19'],
  distance: ['G90', 'G91'],
  arcDistance: ['G91.1'],
  feedMode: ['G93', 'G94'],
  units: ['G20', 'G21'],
  cutter: ['G40'],
  toolLength: ['G49'],
  coordinates: ['G54', 'G55', 'G56', 'G57', 'G58', 'G59'],
  path: ['G61'],
  flow: ['M0', 'M1', 'M2', 'M30'],
  spindle: ['M3', 'M4', 'M5'],
  coolant: ['M8', 'M9'],
};
const groupOf = new Map(
  Object.entries(groups).flatMap(([group, words]) => words.map((word) => [word, group])),
);
/**
 * Grbl refuses unknown fractions of these words as unsupported (G28.5), and fractions of other words as not an integer.
 */
const withVariants = new Set([28, 30, 38, 43, 61, 90, 91, 92]);

const unsigned = new Set(['F', 'N', 'P', 'S', 'T']);
const valueLetters = new Set('FIJKLNPRSTXYZ');
const inJogs = new Set(['nonModal', 'distance', 'units']);

export function readCommands(
  words: readonly Word[],
  modes: Modes,
  jog: boolean,
): { command: Command; values: Map<string, number> } {
  const command: Command = { modes: jog ? { ...modes, motion: 1, feedMode: 94 } : modes };
  const seen = new Set<string>();
  const values = new Map<string, number>();
  for (const { letter, value } of words) {
    if (letter === 'G' || letter === 'M') {
      const group = take(command, letter, value);
      if (seen.has(group)) throw new Refusal('sameModalGroup');
      seen.add(group);
    } else {
      if (!valueLetters.has(letter)) throw new Refusal('unsupportedCommand');
      if (values.has(letter)) throw new Refusal('repeatedWord');
      if (letter === 'T' && value > 255) throw new Refusal('toolTooLarge');
      if (value < 0 && unsigned.has(letter)) throw new Refusal('negativeValue');
      values.set(letter, value);
    }
  }
  if (jog && ([...seen].some((group) => !inJogs.has(group)) || (command.nonModal ?? 53) !== 53)) {
    throw new Refusal('badJog');
  }
  return { command, values };
}

function take(command: Command, letter: 'G' | 'M', value: number): string {
  const number = Math.round(value * 100) / 100;
  const group = groupOf.get(letter + String(number));
  if (group === undefined) {
    const whole = Math.trunc(number);
    const known = groupOf.has(letter + String(whole)) && !(letter === 'G' && withVariants.has(whole));
    throw new Refusal(known || (letter === 'M' && whole !== number) ? 'notAnInteger' : 'unsupportedCommand');
  }
  const mode = <Name extends keyof Modes>(name: Name, to: number) => {
    command.modes = { ...command.modes, [name]: to as Modes[Name] };
  };
  if (group === 'nonModal') {
    command.nonModal = number as NonModal;
    if ([10, 28, 30, 92].includes(number)) claimAxes(command, 'non-modal');
  } else if (group === 'motion') {
    if (number !== 80) claimAxes(command, 'motion');
    mode('motion', number);
  } else if (group === 'toolLength') claimAxes(command, 'tool');
  else if (group === 'coordinates') mode('coordinates', number - 54);
  else if (group === 'flow') {
    if (number === 0) command.flow = 'pause';
    else if (number !== 1) command.flow = 'end';
  } else if (['plane', 'distance', 'feedMode', 'units', 'spindle', 'coolant'].includes(group))
    mode(group as keyof Modes, number);
  return group;
}

function claimAxes(command: Command, by: NonNullable<Command['axisCommand']>): void {
  if (command.axisCommand !== undefined) throw new Refusal('axisConflict');
  command.axisCommand = by;
}
