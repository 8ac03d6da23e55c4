import { type Signal, useSignal } from '@preact/signals';
import type { PlayerSettings } from '@stationery/client/player';
import { languageCode } from '@stationery/contract/languages';
import { isSoundOrFilm } from '@stationery/contract/sound-names';
import { useId } from 'preact/hooks';
import { LoadedDialog } from '../../../service/loaded-dialog.tsx';
import { playerSettingsTexts as texts } from '../../../texts/player-settings.ts';
import { stationTexts } from '../../../texts/station.ts';
import { bound } from '../../../ui/bound.ts';
import { Checkbox, DialogForm, Field, Segmented } from '../../../ui/index.ts';
import { stationPlayer } from '../../client.ts';
import { FileChoice } from '../../components/file-choice.tsx';
import { playerSettingsDialog } from '../../state/dialogs.ts';
import { isPlayable } from '../../state/playable.ts';
import { changePlayerSettings } from '../../state/player-settings.ts';
import { player } from '../../state/store.ts';
import './player-settings-dialog.css';

const isOffered = (filename: string) => isSoundOrFilm(filename) && isPlayable(filename);
const secondsIn = (typed: string) => {
  const seconds = Number(typed.trim().replace(',', '.') || Number.NaN);
  return seconds >= 0 && seconds <= 10 ? seconds : undefined;
};

const maxLanguages = 12;
/** Returns undefined if a code is invalid. */
const codesIn = (typed: string) => {
  const codes = [
    ...new Set(
      typed
        .toLowerCase()
        .split(/[\s,;]+/)
        .filter(Boolean),
    ),
  ];
  return codes.length <= maxLanguages && codes.every((code) => languageCode.test(code)) ? codes : undefined;
};

export const PlayerSettingsDialog = () => (
  <LoadedDialog
    title={stationTexts.player.settings}
    read={() => stationPlayer.settings()}
    onClose={playerSettingsDialog.close}
  >
    {(before) => <PlayerSettingsForm before={before} />}
  </LoadedDialog>
);

function PlayerSettingsForm({ before }: { before: PlayerSettings }) {
  const onRemoval = useSignal(before.on_removal);
  const onAgain = useSignal(before.on_again);
  const repeat = useSignal(before.repeat);
  const remember = useSignal(before.remember);
  const volumeCap = useSignal(before.volume_cap);
  const fade = useSignal(String(before.fade));
  const grace = useSignal(String(before.grace));
  const unknownSound = useSignal(before.unknown_sound);
  const replayGain = useSignal(before.replay_gain);
  const idleFile = useSignal(before.idle_file);
  const languages = useSignal(before.languages.join(', '));
  const volumeId = useId();

  const isWrong =
    secondsIn(fade.value) === undefined ||
    secondsIn(grace.value) === undefined ||
    codesIn(languages.value) === undefined;
  const save = async () => {
    const isSaved = await changePlayerSettings(before, {
      on_removal: onRemoval.value,
      on_again: onAgain.value,
      repeat: repeat.value,
      remember: remember.value,
      volume_cap: volumeCap.value,
      fade: secondsIn(fade.value) ?? before.fade,
      grace: secondsIn(grace.value) ?? before.grace,
      unknown_sound: unknownSound.value,
      replay_gain: replayGain.value,
      idle_file: idleFile.value,
      languages: codesIn(languages.value) ?? before.languages,
    });
    if (isSaved) playerSettingsDialog.close();
  };
  return (
    <DialogForm onSubmit={save} onCancel={playerSettingsDialog.close} isDisabled={isWrong}>
      <Choice label={texts.onRemoval} words={texts.removal} hints={texts.removalHint} chosen={onRemoval} />
      <Choice label={texts.onAgain} words={texts.again} hints={texts.againHint} chosen={onAgain} />
      {onAgain.value === 'resume' && (
        <Checkbox label={texts.remember} hint={texts.rememberHint} {...bound(remember)} />
      )}
      <Choice
        label={stationTexts.player.repeat}
        words={stationTexts.player.repeatModes}
        hints={texts.repeatHint}
        chosen={repeat}
      />
      <div class="stack gap-1">
        <label for={volumeId} class="field-label">
          {texts.volumeCap}
        </label>
        <div class="player-setting-volume row gap-3">
          <input
            id={volumeId}
            type="range"
            min={5}
            max={100}
            step={5}
            value={volumeCap.value}
            aria-valuetext={stationTexts.player.percent(volumeCap.value)}
            aria-describedby={`${volumeId}-hint`}
            onInput={(event) => {
              volumeCap.value = Number(event.currentTarget.value);
            }}
          />
          <span>{stationTexts.player.percent(volumeCap.value)}</span>
        </div>
        <p id={`${volumeId}-hint`} class="field-note small soft">
          {texts.volumeCapHint}
        </p>
      </div>
      {player.value?.state.player !== 'browser' && (
        <Choice
          label={texts.replayGain}
          words={texts.replayGains}
          hints={texts.replayGainHint}
          chosen={replayGain}
        />
      )}
      <FileChoice
        label={texts.idleFile}
        none={texts.noIdleFile}
        isOffered={isOffered}
        chosen={idleFile}
        hint={texts.idleFileHint}
        noneOffered={texts.noSounds}
      />
      <Field
        label={texts.languages}
        {...bound(languages)}
        maxLength={100}
        placeholder="en, de"
        hint={texts.languagesHint}
        error={codesIn(languages.value) === undefined ? texts.languagesWrong : undefined}
      />
      <Checkbox label={texts.unknownSound} hint={texts.unknownSoundHint} {...bound(unknownSound)} />
      <div class="player-setting-seconds stack gap-4">
        <Seconds label={texts.fade} hint={texts.fadeHint} typed={fade} />
        <Seconds label={texts.grace} hint={texts.graceHint} typed={grace} />
      </div>
    </DialogForm>
  );
}

interface ChoiceProps<T extends string> {
  label: string;
  words: Record<T, string>;
  hints: Record<T, string>;
  chosen: Signal<T>;
}

function Choice<T extends string>({ label, words, hints, chosen }: ChoiceProps<T>) {
  return (
    <div class="stack gap-1">
      <p class="field-label" aria-hidden="true">
        {label}
      </p>
      <Segmented label={label} options={words} {...bound(chosen)} />
      <p class="field-note small soft" role="status">
        {hints[chosen.value]}
      </p>
    </div>
  );
}

function Seconds({ label, hint, typed }: { label: string; hint: string; typed: Signal<string> }) {
  return (
    <Field
      label={label}
      inputMode="decimal"
      maxLength={6}
      {...bound(typed)}
      hint={hint}
      error={secondsIn(typed.value) === undefined ? texts.seconds : undefined}
    />
  );
}
