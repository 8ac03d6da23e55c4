// Measures drawing pictures: time and memory by style and size, how similar a stippling is to its
// picture beside a plain one, and the length of the single line beside a long search.
//
//   npm run bench:pictures [-- points, default 20000]
//
// Times are processor time in a fresh process, from the bytes of a JPEG to the plan.
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { prepare, root } from '../lib/prepare.mjs';
import { machine, temporaryFolder } from '../lib/programs.mjs';
import { readArguments, readNumber } from '../lib/read-arguments.mjs';
import { samplePicture } from '../lib/sample-picture.mjs';
import { printHead, printRow } from '../lib/table.mjs';

const { positionals } = readArguments({ script: import.meta.filename, most: 1 });
const points = readNumber(positionals[0] ?? '20000', 'the number of points');
await prepare();
const { pictureStyles } = await import('../../packages/contract/dist/plotter/picture-formats.js');
const drawing = await import('../../packages/drawing/dist/index.js');
const { OrderSearch } = await import('../../packages/drawing/dist/plan/order/search.js');
const { default: jpeg } = await import('jpeg-js');

measureStyles();
measureStippling();
measureLine();

function measureStyles() {
  const folder = temporaryFolder();
  const sizes = [1, 6, 12, 24].map((megapixels) => {
    const height = Math.round(Math.sqrt(megapixels * 1e6 * 0.75));
    const picture = samplePicture(Math.round((height * 4) / 3), height);
    const path = join(folder, `${megapixels}.jpg`);
    writeFileSync(path, jpeg.encode({ ...picture, data: Buffer.from(picture.data.buffer) }, 90).data);
    return { megapixels, path };
  });
  console.log(`Pictures with ${points} points, ${machine()}\n`);
  printHead('style', ...sizes.map(({ megapixels }) => `${megapixels} megapixels`), 'lifts', 'drawn');
  let last;
  for (const style of pictureStyles) {
    const cells = sizes.map(({ path }) => {
      last = drawOnce(path, style);
      return `${(last.ms / 1000).toFixed(1)} s, ${last.mib} MiB`;
    });
    printRow(style, ...cells, last.lifts, `${(last.drawMm / 1000).toFixed(1)} m`);
  }
  printRow(
    'of that decoding',
    ...sizes.map(({ path }) => `${(drawOnce(path, 'edges').decodeMs / 1000).toFixed(1)} s`),
    '',
    '',
  );
}

function drawOnce(path, style) {
  const script = join(root, 'tools/bench/lib/draw-once.mjs');
  return JSON.parse(
    execFileSync(process.execPath, [script, path, style, String(points)], { encoding: 'utf8' }),
  );
}

/** Structural similarity of blurred dots and the blurred picture: 1 is equal. */
function measureStippling() {
  const picture = samplePicture(240, 180);
  const darkness = darknessOf(picture);
  const total = darkness.reduce((sum, value) => sum + value, 0);
  console.log('\nStippling beside a plain one (random start, weights as dark as the picture, 40 rounds)\n');
  printHead('points', 'ours', 'time', 'plain', 'time', 'plain, random points only');
  for (const count of [500, 1000, 2000]) {
    // As blurry as the eye sees points that it cannot tell apart.
    const blur = 1.5 * Math.sqrt((240 * 180) / count);
    const similarity = (dots) =>
      structuralSimilarity(splat(dots, total / count, blur), blurOf(darkness, blur));
    const ours = timed(() => {
      const { strokes, widthMm } = drawing.drawPicture(picture, { points: count });
      return strokes.map(({ points: [x, y] }) => [(x / widthMm) * 240, (y / widthMm) * 240]);
    });
    const random = randomDots(darkness, count);
    const before = similarity(random);
    const plain = timed(() => plainStippling(darkness, random, 40));
    printRow(
      count,
      similarity(ours.result).toFixed(4),
      `${(ours.ms / 1000).toFixed(1)} s`,
      similarity(plain.result).toFixed(4),
      `${(plain.ms / 1000).toFixed(1)} s`,
      before.toFixed(4),
    );
  }
}

function timed(work) {
  const before = process.cpuUsage();
  const result = work();
  const { user, system } = process.cpuUsage(before);
  return { result, ms: (user + system) / 1000 };
}

function darknessOf({ width, height, data }) {
  return Float64Array.from({ length: width * height }, (_, at) => {
    const [red, green, blue] = data.subarray(4 * at, 4 * at + 3);
    return 1 - (0.299 * red + 0.587 * green + 0.114 * blue) / 255;
  });
}

function randomDots(darkness, count) {
  let state = 1;
  const random = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
  const dots = [];
  while (dots.length < count) {
    const [x, y] = [240 * random(), 180 * random()];
    if (random() < darkness[Math.floor(y) * 240 + Math.floor(x)]) dots.push([x, y]);
  }
  return dots;
}

/** Lloyd's method, with every pixel compared with every point. */
function plainStippling(darkness, start, rounds) {
  const dots = start.map((dot) => [...dot]);
  for (let round = 0; round < rounds; round++) {
    const sums = dots.map(() => [0, 0, 0]);
    for (let y = 0; y < 180; y++) {
      for (let x = 0; x < 240; x++) {
        let nearest = 0;
        let least = Infinity;
        for (let dot = 0; dot < dots.length; dot++) {
          const dx = dots[dot][0] - x - 0.5;
          const dy = dots[dot][1] - y - 0.5;
          if (dx * dx + dy * dy >= least) continue;
          least = dx * dx + dy * dy;
          nearest = dot;
        }
        const weight = darkness[y * 240 + x];
        sums[nearest][0] += weight;
        sums[nearest][1] += weight * (x + 0.5);
        sums[nearest][2] += weight * (y + 0.5);
      }
    }
    for (const [dot, [mass, x, y]] of sums.entries()) if (mass > 0) dots[dot] = [x / mass, y / mass];
  }
  return dots;
}

/** Ink of dots, blurred. Pixels outside are reflected, so that edges stay as dark. */
function splat(dots, ink, blur) {
  const field = new Float64Array(240 * 180);
  for (const [x, y] of dots) field[Math.min(179, Math.floor(y)) * 240 + Math.min(239, Math.floor(x))] += ink;
  return blurOf(field, blur);
}

function blurOf(field, blur) {
  const reach = Math.ceil(3 * blur);
  const kernel = Array.from({ length: 2 * reach + 1 }, (_, at) =>
    Math.exp(-((at - reach) ** 2) / (2 * blur ** 2)),
  );
  const sum = kernel.reduce((all, each) => all + each, 0);
  const inside = (at, length) => {
    const place = ((at % (2 * length)) + 2 * length) % (2 * length);
    return place < length ? place : 2 * length - 1 - place;
  };
  const along = (from, indexOf) =>
    Float64Array.from(
      from,
      (_, at) => kernel.reduce((all, each, k) => all + each * from[indexOf(at, k - reach)], 0) / sum,
    );
  const across = along(field, (at, step) => at - (at % 240) + inside((at % 240) + step, 240));
  return along(across, (at, step) => (at % 240) + 240 * inside(Math.floor(at / 240) + step, 180));
}

/** The mean over windows of 12 × 12 pixels. */
function structuralSimilarity(one, other) {
  const side = 12;
  let total = 0;
  let windows = 0;
  for (let top = 0; top + side <= 180; top += 6) {
    for (let left = 0; left + side <= 240; left += 6) {
      let [a, b, aa, bb, ab] = [0, 0, 0, 0, 0];
      for (let y = top; y < top + side; y++) {
        for (let x = left; x < left + side; x++) {
          const [p, q] = [one[y * 240 + x], other[y * 240 + x]];
          a += p;
          b += q;
          aa += p * p;
          bb += q * q;
          ab += p * q;
        }
      }
      const count = side * side;
      const [ma, mb] = [a / count, b / count];
      const [va, vb, cov] = [aa / count - ma * ma, bb / count - mb * mb, ab / count - ma * mb];
      const [c1, c2] = [0.01 ** 2, 0.03 ** 2];
      total += ((2 * ma * mb + c1) * (2 * cov + c2)) / ((ma * ma + mb * mb + c1) * (va + vb + c2));
      windows++;
    }
  }
  return total / windows;
}

/** No line through all points is shorter than the tree that connects them. */
function measureLine() {
  const picture = samplePicture(1024, 768);
  console.log(
    '\nThe single line beside a search of 20 times as many tries, and the shortest tree as a lower bound\n',
  );
  printHead('points', 'ours', 'time', 'long search', 'ours / long search', 'ours / tree');
  for (const count of [1000, 5000, points]) {
    const ours = timed(
      () => drawing.drawPicture(picture, { style: 'line', points: count }).strokes[0].points,
    );
    const line = ours.result;
    const [length, long, tree] = [lengthOf(line), longSearch(line), treeLength(line)];
    printRow(
      count,
      `${(length / 1000).toFixed(2)} m`,
      `${(ours.ms / 1000).toFixed(1)} s`,
      `${(long / 1000).toFixed(2)} m`,
      (length / long).toFixed(3),
      (length / tree).toFixed(3),
    );
  }
}

function lengthOf(line) {
  let length = 0;
  for (let at = 2; at < line.length; at += 2)
    length += Math.hypot(line[at] - line[at - 2], line[at + 1] - line[at - 1]);
  return length;
}

/** The length of the best line found by 2-opt and Or-opt with random restarts, from the same points. */
function longSearch(line) {
  const count = line.length / 2;
  const ends = {
    strokes: count,
    x: Float64Array.from({ length: 2 * count }, (_, end) => line[2 * (end >> 1)]),
    y: Float64Array.from({ length: 2 * count }, (_, end) => line[2 * (end >> 1) + 1]),
  };
  const cost = {
    joinMm: 0,
    liftMs: 0,
    rampsMm: 0,
    rampsMs: 0,
    msPerMm: 1,
    accelerationMmMs2: Infinity,
    byLongerAxis: false,
  };
  const search = new OrderSearch(ends, cost, 2, () => []);
  search.begin(count);
  search.improve(240 * count);
  const { order } = search.tour;
  const place = (at) => [ends.x[order[at % count]], ends.y[order[at % count]]];
  const steps = Array.from({ length: count }, (_, at) => {
    const [[ax, ay], [bx, by]] = [place(at), place(at + 1)];
    return Math.hypot(ax - bx, ay - by);
  });
  return steps.reduce((sum, step) => sum + step, 0) - Math.max(...steps);
}

/** Prim's method. */
function treeLength(line) {
  const count = line.length / 2;
  const nearest = new Float64Array(count).fill(Infinity);
  let total = 0;
  for (let at = 0, added = 1; added < count; added++) {
    nearest[at] = -1;
    let next = -1;
    for (let other = 0; other < count; other++) {
      if (nearest[other] < 0) continue;
      const distance = Math.hypot(line[2 * at] - line[2 * other], line[2 * at + 1] - line[2 * other + 1]);
      if (distance < nearest[other]) nearest[other] = distance;
      if (next < 0 || nearest[other] < nearest[next]) next = other;
    }
    total += nearest[next];
    at = next;
  }
  return total;
}
