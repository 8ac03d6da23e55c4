import { type Axes, axisLetters, each, sum } from '../../simulator/motion/axes.ts';
import { arcCentre } from './arc.ts';
import { type Command, readCommands } from './block-commands.ts';
import { readWords } from './gcode-words.ts';
import type { Modes, ParserState, StoredCoordinates } from './parser-state.ts';
import { storedHome } from './parser-state.ts';
import { Refusal } from './refusal.ts';

const mmPerInch = 25.4;
const largestLineNumber = 10_000_000;

/** A line of G-code. It is validated as a whole: either all of it is carried out or nothing. */
export interface Block {
  readonly modes: Modes;
  readonly feed: number;
  readonly spindleSpeed: number;
  readonly tool: number;
  readonly dwellSeconds: number | undefined;
  /** Coordinates to store: a coordinate system, or the position of G28 or G30. */
  readonly store: { index: number; axes: Axes } | undefined;
  readonly shift: Axes | undefined;
  readonly goHome: { via: Axes | undefined; to: Axes } | undefined;
  readonly move: Move | undefined;
  readonly flow: 'pause' | 'end' | undefined;
}

export interface Move {
  readonly to: Axes;
  readonly rapid: boolean;
  /** In mm/min; for G93, converted for the whole line. */
  readonly feed: number;
  readonly inverseTime: boolean;
  readonly arc?: { centre: Axes; clockwise: boolean };
}

interface BlockContext {
  readonly state: ParserState;
  readonly stored: StoredCoordinates;
  readonly jog: boolean;
}

export function parseBlock(line: string, { state, stored, jog }: BlockContext): Block {
  const { command, values } = readCommands(readWords(line), state.modes, jog);
  const { modes, nonModal } = command;
  const used = new Set<string>(['N', 'F', ...(jog ? [] : ['S', 'T'])]);
  const scale = modes.units === 20 ? mmPerInch : 1;
  const axisWords = axisLetters.filter((letter) => values.has(letter));
  let axisCommand = command.axisCommand ?? (axisWords.length > 0 ? 'motion' : undefined);

  if ((values.get('N') ?? 0) > largestLineNumber) throw new Refusal('badLineNumber');
  const feed = feedOf(values, state, command, axisCommand, scale, jog);
  const spindleSpeed = values.get('S') ?? state.spindleSpeed;
  const tool = values.get('T') ?? state.tool;

  let dwellSeconds: number | undefined;
  if (nonModal === 4) {
    dwellSeconds = needed(values, 'P');
    used.add('P');
  }

  const coordinates = stored[modes.coordinates]!;
  const given = (axis: 0 | 1 | 2) => values.get(axisLetters[axis]);
  const target = each((axis) => {
    const value = given(axis);
    const now = state.position[axis];
    if (value === undefined) return now;
    if (nonModal === 53) return value * scale;
    return modes.distance === 91
      ? now + value * scale
      : value * scale + coordinates[axis] + state.shift[axis];
  });

  let store: Block['store'];
  let shift: Axes | undefined;
  let goHome: Block['goHome'];
  if (nonModal === 10) {
    store = coordinatesToStore(values, { state, stored, modes, given, scale });
    used.add('L').add('P');
  } else if (nonModal === 92) {
    if (axisWords.length === 0) throw new Refusal('noAxisWords');
    shift = each((axis) => {
      const value = given(axis);
      return value === undefined
        ? state.shift[axis]
        : state.position[axis] - coordinates[axis] - value * scale;
    });
  } else if (nonModal === 92.1) shift = [0, 0, 0];
  else if (nonModal === 28 || nonModal === 30) {
    const home = stored[storedHome[nonModal]]!;
    const via = axisWords.length > 0 ? target : undefined;
    goHome = {
      via,
      to:
        via === undefined
          ? home
          : each((axis) => (given(axis) === undefined ? state.position[axis] : home[axis])),
    };
  } else if (nonModal === 28.1 || nonModal === 30.1)
    store = { index: storedHome[nonModal === 28.1 ? 28 : 30], axes: state.position };
  else if (nonModal === 53 && modes.motion !== 0 && modes.motion !== 1)
    throw new Refusal('machineCoordinatesNeedLine');

  let move: Move | undefined;
  if (modes.motion === 80) {
    if (axisWords.length > 0) throw new Refusal('axisWordsInNoMotion');
  } else if (axisCommand === 'motion') {
    if (modes.motion !== 0 && feed === 0) throw new Refusal('noFeedRate');
    const inverseTime = modes.feedMode === 93 && !jog;
    const common = { to: target, rapid: modes.motion === 0, feed, inverseTime };
    if (modes.motion === 2 || modes.motion === 3) {
      const centre = arcCentre({ values, from: state.position, to: target, modes, axisWords, used, scale });
      move = { ...common, arc: { centre, clockwise: modes.motion === 2 } };
    } else if (axisWords.length > 0) move = common;
    else axisCommand = undefined;
  }

  if (axisCommand !== undefined) for (const letter of axisLetters) used.add(letter);
  for (const letter of values.keys()) if (!used.has(letter)) throw new Refusal('unusedWords');

  return {
    modes,
    feed: modes.feedMode === 93 ? 0 : feed,
    spindleSpeed,
    tool,
    dwellSeconds,
    store,
    shift,
    goHome,
    move,
    flow: command.flow,
  };
}

function feedOf(
  values: ReadonlyMap<string, number>,
  state: ParserState,
  { modes }: Command,
  axisCommand: string | undefined,
  scale: number,
  jog: boolean,
): number {
  const given = values.get('F');
  const needsFeed = modes.feedMode === 93 && axisCommand === 'motion' && ![0, 80].includes(modes.motion);
  if ((jog || needsFeed) && given === undefined) throw new Refusal('noFeedRate');
  if (modes.feedMode === 93 && !jog) return given ?? 0;
  // An F word of G93 is not a speed in G94.
  return given === undefined ? (state.modes.feedMode === 94 ? state.feed : 0) : given * scale;
}

function coordinatesToStore(
  values: ReadonlyMap<string, number>,
  parts: {
    state: ParserState;
    stored: StoredCoordinates;
    modes: Modes;
    given: (axis: 0 | 1 | 2) => number | undefined;
    scale: number;
  },
): { index: number; axes: Axes } {
  const { state, stored, modes, given, scale } = parts;
  if (![0, 1, 2].some((axis) => given(axis as 0 | 1 | 2) !== undefined)) throw new Refusal('noAxisWords');
  const [system, kind] = [Math.trunc(needed(values, 'P')), Math.trunc(needed(values, 'L'))];
  if (system > 6) throw new Refusal('unsupportedCoordinates');
  if ((kind !== 2 && kind !== 20) || (kind === 2 && values.has('R'))) throw new Refusal('unsupportedCommand');
  const index = system === 0 ? modes.coordinates : system - 1;
  const axes = each((axis) => {
    const value = given(axis);
    if (value === undefined) return stored[index]![axis];
    return kind === 2 ? value * scale : state.position[axis] - state.shift[axis] - value * scale;
  });
  return { index, axes };
}

function needed(values: ReadonlyMap<string, number>, letter: string): number {
  const value = values.get(letter);
  if (value === undefined) throw new Refusal('missingWord');
  return value;
}

export function workOffset(state: ParserState, stored: StoredCoordinates): Axes {
  return sum(stored[state.modes.coordinates]!, state.shift);
}
