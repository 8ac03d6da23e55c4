import { stationTexts } from '../../texts/station.ts';
import { player } from '../state/store.ts';
import { minutes } from './use-position.ts';

export function timeWords(at: number, duration: number | null): string {
  const { player: texts } = stationTexts;
  if (player.value?.state.stream?.connecting) return texts.connecting;
  return texts.time(minutes(at), duration === null ? undefined : minutes(duration));
}
