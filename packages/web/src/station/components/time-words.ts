import { stationTexts } from '../../texts/station.ts';
import { formatMinutes } from '../../ui/format.ts';
import { player } from '../state/store.ts';

export function timeWords(at: number, duration: number | null): string {
  const { player: texts } = stationTexts;
  if (player.value?.state.stream?.connecting) return texts.connecting;
  return texts.time(formatMinutes(at), duration === null ? undefined : formatMinutes(duration));
}
