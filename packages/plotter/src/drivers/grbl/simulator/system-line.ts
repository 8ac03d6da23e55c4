import type { Point } from '../../language/geometry.ts';
import { each } from '../../simulator/motion/axes.ts';
import type { Board } from './board.ts';
import { carryOutBlock, settingsMs, writeEeprom } from './carry-out-block.ts';
import { readNumber } from './gcode-words.ts';
import type { Wait } from './line-runner.ts';
import { freshCoordinates } from './parser-state.ts';
import { Refusal } from './refusal.ts';
import { coordinateLines, modesLine } from './reports.ts';

const help = '[HLP:$$ $# $G $I $N $x=val $Nx=line $J=line $SLP $C $X $H ~ ! ? ctrl-x]';

export function* carryOutSystemLine(board: Board, text: string): Generator<Wait, void> {
  const say = (line: string) => board.say(line);
  const { state } = board;
  if (text === '$') say(help);
  else if (text === '$$') {
    if (state === 'run' || state === 'hold') throw new Refusal('notIdle');
    for (const line of board.settings.lines()) say(line);
  } else if (text === '$G') say(modesLine(board.parser, board.settings));
  else if (text === '$C') toggleCheck(board);
  else if (text === '$X') unlock(board);
  else if (/^\$[$GCXJ]/.test(text)) throw new Refusal('unknownStatement');
  else if (state !== 'idle' && state !== 'alarm') throw new Refusal('notIdle');
  else if (text === '$#') {
    for (const line of coordinateLines(board.parser, board.stored, board.settings)) say(line);
  } else if (text === '$H') yield* home(board);
  else if (text === '$SLP') {
    say('[MSG:Sleeping]');
    board.setSpindle(0);
    board.state = 'sleep';
  } else if (text === '$I') for (const line of board.buildInfo) say(line);
  else if (text === '$N') board.startupLines.forEach((line, at) => void say(`$N${at}=${line}`));
  else if (/^\$RST=[$#*]$/.test(text)) restore(board, text[5]!);
  else if (/^\$[#HSIR]/.test(text)) throw new Refusal('unknownStatement');
  else yield* assign(board, text);
}

function toggleCheck(board: Board): void {
  if (board.state === 'check') {
    board.say('[MSG:Disabled]');
    board.resetAfterLine();
  } else {
    if (board.state !== 'idle') throw new Refusal('notIdle');
    board.state = 'check';
    board.say('[MSG:Enabled]');
  }
}

function unlock(board: Board): void {
  if (board.state !== 'alarm') return;
  if (board.doorIsOpen) throw new Refusal('checkDoor');
  board.say('[MSG:Caution: Unlocked]');
  board.state = 'idle';
}

function restore(board: Board, what: string): void {
  if (what !== '#') board.settings.restore();
  if (what !== '$') board.stored = freshCoordinates();
  if (what === '*') board.startupLines = ['', ''];
  board.say('[MSG:Restoring defaults]');
  board.resetAfterLine();
}

/** Assigns a startup line or a setting: `$N0=G21`, `$110=500`. */
function* assign(board: Board, text: string): Generator<Wait, void> {
  const startup = text[1] === 'N';
  if (startup && board.state !== 'idle') throw new Refusal('notIdle');
  const number = readNumber(text, startup ? 2 : 1);
  if (number === undefined) throw new Refusal('badNumber');
  if (text[number.end] !== '=') throw new Refusal('unknownStatement');
  if (startup) {
    const line = text.slice(number.end + 1);
    yield* carryOutBlock(board, line);
    board.startupLines[number.value === 0 ? 0 : 1] = line;
    return;
  }
  const value = readNumber(text, number.end + 1);
  if (value === undefined) throw new Refusal('badNumber');
  if (value.end !== text.length || number.value > 255) throw new Refusal('unknownStatement');
  board.settings.set(number.value, value.value);
  yield* writeEeprom(board, settingsMs);
  board.applySettings();
  if (number.value === 13) board.reports.refreshOffset();
}

/** Moves to the switches, then back by the pull-off distance. Only a reset interrupts homing. */
function* home(board: Board): Generator<Wait, void> {
  const { settings, carriage } = board;
  if (!settings.isOn(22)) throw new Refusal('homingDisabled');
  if (board.doorIsOpen) throw new Refusal('checkDoor');
  board.state = 'home';
  const mask = settings.get(23);
  const towards = each((axis) => ((mask >> axis) & 1 ? -1 : 1));
  const corner = carriage.corner([towards[0], towards[1]]);
  const { stepsPerMm, travelMm } = settings;
  const start = board.place;
  const pullOffMm = settings.get(27);
  const distanceMm = Math.hypot(corner.x - start.x, corner.y - start.y) / stepsPerMm[0];
  yield { ms: (60_000 * distanceMm) / Math.max(1, settings.get(25)) };
  carriage.trace.lineTo(corner);
  yield { ms: (2 * 60_000 * pullOffMm) / Math.max(1, settings.get(24)) };
  const pulledOff: Point = {
    x: corner.x - Math.round(towards[0] * pullOffMm * stepsPerMm[0]),
    y: corner.y - Math.round(towards[1] * pullOffMm * stepsPerMm[0]),
  };
  carriage.trace.lineTo(pulledOff);
  const steps = each((axis) =>
    Math.round((towards[axis] < 0 ? pullOffMm - travelMm[axis] : -pullOffMm) * stepsPerMm[axis]),
  );
  board.setPlace(pulledOff, steps);
  board.state = 'idle';
  board.startUp();
}
