import type { Clock } from '@stationery/core';
import type { Point } from '../../language/geometry.ts';
import { type Axes, axisLetters, each, origin } from '../../simulator/motion/axes.ts';
import { Carriage, type SimulatedPen } from '../../simulator/motion/carriage.ts';
import type { MotorSettings } from '../../simulator/motion/motor-settings.ts';
import { plannerBlocks, Stepper } from '../../simulator/motion/stepper.ts';

export interface MarlinBoardOptions {
  clock: Clock;
  /** Clock milliseconds per machine millisecond; 0 for immediate moves. */
  slowness: number;
  pen: SimulatedPen;
  /** Behaves like the virtual port of Klipper. */
  isKlipper: boolean;
  hasEmergencyParser: boolean;
  maxTracePoints: number;
  say: (text: string) => void;
  reply: (text: string) => void;
  lineBegins: () => void;
}

type Wait = 'room' | 'empty' | { ms: number };

/** Lines that were read but not processed. */
const maxQueued = 4;
const maxLineLength = 96;
const receiveBytes = 128;
const busyMs = 2_000;
/** Moves are dropped for this long after a stop. */
const cleaningMs = 1_000;
const deviationMm = 0.013;
const settings: MotorSettings = {
  stepsPerMm: [80, 80, 400],
  maxSpeedMmS: [200, 200, 20],
  accelerationMmS2: [1000, 1000, 200],
  // Moves without an extruder use the travel acceleration of `M204`.
  lineAccelerationMmS2: 1000,
  travelMm: [300, 300, 100],
};

/** The firmware: Marlin 2.1 as seen from its serial line, with its motors and pen. */
export class MarlinBoard {
  readonly carriage: Carriage;
  readonly stepper: Stepper;
  readonly settings = settings;
  readonly #options: MarlinBoardOptions;
  line: string | undefined;
  #input = '';
  #partial = '';
  #queue: string[] = [];
  #current: { steps: Generator<Wait, void>; wait: Wait | undefined } | undefined;
  #lastNumber = 0;
  #target: Axes = origin;
  #shift: Axes = origin;
  #feedMmS = 50;
  #isRelative = false;
  #cleaningUntilMs = Number.NEGATIVE_INFINITY;
  #isHalted = true;
  #isRunning = false;
  #cancelWait: () => void = () => undefined;
  #cancelBusy: () => void = () => undefined;

  constructor(options: MarlinBoardOptions) {
    const { clock, slowness, pen, maxTracePoints } = options;
    this.#options = options;
    this.carriage = new Carriage({ clock, slowness, pen, settings, frame: undefined, maxTracePoints });
    this.stepper = new Stepper(
      {
        clock,
        slowness,
        passed: (line) => void this.carriage.passed(line),
        progressed: () => this.#run(),
      },
      origin,
      deviationMm,
    );
  }

  get place(): Point {
    return this.carriage.placeOf(this.stepper.position);
  }

  /** After power-up or the button, the board counts from 0 at its position. */
  powerUp(): void {
    this.powerDown();
    this.carriage.setSteps(this.place, origin);
    this.stepper.setPosition(origin, deviationMm);
    this.#target = origin;
    this.#shift = origin;
    this.#feedMmS = 50;
    this.#isRelative = false;
    this.#lastNumber = 0;
    this.#cleaningUntilMs = Number.NEGATIVE_INFINITY;
    this.#isHalted = false;
    if (this.#options.isKlipper) this.#say('// Klipper state: Ready');
    else for (const line of ['start', 'Marlin 2.1.2', 'echo: Last Updated: 2022-12-17']) this.#say(line);
  }

  powerDown(): void {
    this.#isHalted = true;
    this.#forget();
    this.stepper.kill();
    this.carriage.trace.lineTo(this.place);
    this.#input = '';
    this.#partial = '';
  }

  close(): void {
    this.powerDown();
    this.carriage.close();
  }

  hear(bytes: Uint8Array): void {
    if (this.#isDead) return;
    for (const byte of bytes) {
      const text = String.fromCharCode(byte);
      // Excess bytes are lost, as on the board; the checksum detects it.
      if (this.#input.length < receiveBytes) this.#input += text;
      if (text === '\n' && this.#options.hasEmergencyParser) this.#emergency();
      if (text === '\n' || text === '\r') this.#read();
    }
    this.#run();
  }

  /** Stops are read before earlier lines. */
  #emergency(): void {
    const line = this.#input.trimEnd().split('\n').at(-1) ?? '';
    if (/(?:^|\s)M410$/.test(line)) this.#quickStop();
    if (/(?:^|\s)M112$/.test(line)) this.#kill();
  }

  #read(): void {
    while (this.#queue.length < maxQueued && this.#input !== '' && !this.#isDead) {
      const letter = this.#input[0]!;
      this.#input = this.#input.slice(1);
      if (letter !== '\n' && letter !== '\r') {
        if (this.#partial.length < maxLineLength) this.#partial += letter;
        continue;
      }
      const line = this.#partial.trim();
      this.#partial = '';
      if (line !== '') this.#take(line);
    }
  }

  #take(line: string): void {
    const text = this.#checked(line);
    if (text === undefined) return;
    // The board reads M112 early even without an emergency parser.
    if (text === 'M112') this.#kill();
    if (text === 'M410' && !this.#options.isKlipper) this.#quickStop();
    if (!this.#isDead) this.#queue.push(text);
  }

  /** A halted Klipper still answers. */
  get #isDead(): boolean {
    return this.#isHalted && !this.#options.isKlipper;
  }

  #checked(line: string): string | undefined {
    const { isKlipper } = this.#options;
    const [, digits, rest = ''] = /^N(\d{1,9})\s*(.*)$/.exec(line) ?? [];
    if (digits === undefined) return line;
    const star = rest.lastIndexOf('*');
    const text = (star < 0 ? rest : rest.slice(0, star)).trim();
    if (isKlipper) return text;
    const body = line.slice(0, line.lastIndexOf('*'));
    const sum = [...body].reduce((xor, letter) => xor ^ letter.charCodeAt(0), 0);
    const number = Number(digits);
    if (star < 0) return this.#refuse('No Checksum with line number');
    if (Number(rest.slice(star + 1)) !== sum) return this.#refuse('checksum mismatch');
    if (number !== this.#lastNumber + 1) return this.#refuse('Line Number is not Last Line Number+1');
    this.#lastNumber = number;
    return text;
  }

  #refuse(why: string): undefined {
    this.#say(`Error:${why}, Last Line: ${this.#lastNumber}`);
    this.#input = '';
    this.#say(`Resend: ${this.#lastNumber + 1}`);
    this.#say('ok');
  }

  #run(): void {
    if (this.#isRunning) return;
    this.#isRunning = true;
    for (;;) {
      if (this.#current === undefined) {
        this.#read();
        const line = this.#queue.shift();
        if (line === undefined) break;
        this.line = line;
        this.#options.lineBegins();
        this.#current = { steps: this.#process(line), wait: undefined };
        this.#startBusy();
      }
      const { wait } = this.#current;
      if (wait !== undefined && !this.#isMet(wait)) break;
      const { value, done } = this.#current.steps.next();
      if (done === true) this.#finish();
      else this.#begin(value);
    }
    this.#isRunning = false;
    this.stepper.start();
  }

  #begin(wait: Wait): void {
    const { clock, slowness } = this.#options;
    this.#current!.wait = wait;
    if (typeof wait === 'string') {
      this.stepper.start();
      return;
    }
    if (wait.ms * slowness <= 0) this.#current!.wait = undefined;
    else
      this.#cancelWait = clock.after(wait.ms * slowness, () => {
        if (this.#current !== undefined) this.#current.wait = undefined;
        this.#run();
      });
  }

  #isMet(wait: Wait): boolean {
    if (typeof wait !== 'string') return false;
    if (wait === 'room') return this.stepper.count < plannerBlocks;
    return this.stepper.count === 0 && !this.stepper.isMoving;
  }

  #finish(): void {
    this.#cancelBusy();
    this.#current = undefined;
    this.line = undefined;
    this.#options.reply('ok');
  }

  #startBusy(): void {
    this.#cancelBusy();
    if (!this.#options.isKlipper)
      this.#cancelBusy = this.#options.clock.every(busyMs, () => this.#say('echo:busy: processing'));
  }

  *#process(line: string): Generator<Wait, void> {
    const { isKlipper } = this.#options;
    const [code = ''] = /^[GM]\d{1,4}(?:\.\d)?/i.exec(line.toUpperCase()) ?? [];
    const words = new Map(
      [...line.slice(code.length).matchAll(/([A-Z])\s?(-?\d{0,9}(?:\.\d{0,9})?)/gi)].map(
        ([, letter, number]) => [letter!.toUpperCase(), Number(number)],
      ),
    );
    if (this.#isHalted) {
      if (line === 'FIRMWARE_RESTART') this.powerUp();
      else this.#say('!! Printer is shutdown');
      return;
    }
    switch (code) {
      case 'G0':
      case 'G1':
        yield* this.#move(words);
        return;
      case 'G4':
        yield 'empty';
        yield { ms: (words.get('P') ?? 0) + (words.get('S') ?? 0) * 1000 };
        return;
      case 'G28':
        yield 'empty';
        this.#home(words);
        return;
      case 'G90':
      case 'G91':
        this.#isRelative = code === 'G91';
        return;
      case 'G92':
        this.#shift = each((axis) => {
          const value = words.get(axisLetters[axis]);
          return value === undefined
            ? this.#shift[axis]
            : value - this.#target[axis] / settings.stepsPerMm[axis];
        });
        return;
      case 'M3':
      case 'M5':
        yield 'empty';
        this.carriage.setSpindle(code === 'M5' ? 0 : (words.get('S') ?? 255), () => this.stepper.position);
        return;
      case 'M280':
        this.carriage.setSpindle(180 - (words.get('S') ?? 90), () => this.stepper.position);
        return;
      case 'M400':
        yield 'empty';
        return;
      case 'M110':
        this.#lastNumber = words.get('N') ?? this.#lastNumber;
        return;
      case 'M114':
        this.#say(this.#positionLine());
        return;
      case 'M115':
        this.#introduce();
        return;
      case 'M410':
      case 'M503':
      case 'M999':
        if (isKlipper) break;
        if (code === 'M503') for (const each of settingLines) this.#say(each);
        return;
    }
    this.#say(isKlipper ? `// Unknown command:"${line}"` : `echo:Unknown command: "${line}"`);
  }

  *#move(words: ReadonlyMap<string, number>): Generator<Wait, void> {
    const { stepsPerMm } = settings;
    const feed = words.get('F');
    if (feed !== undefined && feed > 0) this.#feedMmS = feed / 60;
    yield 'room';
    if (this.#options.clock.nowMs() < this.#cleaningUntilMs) return;
    this.#target = each((axis) => {
      const value = words.get(axisLetters[axis]);
      if (value === undefined) return this.#target[axis];
      const steps = Math.round((this.#isRelative ? value : value - this.#shift[axis]) * stepsPerMm[axis]);
      return this.#isRelative ? this.#target[axis] + steps : steps;
    });
    this.stepper.add(this.#target, (limit) => Math.min(limit, this.#feedMmS), settings);
  }

  #home(words: ReadonlyMap<string, number>): void {
    const isAll = !axisLetters.some((letter) => words.has(letter));
    const { x, y } = this.carriage.corner([-1, -1]);
    const { place } = this;
    const to = { x: isAll || words.has('X') ? x : place.x, y: isAll || words.has('Y') ? y : place.y };
    this.carriage.trace.lineTo(to);
    this.carriage.setSteps(to, origin);
    this.stepper.setPosition(origin, deviationMm);
    this.#target = origin;
    this.#shift = origin;
  }

  /** Drops planned moves; the motors may slip. */
  #quickStop(): void {
    const { clock, slowness } = this.#options;
    this.stepper.kill();
    this.carriage.trace.lineTo(this.place);
    this.#target = this.stepper.position;
    this.#cleaningUntilMs = clock.nowMs() + cleaningMs * slowness;
    this.#run();
  }

  #kill(): void {
    this.stepper.kill();
    this.carriage.trace.lineTo(this.place);
    this.#forget();
    this.#isHalted = true;
    if (this.#options.isKlipper) this.#say('!! Shutdown due to M112 command: shutdown');
    else {
      this.#say('Error:M112 Shutdown');
      this.#say('Error:Printer halted. kill() called!');
    }
  }

  #forget(): void {
    this.#cancelWait();
    this.#cancelBusy();
    this.#queue = [];
    this.#current = undefined;
    this.line = undefined;
  }

  #introduce(): void {
    const { isKlipper, hasEmergencyParser } = this.#options;
    if (isKlipper) {
      this.#say('FIRMWARE_VERSION:v0.12.0-1 FIRMWARE_NAME:Klipper');
      return;
    }
    this.#say(
      'FIRMWARE_NAME:Marlin 2.1.2 (Dec 17 2022 12:00:00) SOURCE_CODE_URL:github.com/MarlinFirmware/Marlin PROTOCOL_VERSION:1.0 MACHINE_TYPE:Plotter EXTRUDER_COUNT:0',
    );
    this.#say(`Cap:EMERGENCY_PARSER:${hasEmergencyParser ? 1 : 0}`);
  }

  #positionLine(): string {
    const mm = each((axis) => this.#target[axis] / settings.stepsPerMm[axis] + this.#shift[axis]);
    const [x, y, z] = mm.map((value) => (value + 0).toFixed(2));
    const [a, b, c] = this.stepper.position;
    return `X:${x} Y:${y} Z:${z} E:0.00 Count X:${a} Y:${b} Z:${c}`;
  }

  #say(text: string): void {
    this.#options.say(text);
  }
}

const settingLines = [
  'echo:; Steps per unit:',
  'echo: M92 X80.00 Y80.00 Z400.00 E93.00',
  'echo:; Maximum feedrates (units/s):',
  'echo:  M203 X200.00 Y200.00 Z20.00 E25.00',
  'echo:; Maximum Acceleration (units/s2):',
  'echo:  M201 X1000.00 Y1000.00 Z200.00 E10000.00',
  'echo:; Acceleration (units/s2) (P<print-accel> R<retract-accel> T<travel-accel>):',
  'echo:  M204 P800.00 R800.00 T1000.00',
  'echo:; Advanced (B<min_segment_time_us> S<min_feedrate> T<min_travel_feedrate> J<junc_dev>):',
  'echo:  M205 B20000.00 S0.00 T0.00 J0.013',
];
