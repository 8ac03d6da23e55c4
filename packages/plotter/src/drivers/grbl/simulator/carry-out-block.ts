import { type Axes, difference, each, lengthOf } from '../../simulator/motion/axes.ts';
import { plannerBlocks } from '../../simulator/motion/stepper.ts';
import { arcPoints } from './arc.ts';
import type { Board } from './board.ts';
import type { Wait } from './line-runner.ts';
import { type Block, type Move, parseBlock } from './parse-block.ts';
import type { Modes } from './parser-state.ts';
import { Refusal } from './refusal.ts';

/** Duration of EEPROM writes, at 3.3 ms per byte: of coordinates, and of settings, which are always all written. */
const coordinatesMs = 43;
export const settingsMs = 300;

export function* writeEeprom(board: Board, ms: number): Generator<Wait, void> {
  board.isWriting = true;
  yield { ms };
  board.isWriting = false;
}

export function* carryOutBlock(board: Board, text: string): Generator<Wait, void> {
  const block = parseBlock(text, { state: board.parser, stored: board.stored, jog: false });
  const before = board.parser.modes;
  const { modes } = block;
  const check = board.state === 'check';
  yield* changeSpindle(board, block, check);
  // Switches take effect at the end of planned motion, so wait until the planner is empty.
  if (modes.coolant !== before.coolant && !check) yield 'empty';
  if (block.dwellSeconds !== undefined && !check) {
    yield 'empty';
    yield { ms: block.dwellSeconds * 1000 };
  }
  if (modes.coordinates !== before.coordinates || block.store !== undefined || block.shift !== undefined) {
    if (!check) yield 'empty';
    board.reports.refreshOffset();
    if (block.store !== undefined && !check) {
      yield* writeEeprom(board, coordinatesMs);
      board.stored[block.store.index] = block.store.axes;
    }
    if (block.shift !== undefined) board.parser = { ...board.parser, shift: block.shift };
  }
  setModes(board, modes);
  if (block.goHome?.via !== undefined) yield* driveTo(board, block.goHome.via, rapid(board));
  if (block.goHome !== undefined) yield* driveTo(board, block.goHome.to, rapid(board));
  if (block.move !== undefined) yield* drive(board, block.move);
  if (block.flow !== undefined) yield* changeFlow(board, block.flow);
}

/** Carries out a jog, which does not change the modes. */
export function* carryOutJog(board: Board, text: string): Generator<Wait, void> {
  const { move } = parseBlock(text, { state: board.parser, stored: board.stored, jog: true });
  if (move === undefined) throw new Refusal('noAxisWords');
  if (board.settings.isOn(20) && !withinTravel(board, move.to)) throw new Refusal('jogOutOfTravel');
  while (board.stepper.count >= plannerBlocks) yield 'room';
  board.stepper.add(inSteps(board, move.to), (limit) => Math.min(limit, move.feed / 60), board.settings);
  board.parser = { ...board.parser, position: move.to };
  if (board.state === 'idle' && board.stepper.count > 0) board.state = 'jog';
}

function* changeSpindle(board: Board, block: Block, check: boolean): Generator<Wait, void> {
  const { spindle } = board.parser.modes;
  if (block.spindleSpeed !== board.parser.spindleSpeed && spindle !== 5 && !check) {
    yield 'empty';
    board.setSpindle(block.spindleSpeed);
  }
  const { feed, spindleSpeed, tool } = block;
  board.parser = { ...board.parser, feed, spindleSpeed, tool };
  if (block.modes.spindle === spindle || check) return;
  yield 'empty';
  board.setSpindle(block.modes.spindle === 5 ? 0 : spindleSpeed);
}

function* drive(board: Board, move: Move): Generator<Wait, void> {
  const from = board.parser.position;
  const { plane } = board.parser.modes;
  const toleranceMm = board.settings.get(12);
  const corners =
    move.arc === undefined
      ? [move.to]
      : [...arcPoints({ ...move.arc, from, to: move.to, plane, toleranceMm })];
  for (const corner of corners) {
    // In G93, F is how many times per minute the whole line could be completed.
    const share = move.inverseTime ? lengthOf(difference(corner, board.parser.position)) * corners.length : 1;
    const feedMmS = (move.feed / 60) * share;
    yield* driveTo(
      board,
      corner,
      move.rapid ? rapid(board) : (limit) => Math.min(limit, (feedMmS * board.overrides.feed) / 100),
    );
  }
}

function* driveTo(board: Board, to: Axes, speed: (limitMmS: number) => number): Generator<Wait, void> {
  if (board.settings.isOn(20) && !withinTravel(board, to)) {
    // All planned moves end inside the limits, so the machine brakes along them.
    if (board.state === 'run') {
      board.hold('limit');
      yield 'resumed';
    }
    board.raiseLimit(2);
    yield 'empty';
  }
  board.parser = { ...board.parser, position: to };
  if (board.state === 'check') return;
  while (board.stepper.count >= plannerBlocks) yield 'room';
  board.stepper.add(inSteps(board, to), speed, board.settings);
}

function* changeFlow(board: Board, flow: 'pause' | 'end'): Generator<Wait, void> {
  const check = board.state === 'check';
  if (!check) yield 'empty';
  if (flow === 'pause') {
    if (check) return;
    board.hold('hold');
    yield 'resumed';
    return;
  }
  const modes = board.parser.modes;
  setModes(board, {
    ...modes,
    motion: 1,
    plane: 17,
    distance: 90,
    feedMode: 94,
    coordinates: 0,
    spindle: 5,
    coolant: 9,
  });
  board.overrides.reset();
  board.reports.refreshOffset();
  if (!check) board.setSpindle(0);
  board.say('[MSG:Pgm End]');
}

function rapid(board: Board): (limitMmS: number) => number {
  return (limit) => (limit * board.overrides.rapid) / 100;
}

function setModes(board: Board, modes: Modes): void {
  board.parser = { ...board.parser, modes };
}

/** Machine coordinates are negative, as after homing. */
function withinTravel(board: Board, to: Axes): boolean {
  const { travelMm } = board.settings;
  return to.every((value, axis) => value <= 0 && value >= -travelMm[axis]!);
}

function inSteps(board: Board, axes: Axes): Axes {
  const { stepsPerMm } = board.settings;
  return each((axis) => Math.round(axes[axis] * stepsPerMm[axis]));
}
