// Plans one drawing in a separate process, so that its memory can be measured. Prints figures as JSON.
//   plan-once.mjs saxi|ours <strokes or name> [rounds] [budget in ms]
//   plan-once.mjs search <strokes or name> <tries for each stroke>
import { createPlanner, defaultMachine, motionOf, planDrawing, planWithin } from '@stationery/drawing';
import { figuresOf } from '../../../packages/drawing/dist/plan/figures.js';
import { threadMs } from '../../lib/programs.mjs';
import { numbers } from './drawings/random.mjs';
import { drawingOf, realDrawing } from './drawings/real-drawings.mjs';
import { loadSaxi } from './saxi.mjs';

const [who, what, rounds = '1', budgetMs] = process.argv.slice(2);
const joinMm = 0.5;
/** @type {import('../../../packages/drawing/dist/index.js').PlanOptions} */
const options = { joinMm, fit: 'none' };
const strokes = /^\d+$/.test(what) ? randomStrokes(Number(what)) : realDrawing(what);

const figures =
  who === 'search' ? searched() : who === 'saxi' ? await measured(...saxi()) : await measured(...ours());
console.log(JSON.stringify(figures));

/**
 * Measures plans. The first one includes Node's warm-up, the fastest does not. The figures of both planners
 * use the same motion model.
 */
async function measured(plan, read, sameInk) {
  const times = [];
  let planned;
  for (let round = 0; round < Number(rounds); round++) {
    const startedAt = threadMs();
    planned = await plan();
    times.push(threadMs() - startedAt);
  }
  const peakMiB = process.resourceUsage().maxRSS / 1024;
  const { travelMm, lifts, timeMs } = figuresOf(read(planned), motionOf(defaultMachine), 0, 0);
  const sameInkMs = sameInk === undefined ? undefined : timeOf(sameInk());
  return { sameInkMs, firstMs: times[0], fastestMs: Math.min(...times), peakMiB, travelMm, lifts, timeMs };
}

function timeOf(drawn) {
  return figuresOf(drawn, motionOf(defaultMachine), 0, 0).timeMs;
}

function saxi() {
  const { input, plan, drawn, sameInk } = loadSaxi(joinMm);
  const paths = input(strokes);
  return [() => plan(paths), drawn, ...(strokes.length < 50_000 ? [() => sameInk(paths)] : [])];
}

/** Searches for the minimum time between strokes, from two seeds. */
function searched() {
  const [firstMs, ...longMs] = [1, 2].flatMap((seed) => {
    const planner = createPlanner(drawingOf(strokes), { ...options, seed });
    const first = planner.progress.betweenMs;
    planner.improve(Number(rounds) * Math.max(100, strokes.length));
    return seed === 1 ? [first, planner.progress.betweenMs] : [planner.progress.betweenMs];
  });
  return { firstMs, longMs: Math.min(...longMs) };
}

function ours() {
  const drawing = drawingOf(strokes);
  const plan =
    budgetMs === undefined
      ? () => planDrawing(drawing, options)
      : () => planWithin(drawing, options, { budgetMs: Number(budgetMs) });
  return [plan, ({ layers }) => layers.flatMap((layer) => layer.strokes)];
}

/** Returns strokes of five points, at random positions on A4. */
function randomStrokes(count) {
  const next = numbers(1);
  const all = new Float64Array(10 * count);
  const strokes = [];
  for (let stroke = 0; stroke < count; stroke++) {
    let [x, y] = [next() * 210, next() * 297];
    for (let at = 10 * stroke; at < 10 * stroke + 10; at += 2) {
      all[at] = x;
      all[at + 1] = y;
      x = within(x + (next() - 0.5) * 20, 210);
      y = within(y + (next() - 0.5) * 20, 297);
    }
    strokes.push(all.subarray(10 * stroke, 10 * stroke + 10));
  }
  return strokes;
}

/** Mirrors a value at the edge, because clamping would put many points on the edge. */
function within(value, max) {
  return value < 0 ? -value : value > max ? 2 * max - value : value;
}
