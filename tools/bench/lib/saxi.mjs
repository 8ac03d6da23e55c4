// saxi for comparison, installed only for benches and one test, outside the dependencies.
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { homeOf, installOnce } from '../../lib/programs.mjs';

const version = '0.15.0';
export const saxiHome = homeOf('saxi', version);
export const installSaxi = () => installOnce('saxi', version);
/** saxi reads drawings in pixels of 1/96 inch and plans in steps. */
const pixelsPerMm = 96 / 25.4;
const stepsPerMm = 5;

/** Returns saxi's planner. Conversions are separate functions, so that only planning counts as saxi's time. */
export function loadSaxi(joinMm) {
  const load = createRequire(join(saxiHome, 'package.json'));
  const { replan } = load('saxi/dist/server/massager');
  const { defaultPlanOptions } = load('saxi/dist/server/planning');
  const { reorder } = createRequire(load.resolve('saxi/dist/server/massager'))('optimize-paths');
  const paperSize = Object.assign(Object.create(Object.getPrototypeOf(defaultPlanOptions.paperSize)), {
    size: { x: 210, y: 297 },
  });
  const options = {
    ...defaultPlanOptions,
    paperSize,
    marginMm: 0,
    fitPage: false,
    cropToMargins: false,
    pathJoinRadius: joinMm,
    selectedStrokeLayers: new Set(['black']),
    selectedGroupLayers: new Set(['all']),
  };
  return {
    input: (strokes) =>
      strokes.map((points) => {
        const path = [];
        for (let at = 0; at < points.length; at += 2)
          path.push({ x: points[at] * pixelsPerMm, y: points[at + 1] * pixelsPerMm });
        return Object.assign(path, { points: path, stroke: 'black', groupId: 'all' });
      }),
    plan: (paths) => quietly(() => replan(paths, options)),
    drawn,
    /** Returns the plan with saxi's order and joins, but with the points that saxi drops near a join. */
    sameInk: (paths) => {
      const inMm = paths.map((path) => path.map(({ x, y }) => ({ x: x / pixelsPerMm, y: y / pixelsPerMm })));
      return joined(reorder(inMm), joinMm);
    },
  };
}

export function quietly(work) {
  const { log, time, timeEnd } = console;
  Object.assign(console, { log: () => {}, time: () => {}, timeEnd: () => {} });
  try {
    return work();
  } finally {
    Object.assign(console, { log, time, timeEnd });
  }
}

/** Returns the strokes of a plan. Its pen motions alternate between down and up, beginning with down. */
function drawn(plan) {
  const strokes = [];
  let penMotions = 0;
  for (const motion of plan.motions) {
    if (motion.blocks === undefined) {
      penMotions++;
      continue;
    }
    if (penMotions % 2 === 0 || motion.blocks.length === 0) continue;
    const points = [motion.blocks[0].p1.x / stepsPerMm, motion.blocks[0].p1.y / stepsPerMm];
    for (const { p2 } of motion.blocks) {
      const [x, y] = [p2.x / stepsPerMm, p2.y / stepsPerMm];
      // Merge blocks in the same direction: a segment is split into one block per acceleration.
      if (isStraightOn(points, x, y)) points.length -= 2;
      points.push(x, y);
    }
    strokes.push(Float64Array.from(points));
  }
  return strokes;
}

function joined(paths, joinMm) {
  const strokes = [];
  for (const path of paths) {
    const before = strokes.at(-1);
    const isJoined =
      before !== undefined && Math.hypot(path[0].x - before.at(-2), path[0].y - before.at(-1)) <= joinMm;
    const points = isJoined ? before : [];
    if (!isJoined) strokes.push(points);
    for (const { x, y } of path) {
      if (x === points.at(-2) && y === points.at(-1)) continue;
      if (isStraightOn(points, x, y)) points.length -= 2;
      points.push(x, y);
    }
  }
  return strokes.map((points) => Float64Array.from(points));
}

function isStraightOn(points, x, y) {
  if (points.length < 4) return false;
  const [ax, ay, bx, by] = points.slice(-4);
  const cross = (bx - ax) * (y - by) - (by - ay) * (x - bx);
  const along = (bx - ax) * (x - bx) + (by - ay) * (y - by);
  return along >= 0 && Math.abs(cross) < 1e-9;
}
