/** A straight move. Lengths are in any unit, speeds along the line per second, accelerations per second squared. */
export interface MoveProfile {
  readonly length: number;
  readonly startSpeed: number;
  readonly topSpeed: number;
  readonly endSpeed: number;
  readonly acceleration: number;
  readonly rampUpMs: number;
  readonly cruiseMs: number;
  readonly rampDownMs: number;
  readonly durationMs: number;
}

interface MovePhase {
  readonly kind: 'accelerate' | 'cruise' | 'brake';
  readonly durationMs: number;
  readonly length: number;
  readonly startSpeed: number;
  readonly endSpeed: number;
}

const msPerSecond = 1000;

/** Returns the profile of a move, whose length must suffice to change the speed. */
export function moveProfile(
  length: number,
  speed: number,
  acceleration: number,
  startSpeed = 0,
  endSpeed = 0,
): MoveProfile {
  const reachable = Math.sqrt(length * acceleration + (startSpeed ** 2 + endSpeed ** 2) / 2);
  const topSpeed = length === 0 ? startSpeed : Math.max(startSpeed, endSpeed, Math.min(speed, reachable));
  const rampUpMs = (Math.max(0, topSpeed - startSpeed) / acceleration) * msPerSecond;
  const rampDownMs = (Math.max(0, topSpeed - endSpeed) / acceleration) * msPerSecond;
  const rampsLength = (2 * topSpeed ** 2 - startSpeed ** 2 - endSpeed ** 2) / (2 * acceleration);
  const cruiseMs = topSpeed === 0 ? 0 : (Math.max(0, length - rampsLength) / topSpeed) * msPerSecond;
  return {
    length,
    startSpeed,
    topSpeed,
    endSpeed,
    acceleration,
    rampUpMs,
    cruiseMs,
    rampDownMs,
    durationMs: rampUpMs + cruiseMs + rampDownMs,
  };
}

/** Returns the duration of `moveProfile` without creating it. */
export function profileMs(
  length: number,
  speed: number,
  acceleration: number,
  startSpeed: number,
  endSpeed: number,
): number {
  if (length === 0) return 0;
  const squares = startSpeed * startSpeed + endSpeed * endSpeed;
  const reachable = Math.sqrt(acceleration * length + squares / 2);
  const top = Math.max(startSpeed, endSpeed, Math.min(speed, reachable));
  const rampsLength = (2 * top * top - squares) / (2 * acceleration);
  const seconds = (2 * top - startSpeed - endSpeed) / acceleration + Math.max(0, length - rampsLength) / top;
  return seconds * msPerSecond;
}

/** Returns a profile from `speed` to rest. */
export function brakeProfile(speed: number, acceleration: number): MoveProfile {
  return moveProfile(speed ** 2 / (2 * acceleration), speed, acceleration, speed);
}

/** Returns the phases that have a duration. Their lengths add up to the length of the move. */
export function phasesOf(profile: MoveProfile): MovePhase[] {
  const { length, startSpeed, topSpeed, endSpeed, rampUpMs, cruiseMs, rampDownMs } = profile;
  const phases: { -readonly [Key in keyof MovePhase]: MovePhase[Key] }[] = [];
  const add = (kind: MovePhase['kind'], durationMs: number, start: number, end: number) => {
    if (durationMs <= 0) return;
    const phaseLength = ((start + end) / 2) * (durationMs / msPerSecond);
    phases.push({ kind, durationMs, length: phaseLength, startSpeed: start, endSpeed: end });
  };
  add('accelerate', rampUpMs, startSpeed, topSpeed);
  add('cruise', cruiseMs, topSpeed, topSpeed);
  add('brake', rampDownMs, topSpeed, endSpeed);
  // The longest phase absorbs rounding errors, so that no step is lost or added.
  const [longest] = phases.toSorted((one, other) => other.length - one.length);
  if (longest !== undefined) {
    const others = phases.reduce((sum, phase) => (phase === longest ? sum : sum + phase.length), 0);
    longest.length = length - others;
  }
  return phases;
}

export function distanceAt(profile: MoveProfile, elapsedMs: number): number {
  const { length, startSpeed, topSpeed, endSpeed, rampUpMs, cruiseMs, rampDownMs, durationMs } = profile;
  if (elapsedMs >= durationMs) return length;
  const up = within(elapsedMs, rampUpMs);
  const even = within(elapsedMs - rampUpMs, cruiseMs);
  const down = within(elapsedMs - rampUpMs - cruiseMs, rampDownMs);
  const distance =
    rampLength(startSpeed, topSpeed, up, rampUpMs) +
    topSpeed * even +
    rampLength(topSpeed, endSpeed, down, rampDownMs);
  return Math.min(length, distance / msPerSecond);
}

/** Returns the speed at a time. A machine without acceleration reaches its speed at once. */
export function speedAt(profile: MoveProfile, elapsedMs: number): number {
  const { startSpeed, topSpeed, endSpeed, rampUpMs, cruiseMs, rampDownMs, durationMs } = profile;
  if (elapsedMs >= durationMs) return endSpeed;
  if (elapsedMs < rampUpMs) return speedOnRamp(startSpeed, topSpeed, Math.max(0, elapsedMs), rampUpMs);
  return speedOnRamp(topSpeed, endSpeed, within(elapsedMs - rampUpMs - cruiseMs, rampDownMs), rampDownMs);
}

function rampLength(from: number, to: number, elapsed: number, whole: number): number {
  return ((from + speedOnRamp(from, to, elapsed, whole)) / 2) * elapsed;
}

function speedOnRamp(from: number, to: number, elapsed: number, whole: number): number {
  return whole === 0 ? from : from + ((to - from) * elapsed) / whole;
}

function within(elapsedMs: number, phaseMs: number): number {
  return Math.min(Math.max(elapsedMs, 0), phaseMs);
}
