import { useSignal } from '@preact/signals';
import type { PlayerLimits } from '@stationery/client/player';
import { changedMembers } from '../../../service/changed-members.ts';
import { reportFailure } from '../../../service/index.ts';
import { LoadedDialog } from '../../../service/loaded-dialog.tsx';
import { limitsTexts as texts } from '../../../texts/limits.ts';
import { stationTexts } from '../../../texts/station.ts';
import { bound } from '../../../ui/bound.ts';
import { Checkbox, DialogForm, Field, showToast } from '../../../ui/index.ts';
import { stationPlayer } from '../../client.ts';
import { limitsDialog } from '../../state/dialogs.ts';
import './limits-dialog.css';

export const LimitsDialog = () => (
  <LoadedDialog
    title={stationTexts.player.limits}
    read={() => stationPlayer.limits()}
    onClose={limitsDialog.close}
  >
    {(before) => <LimitsForm before={before} />}
  </LoadedDialog>
);

/** Returns null for an empty field, and undefined for anything but a whole number. */
const numberIn = (typed: string, min: number, max: number) => {
  const number = Number(typed.trim());
  if (typed.trim() === '') return null;
  return Number.isInteger(number) && number >= min && number <= max ? number : undefined;
};
const shown = (number: number | null) => (number === null ? '' : String(number));

function LimitsForm({ before }: { before: PlayerLimits }) {
  const isQuiet = useSignal(before.quiet !== null);
  const from = useSignal(before.quiet?.from ?? '20:00');
  const to = useSignal(before.quiet?.to ?? '07:00');
  const minutes = useSignal(shown(before.minutes_per_day));
  const startsOver = useSignal(false);
  const shutdownIdle = useSignal(shown(before.shutdown_idle));
  const shutdownAt = useSignal(before.shutdown_at ?? '');
  const shutdownBattery = useSignal(shown(before.shutdown_battery));
  const volumeMin = useSignal(shown(before.volume_min || null));
  const volumeCap = useSignal(shown(before.volume_cap));
  const volumeStart = useSignal(shown(before.volume_start));
  const pin = useSignal('');
  const newPin = useSignal('');
  const removesPin = useSignal(false);

  const wanted = {
    minutes_per_day: numberIn(minutes.value, 1, 1440),
    shutdown_idle: numberIn(shutdownIdle.value, 5, 1440),
    shutdown_battery: numberIn(shutdownBattery.value, 1, 50),
    volume_min: numberIn(volumeMin.value, 0, 100),
    volume_cap: numberIn(volumeCap.value, 0, 100),
    volume_start: numberIn(volumeStart.value, 0, 100),
  };
  const isPinWrong = newPin.value !== '' && !/^\d{4,8}$/.test(newPin.value);
  const isQuietWrong = isQuiet.value && (from.value === '' || to.value === '' || from.value === to.value);
  const isMinWrong = (wanted.volume_min ?? 0) > (wanted.volume_cap ?? 100);
  const isWrong =
    isPinWrong || isQuietWrong || isMinWrong || Object.values(wanted).some((value) => value === undefined);
  const save = async () => {
    const limits = {
      quiet: isQuiet.value ? { from: from.value, to: to.value } : null,
      minutes_per_day: wanted.minutes_per_day ?? null,
      shutdown_idle: wanted.shutdown_idle ?? null,
      shutdown_at: shutdownAt.value || null,
      shutdown_battery: wanted.shutdown_battery ?? null,
      volume_min: wanted.volume_min ?? 0,
      volume_cap: wanted.volume_cap ?? 100,
      volume_start: wanted.volume_start ?? null,
    };
    const saved = await reportFailure(() =>
      stationPlayer.changeLimits({
        ...changedMembers(before, limits),
        ...(startsOver.value && { minutes_used: 0 }),
        ...(before.has_pin && { pin: pin.value }),
        ...(removesPin.value ? { new_pin: null } : newPin.value !== '' && { new_pin: newPin.value }),
      }),
    );
    if (saved === undefined) return;
    showToast({ message: texts.saved });
    limitsDialog.close();
  };
  const percent = (value: number | null | undefined) =>
    value === undefined ? texts.percentWrong : undefined;
  return (
    <DialogForm onSubmit={save} onCancel={limitsDialog.close} isDisabled={isWrong}>
      {before.has_pin && (
        <Field label={texts.pin} type="password" inputMode="numeric" maxLength={8} {...bound(pin)} />
      )}
      <Checkbox label={texts.quiet} hint={texts.quietHint} {...bound(isQuiet)} />
      {isQuiet.value && (
        <div class="limits-row">
          <Field label={texts.from} type="time" {...bound(from)} />
          <Field
            label={texts.to}
            type="time"
            {...bound(to)}
            error={isQuietWrong ? texts.quietWrong : undefined}
          />
        </div>
      )}
      {isQuiet.value && !before.clock_trusted && <p class="small soft">{texts.clock}</p>}
      <Field
        label={texts.minutes}
        inputMode="numeric"
        maxLength={4}
        {...bound(minutes)}
        hint={before.minutes_per_day === null ? texts.minutesHint : texts.used(before.minutes_used)}
        error={wanted.minutes_per_day === undefined ? texts.minutesWrong : undefined}
      />
      {before.minutes_used > 0 && <Checkbox label={texts.startOver} {...bound(startsOver)} />}
      {before.can_shut_down && (
        <>
          <Field
            label={texts.shutdownIdle}
            inputMode="numeric"
            maxLength={4}
            {...bound(shutdownIdle)}
            hint={texts.shutdownIdleHint}
            error={wanted.shutdown_idle === undefined ? texts.shutdownIdleWrong : undefined}
          />
          <Field label={texts.shutdownAt} type="time" {...bound(shutdownAt)} />
          {before.battery.state !== 'missing' && (
            <Field
              label={texts.shutdownBattery}
              inputMode="numeric"
              maxLength={2}
              {...bound(shutdownBattery)}
              hint={texts.shutdownBatteryHint}
              error={wanted.shutdown_battery === undefined ? texts.shutdownBatteryWrong : undefined}
            />
          )}
        </>
      )}
      <fieldset class="limits-volume">
        <legend class="field-label">{texts.volume}</legend>
        <Field
          label={texts.volumeMin}
          inputMode="numeric"
          maxLength={3}
          {...bound(volumeMin)}
          error={isMinWrong ? texts.minWrong : percent(wanted.volume_min)}
        />
        <Field
          label={texts.volumeCap}
          inputMode="numeric"
          maxLength={3}
          {...bound(volumeCap)}
          error={percent(wanted.volume_cap)}
        />
        <Field
          label={texts.volumeStart}
          inputMode="numeric"
          maxLength={3}
          {...bound(volumeStart)}
          error={percent(wanted.volume_start)}
        />
      </fieldset>
      {!removesPin.value && (
        <Field
          label={before.has_pin ? texts.otherPin : texts.newPin}
          type="password"
          inputMode="numeric"
          autocomplete="new-password"
          maxLength={8}
          {...bound(newPin)}
          hint={texts.newPinHint}
          error={isPinWrong ? texts.pinWrong : undefined}
        />
      )}
      {before.has_pin && <Checkbox label={texts.removePin} {...bound(removesPin)} />}
    </DialogForm>
  );
}
