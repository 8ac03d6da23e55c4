/**
 * A straight move in time: faster and faster, then evenly, then slower and slower. Speeds are in steps a
 * second along the line, accelerations in steps a second squared.
 */
export interface MoveProfile {
  readonly startSpeed: number;
  readonly topSpeed: number;
  readonly acceleration: number;
  readonly rampUpMs: number;
  readonly cruiseMs: number;
  readonly rampDownMs: number;
  readonly durationMs: number;
}

const msPerSecond = 1000;

/** From rest to rest. A move too short to reach `speed` turns from speeding up to slowing down half-way. */
export function moveProfile(distance: number, speed: number, acceleration: number): MoveProfile {
  const topSpeed = Math.min(speed, Math.sqrt(distance * acceleration));
  const rampMs = (topSpeed / acceleration) * msPerSecond;
  const rampDistance = topSpeed ** 2 / (2 * acceleration);
  const cruiseMs = topSpeed === 0 ? 0 : (Math.max(0, distance - 2 * rampDistance) / topSpeed) * msPerSecond;
  return {
    startSpeed: 0,
    topSpeed,
    acceleration,
    rampUpMs: rampMs,
    cruiseMs,
    rampDownMs: rampMs,
    durationMs: 2 * rampMs + cruiseMs,
  };
}

/** From `speed` to rest as fast as `acceleration` allows. */
export function brakeProfile(speed: number, acceleration: number): MoveProfile {
  const rampDownMs = (speed / acceleration) * msPerSecond;
  return {
    startSpeed: speed,
    topSpeed: speed,
    acceleration,
    rampUpMs: 0,
    cruiseMs: 0,
    rampDownMs,
    durationMs: rampDownMs,
  };
}

/** How far the move has come `elapsedMs` after it began. */
export function distanceAt(profile: MoveProfile, elapsedMs: number): number {
  const { startSpeed, topSpeed, acceleration, rampUpMs, cruiseMs, rampDownMs } = profile;
  const up = within(elapsedMs, rampUpMs) / msPerSecond;
  const even = within(elapsedMs - rampUpMs, cruiseMs) / msPerSecond;
  const down = within(elapsedMs - rampUpMs - cruiseMs, rampDownMs) / msPerSecond;
  return (
    startSpeed * up +
    (acceleration * up ** 2) / 2 +
    topSpeed * even +
    topSpeed * down -
    (acceleration * down ** 2) / 2
  );
}

export function speedAt(profile: MoveProfile, elapsedMs: number): number {
  const { startSpeed, acceleration, rampUpMs, cruiseMs, rampDownMs } = profile;
  const up = within(elapsedMs, rampUpMs) / msPerSecond;
  const down = within(elapsedMs - rampUpMs - cruiseMs, rampDownMs) / msPerSecond;
  return Math.max(0, startSpeed + acceleration * (up - down));
}

function within(elapsedMs: number, phaseMs: number): number {
  return Math.min(Math.max(elapsedMs, 0), phaseMs);
}
