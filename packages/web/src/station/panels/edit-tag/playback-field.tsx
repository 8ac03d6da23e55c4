import type { Signal } from '@preact/signals';
import type { TagPlayback } from '@stationery/client/tags';
import { editTagTexts } from '../../../texts/edit-tag.ts';
import { playerSettingsTexts } from '../../../texts/player-settings.ts';
import { stationTexts } from '../../../texts/station.ts';
import { pairsOf } from '../../../ui/options.ts';
import { OwnSettings, withOwn } from './own-settings.tsx';

const offeredVolumes = Array.from({ length: 10 }, (_, at) => (at + 1) * 10);

export function PlaybackField({ playback }: { playback: Signal<TagPlayback> }) {
  const { asStation, asSet, yes, no } = editTagTexts;
  const texts = playerSettingsTexts;
  const { player } = stationTexts;
  const volumes = withOwn(offeredVolumes, playback.value.volume).sort((one, other) => one - other);
  return (
    <OwnSettings title={editTagTexts.playback} settings={playback}>
      {(choice) => (
        <>
          {choice('on_removal', editTagTexts.onRemoval, asStation, pairsOf(texts.removal))}
          {choice('on_again', editTagTexts.onAgain, asStation, pairsOf(texts.again))}
          {choice('repeat', player.repeat, asStation, pairsOf(player.repeatModes))}
          {choice('remember', texts.remember, asStation, [
            [true, yes],
            [false, no],
          ])}
          {choice(
            'volume',
            player.volume,
            asSet,
            volumes.map((percent) => [percent, player.percent(percent)]),
          )}
        </>
      )}
    </OwnSettings>
  );
}
