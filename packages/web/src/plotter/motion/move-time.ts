/** A straight move from rest to rest: faster and faster, then evenly, then slower and slower. */
export interface MoveTime {
  durationMs: number;
  /** How much of the way is done, from 0 to 1. */
  part(elapsedMs: number): number;
}

export function moveTime(distance: number, speed: number, acceleration: number): MoveTime {
  if (distance === 0) return { durationMs: 0, part: () => 1 };
  const top = Math.min(speed, Math.sqrt(distance * acceleration));
  const rampS = top / acceleration;
  const cruiseS = (distance - top * rampS) / top;
  const wholeS = 2 * rampS + cruiseS;
  const covered = (s: number): number => {
    if (s < rampS) return (acceleration * s * s) / 2;
    if (s < rampS + cruiseS) return (top * rampS) / 2 + top * (s - rampS);
    const left = wholeS - s;
    return distance - (acceleration * left * left) / 2;
  };
  return {
    durationMs: wholeS * 1000,
    part: (elapsedMs) => {
      const s = Math.min(wholeS, Math.max(0, elapsedMs / 1000));
      return covered(s) / distance;
    },
  };
}
