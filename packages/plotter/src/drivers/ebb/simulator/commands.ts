import { type FirmwareVersion, isAtLeast } from '../firmware-version.ts';
import type { Board } from './board.ts';
import type { Motion } from './motion-queue.ts';
import {
  absoluteMove,
  lowLevelMove,
  mixedMove,
  movesSince,
  stepperMove,
  timedMove,
} from './move-commands.ts';
import { byte, invalidParameter, long, type Parameters, signedLong, word } from './packet.ts';
import type { Answer } from './replies.ts';

/** An answer at once, a motion that must enter the queue first, a new queue depth, or a restart. */
export type Outcome = Answer | { motion: Motion } | { depth: number } | { restart: 'state' | 'usb' };

export interface BoardCommand extends Parameters {
  since?: FirmwareVersion;
  takesText?: true;
  run(board: Board, values: number[], text: string): Outcome;
}

const deepestQueue = 32;

const none: Parameters = { required: 0, ranges: [] };
const done: Answer = {};
const three: FirmwareVersion = [3, 0, 0];
const reversed = { end: '\n\r' } as const;
const state = [0, 3] as const;

export const boardCommands: Readonly<Record<string, BoardCommand>> = {
  V: {
    ...none,
    run: ({ deps }) => ({
      text: `EBBv13_and_above EB Firmware Version ${deps.version.join('.')}`,
      legacy: { ok: false },
    }),
  },
  R: { ...none, run: () => ({ restart: 'state' }) },
  RB: { ...none, since: [2, 5, 4], run: () => ({ restart: 'usb' }) },
  BL: { ...none, run: () => ({ restart: 'usb' }) },
  EM: {
    required: 1,
    ranges: [
      [0, 5],
      [0, 5],
    ],
    run: (board, [first = 0, second]) => ({ motion: board.enableMotors(first, second) }),
  },
  SM: {
    required: 2,
    ranges: [long, signedLong, signedLong, state],
    run: (board, values) => ({ motion: stepperMove(board, values) }),
  },
  XM: {
    required: 3,
    ranges: [long, signedLong, signedLong, state],
    since: movesSince.XM,
    run: (board, values) => ({ motion: mixedMove(board, values) }),
  },
  LM: {
    required: 6,
    ranges: [signedLong, signedLong, signedLong, signedLong, signedLong, signedLong, state],
    since: movesSince.LM,
    run: (board, values) => ({ motion: lowLevelMove(board, values) }),
  },
  LT: {
    required: 5,
    ranges: [long, signedLong, signedLong, signedLong, signedLong, state],
    since: movesSince.LT,
    run: (board, values) => ({ motion: timedMove(board, values) }),
  },
  HM: {
    required: 1,
    ranges: [[2, 25_000], signedLong, signedLong],
    since: movesSince.HM,
    run: (board, values) => ({ motion: absoluteMove(board, values) }),
  },
  ES: {
    required: 0,
    ranges: [[0, 1]],
    since: [2, 2, 7],
    run: (board, [disable]) => emergencyStop(board, disable === 1),
  },
  CS: {
    ...none,
    since: [2, 4, 3],
    run: ({ motors }) => {
      motors.clearPosition();
      return done;
    },
  },
  SP: { required: 1, ranges: [[0, 3], word, [0, 7]], run: setPen },
  TP: {
    required: 0,
    ranges: [word],
    run: (board, [delayMs = 0]) => setPen(board, [board.settings.pen === 'up' ? 0 : 1, delayMs]),
  },
  S2: {
    required: 2,
    ranges: [word, [0, 24], word, word],
    since: [2, 2, 0],
    run: (board, [pulse = 0, pin = 0, rate = 0, delayMs = 0]) =>
      pulse === 0 ? done : { motion: board.turnServo({ pulse, pin, rate, delayMs }) },
  },
  SC: { required: 2, ranges: [byte, word], run: configure },
  CU: { required: 2, ranges: [word, [-32_768, 65_535]], run: configureUser },
  SR: {
    required: 1,
    ranges: [long, [0, 1]],
    since: [2, 6, 0],
    run: ({ settings }, [offMs = 0, power]) => {
      settings.servoOffMs = offMs;
      if (power !== undefined) settings.servoPower = power === 1;
      return done;
    },
  },
  QR: {
    ...none,
    since: [2, 6, 0],
    run: ({ settings }) => ({ text: settings.servoPower ? '1' : '0', legacy: reversed }),
  },
  QP: { ...none, run: ({ settings }) => ({ text: settings.pen === 'up' ? '1' : '0', legacy: reversed }) },
  QB: { ...none, run: (board) => ({ text: takeButton(board) ? '1' : '0' }) },
  QC: { ...none, run: ({ hasPower }) => ({ text: hasPower ? '0394,0300' : '0394,0002' }) },
  QE: {
    ...none,
    since: [2, 8, 0],
    run: ({ motors }) => ({ text: motors.microsteps.join(','), legacy: reversed }),
  },
  QG: {
    ...none,
    since: [2, 6, 2],
    run: (board) => ({
      text: generalStatus(board).toString(16).toUpperCase().padStart(2, '0'),
      legacy: { ok: false },
    }),
  },
  QM: {
    ...none,
    since: [2, 4, 4],
    run: ({ queue, motors }) => ({
      text: [queue.running !== undefined, ...motors.moving, queue.waiting.length > 0].map(Number).join(','),
      legacy: { ...reversed, ok: false, named: true },
    }),
  },
  QS: {
    ...none,
    since: [2, 4, 3],
    run: ({ motors }) => ({ text: motors.position.join(','), legacy: reversed }),
  },
  QN: { ...none, run: ({ settings }) => ({ text: String(settings.nodes) }) },
  SN: { required: 1, ranges: [long], run: ({ settings }, [nodes = 0]) => count(settings, nodes) },
  NI: { ...none, run: ({ settings }) => count(settings, settings.nodes + 1) },
  ND: { ...none, run: ({ settings }) => count(settings, settings.nodes - 1) },
  QL: {
    required: 0,
    ranges: [[0, 31]],
    run: ({ settings }, [at = 0]) => ({ text: String(settings.variables[at] ?? 0) }),
  },
  SL: {
    required: 1,
    ranges: [byte, [0, 31]],
    run: ({ settings }, [value = 0, at = 0]) => {
      settings.variables[at] = value;
      return done;
    },
  },
  QT: { ...none, since: [2, 5, 4], run: ({ nickname }) => ({ text: nickname }) },
  ST: {
    ...none,
    since: [2, 5, 5],
    takesText: true,
    run: (board, _values, text) => {
      board.nickname = text.slice(0, 16);
      return done;
    },
  },
  PD: { ...none, takesText: true, run: () => done },
  PO: { ...none, takesText: true, run: () => done },
  PI: {
    ...none,
    takesText: true,
    run: (board, _values, text) => {
      const isSwitch = text.toUpperCase() === 'B,1';
      // Nothing but the switch is connected, so other pins are low.
      return { text: isSwitch && board.isSwitchPressed ? '1' : '0', legacy: { named: true, ok: false } };
    },
  },
  QU: { required: 1, ranges: [byte], since: three, run: queryUtility },
};

function setPen(board: Board, [value = 0, delayMs = 0, portPin]: number[]): Outcome {
  const { settings, deps } = board;
  if (value > 1 && !isAtLeast(deps.version, [3, 0, 1])) throw invalidParameter();
  // B0 to B7 are the remappable pins 3 to 10.
  if (portPin !== undefined) settings.penPin = portPin + 3;
  if (value === 3) settings.penDownPulse = settings.penUpPulse;
  const turn = {
    pulse: value === 0 ? settings.penDownPulse : settings.penUpPulse,
    rate: value === 0 ? settings.penDownRate : settings.penUpRate,
    pin: settings.penPin,
    delayMs,
  };
  if (value < 2) return { motion: board.turnServo(turn) };
  board.turnNow(turn);
  return done;
}

function configure({ settings }: Board, [parameter = 0, value = 0]: number[]): Answer {
  if (parameter === 4) settings.penUpPulse = Math.max(1, value);
  else if (parameter === 5) settings.penDownPulse = Math.max(1, value);
  else if (parameter === 8) settings.servoChannels = Math.min(Math.max(1, value), 24);
  else if (parameter === 9) settings.servoSlotMs = Math.min(Math.max(1, value), 6);
  if (parameter === 10 || parameter === 11) settings.penUpRate = value;
  if (parameter === 10 || parameter === 12) settings.penDownRate = value;
  return done;
}

function configureUser(board: Board, [parameter = 0, value = 0]: number[]): Outcome {
  const { settings, deps } = board;
  if (parameter === 1) settings.saysOk = value === 1;
  if (!isAtLeast(deps.version, three)) return done;
  if (parameter === 4) return { depth: Math.min(Math.max(1, value), deepestQueue) };
  if (parameter === 10) settings.isFuture = value === 1;
  else if (parameter === 50) settings.enablesMotors = value === 1;
  else if (parameter === 51) board.setLimitMask(value);
  else if (parameter === 52) settings.limitTarget = value;
  else if (parameter === 60) settings.powerThreshold = value;
  return done;
}

function queryUtility({ queue, settings, motors }: Board, [parameter = 0]: number[]): Answer {
  const values: Record<number, string> = {
    2: String(deepestQueue),
    3: String(queue.depth),
    6: String(queue.waiting.length).padStart(2, '0'),
    60: String(settings.powerThreshold),
    200: motors.accumulators.join(','),
  };
  const text = values[parameter];
  if (text === undefined) throw invalidParameter();
  return { text, legacy: { named: true } };
}

function emergencyStop({ queue, motors, deps }: Board, disable: boolean): Answer {
  const interrupted = queue.running !== undefined || queue.waiting.length > 0;
  const left = motors.stepsLeft;
  queue.halt();
  if (disable) motors.disable();
  const word = interrupted ? '1' : '0';
  const text = isAtLeast(deps.version, three) ? word : [word, 0, 0, ...left].join(',');
  return { text, legacy: reversed };
}

function generalStatus(board: Board): number {
  const { queue, motors, settings } = board;
  const [first, second] = motors.moving;
  const isThree = isAtLeast(board.deps.version, three);
  const bits = [
    queue.waiting.length > 0,
    second,
    first,
    queue.running !== undefined,
    settings.pen === 'up',
    takeButton(board),
    isThree && settings.powerWasLost,
    isThree && settings.limitWasReached,
  ];
  settings.powerWasLost = false;
  settings.limitWasReached = false;
  return bits.reduce((sum, bit, at) => sum + (bit ? 2 ** at : 0), 0);
}

function takeButton({ settings }: Board): boolean {
  const pressed = settings.buttonPressed;
  settings.buttonPressed = false;
  return pressed;
}

function count(settings: Board['settings'], nodes: number): Answer {
  settings.nodes = ((nodes % 2 ** 32) + 2 ** 32) % 2 ** 32;
  return done;
}
