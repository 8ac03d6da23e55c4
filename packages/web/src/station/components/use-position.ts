import { useTicks } from '../../ui/use-ticks.ts';
import { player } from '../state/store.ts';

/** Position and duration in seconds. The position also advances between two reports of the station. */
export function usePosition(everyMs = 500): { at: number; duration: number | null } {
  const reported = player.value;
  const problem = reported?.state.problem?.cause.code;
  const plays = problem === undefined || problem === 'output-missing' || problem === 'playlist-file-missing';
  const isRunning = reported?.state.status === 'playing' && plays && !reported.state.stream?.connecting;
  useTicks(everyMs, isRunning);
  const { position, duration } = reported?.state ?? { position: 0, duration: null };
  const passed = isRunning ? (performance.now() - (reported?.atMs ?? 0)) / 1000 : 0;
  return { at: Math.min(position + passed, duration ?? Number.POSITIVE_INFINITY), duration };
}
