import { type Signal, useSignal } from '@preact/signals';
import type { TagPlayback } from '@stationery/client/tags';
import { editTagTexts } from '../../../texts/edit-tag.ts';
import { playerSettingsTexts } from '../../../texts/player-settings.ts';
import { stationTexts } from '../../../texts/station.ts';
import { ChoiceField } from '../../../ui/choice-field.tsx';

const asStation = '';
type Volume = TagPlayback['volume'];

export function PlaybackField({ playback }: { playback: Signal<TagPlayback> }) {
  // Stays open when the last setting is removed.
  const isOpen = useSignal(Object.keys(playback.value).length > 0).value;
  const set = <K extends keyof TagPlayback>(member: K, value: TagPlayback[K] | undefined) => {
    const { [member]: _, ...others } = playback.value;
    playback.value = value === undefined ? others : { ...others, [member]: value };
  };
  const choice = <K extends 'on_removal' | 'on_again' | 'repeat'>(
    member: K,
    label: string,
    words: Record<NonNullable<TagPlayback[K]>, string>,
  ) => (
    <ChoiceField<string>
      label={label}
      value={playback.value[member] ?? asStation}
      options={{ [asStation]: editTagTexts.asStation, ...words }}
      onChange={(value) => set(member, value === asStation ? undefined : (value as TagPlayback[K]))}
    />
  );
  const { remember, volume } = playback.value;
  const texts = playerSettingsTexts;
  const { player } = stationTexts;
  return (
    <details class="edit-tag-playback" open={isOpen}>
      <summary>{editTagTexts.playback}</summary>
      <div class="edit-tag-choices">
        {choice('on_removal', editTagTexts.onRemoval, texts.removal)}
        {choice('on_again', editTagTexts.onAgain, texts.again)}
        {choice('repeat', player.repeat, player.repeatModes)}
        <ChoiceField<string>
          label={texts.remember}
          value={remember === undefined ? asStation : String(remember)}
          options={{ [asStation]: editTagTexts.asStation, true: editTagTexts.yes, false: editTagTexts.no }}
          onChange={(value) => set('remember', value === asStation ? undefined : value === 'true')}
        />
        <ChoiceField<string>
          label={stationTexts.player.volume}
          value={volume === undefined ? asStation : String(volume)}
          options={volumes(volume)}
          onChange={(value) => set('volume', value === asStation ? undefined : Number(value))}
        />
      </div>
    </details>
  );
}

function volumes(own: Volume): Record<string, string> {
  const steps = new Set([
    ...Array.from({ length: 10 }, (_, at) => (at + 1) * 10),
    ...(own === undefined ? [] : [own]),
  ]);
  const words = [...steps].map((percent) => [String(percent), stationTexts.player.percent(percent)] as const);
  return { [asStation]: editTagTexts.asSet, ...Object.fromEntries(words) };
}
