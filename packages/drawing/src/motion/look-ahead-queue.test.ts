import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { junctionSpeedSquared } from './corner-speed.ts';
import { type JunctionDeviationLaw, type MotionLaw, type Segment, segmentOf } from './law.ts';
import { type BegunSegment, LookAheadQueue } from './look-ahead-queue.ts';
import { distanceAt, phasesOf, speedAt } from './move-profile.ts';
import { pathMs, pathProfiles } from './path-time.ts';

const law: JunctionDeviationLaw = {
  kind: 'junction-deviation',
  speed: 100,
  acceleration: 1000,
  deviation: 0.02,
};
const deviation = law.deviation;

const place = fc.double({ min: -30, max: 30, noNaN: true });
const step = fc.oneof(
  fc.tuple(place, place),
  // Fine curves, on which the look-ahead spans many segments.
  fc.tuple(fc.double({ min: -0.3, max: 0.3, noNaN: true }), fc.double({ min: 0.01, max: 0.3, noNaN: true })),
  fc.constant([0, 5] as [number, number]),
);
const path = fc
  .array(step, { minLength: 1, maxLength: 40 })
  .map((steps) => steps.filter(([dx, dy]) => Math.hypot(dx, dy) > 1e-3))
  .filter((steps) => steps.length > 0);
const anyLaw: fc.Arbitrary<JunctionDeviationLaw> = fc.record({
  kind: fc.constant('junction-deviation'),
  speed: fc.integer({ min: 5, max: 300 }),
  acceleration: fc.oneof(
    fc.integer({ min: 50, max: 5000 }),
    fc.record({ x: fc.integer({ min: 50, max: 5000 }), y: fc.integer({ min: 50, max: 5000 }) }),
  ),
  deviation: fc.constantFrom(0, 0.01, 0.05),
});

function pointsOf(steps: readonly (readonly [number, number])[]): Float64Array {
  const points = new Float64Array(2 * steps.length + 2);
  for (const [at, [dx, dy]] of steps.entries()) {
    points[2 * at + 2] = points[2 * at]! + dx;
    points[2 * at + 3] = points[2 * at + 1]! + dy;
  }
  return points;
}

function segmentsOf(points: Float64Array, along: MotionLaw): Segment[] {
  const segments: Segment[] = [];
  for (let at = 2; at < points.length; at += 2)
    segments.push(segmentOf(points[at]! - points[at - 2]!, points[at + 1]! - points[at - 1]!, along));
  return segments;
}

function beginAll<Tag>(queue: LookAheadQueue<Tag>): BegunSegment<Tag>[] {
  const begun: BegunSegment<Tag>[] = [];
  for (let next = queue.begin(); next !== undefined; next = queue.begin()) begun.push(next);
  return begun;
}

const totalMs = (begun: readonly BegunSegment<unknown>[]) =>
  begun.reduce((sum, { profile }) => sum + profile.durationMs, 0);

/** Checks that consecutive segments form a valid motion that begins and ends at rest. */
function expectMotion(begun: readonly BegunSegment<unknown>[], along: JunctionDeviationLaw): void {
  const nearly = 1e-6;
  let speed = 0;
  let before: Segment | undefined;
  for (const { segment, offset, profile } of begun) {
    expect(Math.abs(profile.startSpeed - speed)).toBeLessThan(nearly);
    expect(profile.topSpeed).toBeLessThanOrEqual(segment.speed + nearly);
    if (before !== undefined && before !== segment) {
      expect(offset).toBe(0);
      const corner = junctionSpeedSquared(before, segment, along.deviation);
      expect(profile.startSpeed ** 2).toBeLessThanOrEqual(corner + nearly);
    }
    const phases = phasesOf(profile);
    expect(Math.abs(phases.reduce((sum, { length }) => sum + length, 0) - profile.length)).toBeLessThan(
      nearly,
    );
    let within = profile.startSpeed;
    for (const phase of phases) {
      expect(phase.startSpeed).toBe(within);
      within = phase.endSpeed;
      // Rounding may lengthen a phase by a tiny amount.
      const evenly = ((phase.startSpeed + phase.endSpeed) / 2) * (phase.durationMs / 1000);
      expect(Math.abs(phase.length - evenly)).toBeLessThan(nearly);
      const change = Math.abs(phase.endSpeed - phase.startSpeed);
      expect(change).toBeLessThanOrEqual(segment.acceleration * (phase.durationMs / 1000) + nearly);
    }
    expect(Math.abs(within - profile.endSpeed)).toBeLessThan(nearly);
    speed = profile.endSpeed;
    before = segment;
  }
  expect(speed).toBeLessThan(nearly);
}

describe('the look-ahead queue', () => {
  it('plans the same total time as `pathMs` if the whole path fits', () => {
    fc.assert(
      fc.property(path, anyLaw, (steps, along) => {
        const points = pointsOf(steps);
        const queue = new LookAheadQueue<number>({
          capacity: steps.length,
          deviation: along.deviation,
        });
        for (const [at, segment] of segmentsOf(points, along).entries()) queue.add(segment, at);
        const begun = beginAll(queue);
        expect(begun.map(({ tag }) => tag)).toEqual(steps.map((_, at) => at));
        expectMotion(begun, along);
        const wholeMs = pathMs(points, along);
        expect(Math.abs(totalMs(begun) - wholeMs)).toBeLessThan(wholeMs * 1e-6 + 1e-6);
        const profilesMs = pathProfiles(points, along).reduce((sum, { durationMs }) => sum + durationMs, 0);
        expect(Math.abs(profilesMs - wholeMs)).toBeLessThan(wholeMs * 1e-6 + 1e-6);
      }),
    );
  });

  it('moves correctly when segments are added, begun, replanned and put back', () => {
    const event = fc.constantFrom('add', 'add', 'add', 'advance', 'begin', 'brake');
    fc.assert(
      fc.property(
        path,
        anyLaw,
        fc.array(event, { maxLength: 200 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (steps, along, events, share) => {
          const segments = segmentsOf(pointsOf(steps), along);
          const queue = new LookAheadQueue<number>({ capacity: 8, deviation: along.deviation });
          const done: BegunSegment<number>[] = [];
          let running: BegunSegment<number> | undefined;
          let added = 0;
          const cut = (elapsedMs: number): BegunSegment<number> => {
            const { profile } = running!;
            const length = distanceAt(profile, elapsedMs);
            const endSpeed = speedAt(profile, elapsedMs);
            // Keep the completed part as one phase, of which only the ends are checked.
            return { ...running!, profile: { ...profile, length, endSpeed, durationMs: elapsedMs } };
          };
          const lengths = () => done.reduce((sum, { profile }) => sum + profile.length, 0);
          const finish = () => {
            if (running !== undefined) done.push(running);
            running = queue.begin();
          };
          for (const what of events) {
            if (what === 'add' && added < segments.length && !queue.isFull) {
              queue.add(segments[added]!, added);
              added++;
              if (running === undefined) running = queue.begin();
              else {
                const elapsedMs = share * running.profile.durationMs;
                const faster = queue.replan(running, elapsedMs);
                if (faster !== undefined) {
                  expect(faster.profile.endSpeed).toBeGreaterThanOrEqual(running.profile.endSpeed);
                  done.push(cut(elapsedMs));
                  running = faster;
                }
              }
            } else if (what === 'begin') finish();
            else if (what === 'brake' && running !== undefined) {
              const elapsedMs = share * running.profile.durationMs;
              const pieces: BegunSegment<number>[] = queue.brake(running, elapsedMs);
              done.push(cut(elapsedMs), ...pieces);
              expect(pieces.at(-1)!.profile.endSpeed).toBe(0);
              queue.putBack(pieces.at(-1)!);
              running = queue.begin();
            }
          }
          while (running !== undefined) finish();
          const whole = segments.slice(0, added).reduce((sum, { length }) => sum + length, 0);
          expect(Math.abs(lengths() - whole)).toBeLessThan(whole * 1e-6 + 1e-6);
          let speed = 0;
          let before: Segment | undefined;
          for (const { segment, profile } of done) {
            expect(Math.abs(profile.startSpeed - speed)).toBeLessThan(1e-5);
            if (before !== undefined && before !== segment)
              expect(profile.startSpeed ** 2).toBeLessThanOrEqual(
                junctionSpeedSquared(before, segment, along.deviation) + 1e-6,
              );
            speed = profile.endSpeed;
            before = segment;
          }
          expect(speed).toBeLessThan(1e-5);
        },
      ),
    );
  });

  it('ends at rest if asked to, but does not stop on straight lines', () => {
    const queue = new LookAheadQueue({ capacity: 9, deviation });
    const straight = segmentOf(20, 0, law);
    queue.add(straight, undefined);
    queue.add(straight, undefined);
    queue.restHere();
    queue.add(straight, undefined);
    expect(beginAll(queue).map(({ profile }) => profile.endSpeed)).toEqual([100, 0, 0]);
  });

  it('passes a right angle at the speed that the formula gives', () => {
    const queue = new LookAheadQueue({ capacity: 9, deviation });
    queue.add(segmentOf(20, 0, law), undefined);
    queue.add(segmentOf(0, 20, law), undefined);
    const sine = Math.sin(Math.PI / 4);
    const [first] = beginAll(queue);
    expect(first!.profile.endSpeed).toBeCloseTo(Math.sqrt((1000 * deviation * sine) / (1 - sine)));
  });

  it('looks back only as far as an added segment changes the plan', () => {
    const queue = new LookAheadQueue({ capacity: 10_000, deviation });
    let most = 0;
    // A straight line in pieces of 0.1 mm, on which braking from the top speed takes 5 mm.
    for (let count = 0; count < 5000; count++)
      most = Math.max(most, queue.add(segmentOf(0.1, 0, law), undefined));
    expect(most).toBeLessThanOrEqual(52);
  });

  it('refuses a zero-length segment, and any segment if it is full', () => {
    const queue = new LookAheadQueue({ capacity: 1, deviation });
    expect(() => queue.add(segmentOf(0, 0, law), undefined)).toThrow('length');
    queue.add(segmentOf(1, 0, law), undefined);
    expect(() => queue.add(segmentOf(1, 0, law), undefined)).toThrow('full');
    queue.clear();
    expect(queue.begin()).toBeUndefined();
  });
});

describe('a machine without acceleration', () => {
  const interval: MotionLaw = { kind: 'step-interval', intervalMs: 1.2, stepLength: 1 };

  it('takes one interval for each step of the longer axis', () => {
    const points = Float64Array.from([0, 0, 300, -400, 300, -400, 310, -400]);
    expect(pathMs(points, interval)).toBeCloseTo(410 * 1.2);
    const profiles = pathProfiles(points, interval);
    expect(profiles.map(({ durationMs }) => Math.round(durationMs * 1e6) / 1e6)).toEqual([480, 0, 12]);
    expect(distanceAt(profiles[0]!, 240)).toBeCloseTo(250);
    expect(phasesOf(profiles[0]!)).toMatchObject([{ kind: 'cruise', length: 500 }]);
  });
});
