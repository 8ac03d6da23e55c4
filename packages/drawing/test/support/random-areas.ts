import type { Area, FillRule } from '../../src/area/area.ts';
import { Polylines } from '../../src/geometry/polylines.ts';

export function areaFrom(rings: readonly (readonly number[])[], rule: FillRule): Area {
  const lines = new Polylines();
  for (const ring of rings) {
    for (let at = 0; at < ring.length; at += 2) lines.add(ring[at]!, ring[at + 1]!);
    lines.end(true);
  }
  return { rings: lines, rule };
}

type Ring = number[];

/** Returns two areas that are difficult for the engine in one of many ways. */
export function randomAreas(random: () => number): readonly [Area, Area] {
  const whole = (below: number) => Math.floor(random() * below);
  const one = randomRings(random);
  const other = random() < 0.4 ? related(one, random) : randomRings(random);
  const scale = [1, 1, 1, 1e-7, 1e-3, 1e3, 1e5, 5e6][whole(8)]! / 10;
  const [moveX, moveY] = random() < 0.7 ? [0, 0] : [(random() - 0.5) * scale * 40, random() * 1000];
  const mixed = random() < 0.05;
  const place = (rings: Ring[], factor: number) =>
    rings.map((ring) => ring.map((value, at) => value * factor + (at % 2 === 0 ? moveX : moveY)));
  const rule = () => (random() < 0.5 ? 'nonzero' : 'evenodd');
  return [
    areaFrom(place(one, scale), rule()),
    areaFrom(place(other, mixed ? scale * 10 ** (whole(9) - 4) : scale), rule()),
  ];
}

function randomRings(random: () => number): Ring[] {
  const count = random() < 0.6 ? 1 : 1 + Math.floor(random() * 4);
  return Array.from({ length: count }, () => randomRing(random));
}

function randomRing(random: () => number): Ring {
  const whole = (below: number) => Math.floor(random() * below);
  const count = random() < 0.03 ? 40 + whole(60) : 1 + whole(14);
  const ring: Ring = [];
  const kind = whole(8);
  const [cx, cy] = [random() * 10, random() * 10];
  const side = random() < 0.5 ? 3 : 8;
  const turn = random() * 7;
  for (let at = 0; at < count; at++) {
    if (kind === 0) ring.push(random() * 10, random() * 10);
    // Points repeat, edges lie on each other and three points lie on one line.
    else if (kind === 1) ring.push(whole(side), whole(side));
    else if (kind === 2) {
      const angle = turn + (at / count) * Math.PI * 2 * (1 + whole(2) * 2);
      const radius = random() < 0.5 ? 4 : 1 + 4 * random();
      ring.push(cx + radius * Math.cos(angle), cy + radius * Math.sin(angle));
    }
    // All points lie on one line, or nearly.
    else if (kind === 3) ring.push(whole(10), whole(10) * 0 + 3 + (random() < 0.1 ? 1e-5 * whole(3) : 0));
    // Needles: long in one direction and narrow in the other.
    else if (kind === 4) ring.push(random() * 10, 5 + (random() - 0.5) * 2e-3);
    // Draws steps along both axes.
    else if (kind === 5)
      ring.push(at % 2 === 0 ? whole(side) : ring.at(-2)!, at % 2 === 1 ? whole(side) : (ring.at(-1) ?? 0));
    // Distances as small as those of the grid.
    else if (kind === 6) ring.push(5 + whole(9) * 2 ** -13, 5 + whole(9) * 2 ** -13);
    else ring.push(...(random() < 0.4 && ring.length > 1 ? ring.slice(-2) : [random() * 10, whole(4)]));
  }
  return ring;
}

/** Returns rings whose edges lie on edges of `rings` or cross them at a tiny angle. */
function related(rings: readonly Ring[], random: () => number): Ring[] {
  const kind = Math.floor(random() * 5);
  const [dx, dy] = [random() * 4, random() * 4];
  return rings.map((ring) => {
    if (kind === 0) return [...ring];
    if (kind === 1) return ring.map((value, at) => value + (at % 2 === 0 ? Math.round(dx) : 0));
    if (kind === 2) return ring.map((value) => value + (random() - 0.5) * 1e-4);
    if (kind === 3) return ring.map((value, at) => value + (at % 2 === 0 ? dx : dy) * 1e-3);
    const points: Ring = [];
    for (let at = ring.length - 2; at >= 0; at -= 2)
      if (random() < 0.7) points.push(ring[at]!, ring[at + 1]!);
    return points;
  });
}
