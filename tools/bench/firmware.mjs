// Measures the plotter firmware in its emulators: memory, the highest step rate with the delay of its steps, and the time
// from the end of a line to its reply.
//
//   npm run firmware && npm run build && npm run bench:firmware
//
// The emulators count cycles, so that the figures do not depend on this computer. The emulator of the Pico
// does not model memory delays.
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { emulatedBoards, startChip } from '../../packages/plotter/dist/drivers/stationery/emulator/boards.js';
import { PulseRecorder } from '../../packages/plotter/dist/drivers/stationery/emulator/pulse-recorder.js';
import { readArguments } from '../lib/read-arguments.mjs';
import { printHead, printRow } from '../lib/table.mjs';

readArguments({ script: import.meta.filename });
const root = join(import.meta.dirname, '../..');
const rates = { pico: 100_000, uno: 25_000 };
/** Time that a byte takes on the line at 115200 baud. Over USB it is negligible. */
const byteNanos = { pico: 0, uno: 10e9 / 115_200 };

console.log(execFileSync(process.execPath, [join(root, 'tools/firmware/build.mjs')], { encoding: 'utf8' }));
printHead('board', 'step rate', 'a step comes late by', 'shortest pulse', 'reply to a queued MOVE');
for (const name of /** @type {('pico' | 'uno')[]} */ (Object.keys(emulatedBoards))) {
  const { title, pins } = emulatedBoards[name];
  const chip = await startChip(name);
  const recorder = new PulseRecorder({ pins, keepsSteps: true });
  const ask = talkTo(chip, recorder);
  ask('', 'READY');
  for (const setting of [`MAX_SPEED ${rates[name]}`, 'MAX_ACCEL 1000000']) ask(`CONFIG ${setting}`);
  ask('RESET', 'READY');
  for (const line of [`SPEED ${rates[name]}`, 'ACCEL 1000000', 'MOVE X12000 Y0']) ask(line);
  const { rate, lateNanos } = plateau(recorder.steps);
  ask('BUFFER ON');
  const replies = Array.from({ length: 12 }, (_, at) => {
    const line = `MOVE X${12_000 - 100 * at} Y${(at % 3) * 50}`;
    const before = chip.nanos;
    const { nanos, text } = ask(line);
    const inReply = text.slice(0, text.indexOf('OK MOVE') + 8);
    return nanos - before - byteNanos[name] * (line.length + 1 + inReply.length);
  });
  const [middle] = replies.sort((a, b) => a - b).slice(6);
  const times = [lateNanos, recorder.shortestPulseNanos, middle].map(micros);
  printRow(title, `${Math.round(rate)}/s`, ...times);
}

function talkTo(chip, recorder) {
  let text = '';
  let at = 0;
  chip.onPin = (pin, isHigh, nanos) => recorder.pinChanged(pin, isHigh, nanos);
  chip.onBytes = (bytes) => {
    text += Buffer.from(bytes).toString('latin1');
    at = chip.nanos;
  };
  chip.setOpen(true);
  return (line, end = '(?:OK|ERR)') => {
    text = '';
    if (line !== '') chip.write(Buffer.from(`${line}\n`));
    const last = new RegExp(`^${end}.*\n`, 'm');
    // Run in small steps, because the emulator passes bytes on only at the end of a step.
    while (!last.test(text)) chip.run(chip.nanos + 20e3);
    return { text, nanos: at };
  };
}

/**
 * Returns the step rate in the middle of a move, which runs at full
 * speed, and the delay of steps compared with an even pace.
 */
function plateau(steps) {
  const times = steps.slice(steps.length * 0.45, steps.length * 0.55).map(({ nanos }) => nanos);
  const period = (times.at(-1) - times[0]) / (times.length - 1);
  const late = times.map((time, index) => time - times[0] - index * period);
  return { rate: 1e9 / period, lateNanos: Math.max(...late) - Math.min(...late) };
}

function micros(nanos) {
  return `${(nanos / 1000).toFixed(1)} µs`;
}
