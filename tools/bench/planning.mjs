// Measures the time and quality of whole plans, compared with saxi's plans of the same strokes.
//
//   npm run bench:planning [-- --quick]            without 100,000 strokes and more, which take saxi a minute
//   npm run bench:planning [-- --drawings-only]    only drawings like those of plotter artists
//   npm run bench:planning [-- --operations-only]  only hatching and hidden lines
//
// Every plan is made in a fresh process. “First” is the first plan of a process, including Node's warm-up, as for a
// command: the median of nine processes. “Again” is the fastest of five in one process, as in a service. Times are those
// of the planning thread (on Linux). One motion model computes travel, lifts and machine time for both. Both join
// ends that are up to 0.5 mm apart, which is saxi's own setting. Where saxi joins two paths it drops the points near the
// join; “the same ink” uses its order and joins with these points restored. “Long search” is the minimum travel and lift
// time that our search finds in many rounds from two seeds.
import { join } from 'node:path';
import { prepare } from '../lib/prepare.mjs';
import { machine, median, runForJson } from '../lib/programs.mjs';
import { readArguments } from '../lib/read-arguments.mjs';
import { printHead, printRow } from '../lib/table.mjs';
import { realDrawings } from './lib/drawings/real-drawings.mjs';
import { installSaxi } from './lib/saxi.mjs';

const flag = { type: /** @type {const} */ ('boolean'), default: false };
const { values } = readArguments({
  script: import.meta.filename,
  options: { quick: flag, 'drawings-only': flag, 'operations-only': flag },
});
const isQuick = values.quick;
const isDrawingsOnly = values['drawings-only'];
const sizes = isDrawingsOnly ? [] : [20, 100, 500, 1000, 10_000, ...(isQuick ? [] : [100_000, 200_000])];
/** Sizes planned only by our planner, because saxi would take hours. */
const oursAlone = isQuick || isDrawingsOnly ? [] : [1_000_000];
const script = join(import.meta.dirname, 'lib/plan-once.mjs');

await prepare();
if (values['operations-only']) {
  console.log(`Operations, ${machine()}\n`);
  operations();
  process.exit();
}
installSaxi();
console.log(`Planning, ${machine()}; saxi 0.15.0\n`);

const rows = [...sizes.map(String), ...realDrawings].map((what) => {
  const processes = Number(what) >= 100_000 ? 1 : 9;
  // Run the two planners alternately, so that other work on the machine affects both alike.
  const first = Array.from({ length: processes }, () => [run('saxi', what), run('ours', what)]);
  const figures = (who) => {
    const firstMs = median(first.map((pair) => pair[who].firstMs));
    const againMs = processes > 1 ? run(['saxi', 'ours'][who], what, 5).fastestMs : undefined;
    return { ...first[0][who], firstMs, againMs };
  };
  return { what, saxi: figures(0), ours: figures(1) };
});

table(
  [
    'strokes',
    'saxi first',
    'ours first',
    'ours / saxi',
    'saxi again',
    'ours again',
    'ours / saxi',
    'memory saxi',
    'memory ours',
  ],
  rows.map(({ what, saxi, ours }) => [
    what,
    ms(saxi.firstMs),
    ms(ours.firstMs),
    ratio(ours.firstMs, saxi.firstMs),
    ms(saxi.againMs),
    ms(ours.againMs),
    ratio(ours.againMs, saxi.againMs),
    mib(saxi.peakMiB),
    mib(ours.peakMiB),
  ]),
);
results(rows);
longSearches([...sizes.filter((size) => size <= 10_000).map(String), ...realDrawings]);
for (const size of oursAlone) alone(size);
if (isDrawingsOnly) process.exit();
operations();

const tenThousand = rows.find(({ what }) => what === '10000').saxi;
const budgetMs = tenThousand.firstMs;
const inSameTime = Array.from({ length: 5 }, () => run('ours', '10000', 1, budgetMs));
inSameTime.sort((one, other) => one.travelMm - other.travelMm);
console.log(
  '10,000 strokes, ours given the time that saxi takes, warming up included (the middle one of five):\n',
);
results([{ what: '10000', saxi: tenThousand, ours: inSameTime[2] }]);

const [least, most] = [rows[sizes.indexOf(1000)], rows[sizes.length - 1]];
const growth = (who) =>
  Math.log(most[who].firstMs / least[who].firstMs) / Math.log(Number(most.what) / Number(least.what));
console.log(
  `Time grows with the number of strokes to the power of ${growth('ours').toFixed(2)} from ${least.what} to ${most.what}` +
    ` (saxi's: ${growth('saxi').toFixed(2)}; n log n would be ${nLogN(least.what, most.what).toFixed(2)}).`,
);

function run(who, what, rounds = 1, budgetMs) {
  return runForJson(script, who, what, String(rounds), ...(budgetMs === undefined ? [] : [String(budgetMs)]));
}

function results(rows) {
  table(
    [
      'strokes',
      'travel saxi',
      'travel ours',
      'ours / saxi',
      'lifts saxi',
      'lifts ours',
      'time on the machine saxi',
      'ours',
      'ours / saxi',
      'the same ink',
    ],
    rows.map(({ what, saxi, ours }) => [
      what,
      `${saxi.travelMm.toFixed(0)} mm`,
      `${ours.travelMm.toFixed(0)} mm`,
      ratio(ours.travelMm, saxi.travelMm),
      String(saxi.lifts),
      String(ours.lifts),
      minutes(saxi.timeMs),
      minutes(ours.timeMs),
      (ours.timeMs / saxi.timeMs).toFixed(3),
      saxi.sameInkMs === undefined ? '' : (ours.timeMs / saxi.sameInkMs).toFixed(3),
    ]),
  );
}

function longSearches(all) {
  table(
    ['strokes', 'travel and lift time', 'long search', 'first / long'],
    all.map((what) => {
      const { firstMs, longMs } = run('search', what, Number(what) >= 10_000 ? 20 : 60);
      return [what, seconds(firstMs), seconds(longMs), (firstMs / longMs).toFixed(3)];
    }),
  );
}

/** Measures operations by the number of shapes; each shape always has the same number of neighbours. */
function operations() {
  const operate = join(import.meta.dirname, 'lib/operate-once.mjs');
  const counts = [1000, 10_000];
  const lines = ['hatch', 'hide'].map((kind) => {
    const [few, many] = counts.map((count) => runForJson(operate, kind, String(count)));
    const power = Math.log(many.firstMs / few.firstMs) / Math.log(counts[1] / counts[0]);
    return [
      kind,
      ms(few.firstMs),
      ms(many.firstMs),
      mib(many.peakMiB),
      String(many.strokes),
      power.toFixed(2),
    ];
  });
  table(['operation', '1,000 shapes', '10,000 shapes', 'memory', 'strokes', 'power of growth'], lines);
  console.log(`n log n would be a power of ${nLogN(...counts).toFixed(2)}.\n`);
}

function alone(size) {
  const { firstMs, peakMiB, travelMm, lifts } = run('ours', String(size));
  console.log(
    `${size} strokes: ${ms(firstMs)}, ${mib(peakMiB)}, travel ${travelMm.toFixed(0)} mm, ${lifts} lifts.\n`,
  );
}

function seconds(value) {
  return `${(value / 1000).toFixed(1)} s`;
}

function nLogN(from, to) {
  return Math.log((to * Math.log(to)) / (from * Math.log(from))) / Math.log(to / from);
}

function ms(value) {
  return value === undefined ? '' : `${value.toFixed(0)} ms`;
}

function mib(value) {
  return `${value.toFixed(0)} MiB`;
}

function minutes(value) {
  return `${(value / 60_000).toFixed(1)} min`;
}

function ratio(ours, saxi) {
  // One of the times was too short to measure.
  return ours === undefined || !saxi ? '' : (ours / saxi).toFixed(2);
}

function table(head, lines) {
  printHead(...head);
  for (const line of lines) printRow(...line);
  console.log();
}
