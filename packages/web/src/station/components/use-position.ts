import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { player } from '../state/store.ts';

/** Where the station is in what it plays, in seconds: it moves on between two events of the station. */
export function usePosition(everyMs = 500): { at: number; duration: number | null } {
  const nowMs = useSignal(performance.now());
  const told = player.value;
  const isRunning = told?.state.status === 'playing' && told.state.problem === null;
  useEffect(() => {
    nowMs.value = performance.now();
    if (!isRunning) return;
    const timer = setInterval(() => {
      nowMs.value = performance.now();
    }, everyMs);
    return () => clearInterval(timer);
  }, [told, isRunning]);
  const { position, duration } = told?.state ?? { position: 0, duration: null };
  const passed = isRunning ? Math.max(0, nowMs.value - (told?.atMs ?? 0)) / 1000 : 0;
  return { at: Math.min(position + passed, duration ?? Number.POSITIVE_INFINITY), duration };
}

export function minutes(seconds: number): string {
  const whole = Math.floor(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}
