import type { MachineProfile } from '@stationery/client';
import type { ComponentChildren } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { machineSettingsTexts as texts } from '../../../texts/machine-settings.ts';
import { plotterTexts } from '../../../texts/plotter.ts';
import { Button, Checkbox, Field, FormDialog, Segmented, showToast } from '../../../ui/index.ts';
import type { Options } from '../../../ui/options.ts';
import { plotter } from '../../client.ts';
import { StopButton } from '../../components/stop-button.tsx';
import { machineDialog, setupDialog } from '../../state/dialogs.ts';
import { runAction } from '../../state/run-action.ts';
import { checkDraft } from '../../state/script/script-draft.ts';
import { isRunning, machine } from '../../state/store.ts';
import './machine.css';
import {
  type CheckField,
  type FormErrors,
  formOf,
  type ProfileForm,
  readForm,
  type TextField,
} from './profile-form.ts';

export function MachineDialog() {
  return machine.value === undefined ? null : <MachineForm />;
}

/** The profile member of each field whose name differs from the member's. */
const memberOf: Partial<Record<TextField, keyof MachineProfile>> = {
  widthMm: 'size',
  heightMm: 'size',
  minX: 'limits',
  maxX: 'limits',
  minY: 'limits',
  maxY: 'limits',
  speedMin: 'speedLimits',
  speedMax: 'speedLimits',
  heightUp: 'penHeights',
  heightDown: 'penHeights',
};

function MachineForm() {
  const [before] = useState<MachineProfile>(() => machine.peek()!);
  const [form, setForm] = useState<ProfileForm>(() => formOf(before));
  const [errors, setErrors] = useState<FormErrors>({});
  const element = useRef<HTMLDivElement>(null);
  const set = <K extends keyof ProfileForm>(field: K, value: ProfileForm[K]) =>
    setForm((now) => ({ ...now, [field]: value }));

  const save = async () => {
    const read = readForm(form, before);
    setErrors('errors' in read ? read.errors : {});
    if ('errors' in read) {
      requestAnimationFrame(() =>
        element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus(),
      );
      return;
    }
    const saved = await runAction('machine', () => plotter.setMachine(read.profile));
    if (saved === undefined) return;
    machine.value = saved;
    machineDialog.close();
    showToast({ message: texts.saved });
    void checkDraft();
  };

  const number = (field: TextField, label: string, unit: string) => {
    // Values that the machine reports override the settings.
    const isReported = before.reported?.includes(memberOf[field] ?? field) === true;
    return (
      <Field
        label={label}
        hint={isReported ? texts.reported(unit) : unit}
        inputMode="decimal"
        value={form[field]}
        error={errors[field]}
        disabled={isReported}
        onChange={(text) => set(field, text)}
      />
    );
  };
  const check = (field: CheckField, label: string) => (
    <Checkbox small label={label} value={form[field]} onChange={(value) => set(field, value)} />
  );
  const choice = <F extends 'coordinates' | 'enforce' | 'penControl'>(
    field: F,
    label: string,
    options: Options<ProfileForm[F]>,
  ) => (
    <div class="machine-whole machine-row row wrap">
      <span class="field-label">{label}</span>
      <Segmented
        label={label}
        options={options}
        value={form[field]}
        onChange={(value) => set(field, value)}
      />
    </div>
  );
  const { penControl: penControls = [], drivenByProfile = false, linesAreCommands = true } = before.can ?? {};
  const isStepped = before.speedUnit === 'us/step';
  const commandUnit = texts.speedCommandUnit(before.speedUnit ?? 'steps/s');

  return (
    <FormDialog
      title={texts.title}
      wide
      noValidate
      isDisabled={isRunning.value}
      onClose={machineDialog.close}
      onSubmit={save}
      before={
        <>
          <StopButton />
          <Button
            kind="quiet"
            onClick={() => {
              machineDialog.close();
              setupDialog.open();
            }}
          >
            {plotterTexts.connection.which}
          </Button>
        </>
      }
    >
      <div ref={element} class="stack gap-3">
        {isRunning.value && <p>{texts.running}</p>}
        <div class="machine-fields">
          <Field
            label={texts.name}
            value={form.name}
            error={errors.name}
            maxLength={100}
            onChange={(text) => set('name', text)}
          />
          {number('stepsPerMm', texts.scale, texts.scaleUnit)}
          {linesAreCommands &&
            choice('coordinates', texts.coordinates, { absolute: texts.absolute, relative: texts.relative })}
        </div>
        <Group title={texts.pen} note={texts.penNote}>
          {number('heightUp', texts.heightUp, texts.heightUnit)}
          {number('heightDown', texts.heightDown, texts.heightUnit)}
          {number('penUpMs', texts.penUpMs, texts.ms)}
          {number('penDownMs', texts.penDownMs, texts.ms)}
          {before.can?.lowersGently && (
            <div class="machine-whole">{check('lowersGently', texts.lowersGently)}</div>
          )}
          {number('parkX', texts.parkX, texts.parkUnit)}
          {number('parkY', texts.parkY, texts.parkUnit)}
          {penControls.length > 0 &&
            choice('penControl', texts.penControl, [
              ['automatic', texts.automatic],
              ...penControls.map((value) => [value, texts.lifts[value]] as const),
            ])}
        </Group>
        <Group title={texts.motion} note={`${texts.cornerNote} ${texts.speedsNote(drivenByProfile)}`}>
          {isStepped && number('stepIntervalUs', texts.stepInterval, texts.stepIntervalUnit)}
          {number('speed', texts.speed, texts.speedUnit)}
          {number('penUpSpeed', texts.penUpSpeed, texts.penUpSpeedUnit)}
          {number('acceleration', texts.acceleration, texts.accelerationUnit)}
          {number('cornerDeviationMm', texts.corner, texts.cornerUnit)}
          {number('speedMin', texts.speedMin, commandUnit)}
          {number('speedMax', texts.speedMax, commandUnit)}
        </Group>
        <Group title={check('hasSize', texts.sheet)}>
          {form.hasSize && number('widthMm', texts.width, texts.mm)}
          {form.hasSize && number('heightMm', texts.height, texts.mm)}
        </Group>
        <Group
          title={check('hasLimits', texts.limits)}
          note={form.hasLimits ? `${texts.limitsNote} ${texts.enforceNote}` : undefined}
        >
          {form.hasLimits && number('minX', texts.minX, texts.limitUnit)}
          {form.hasLimits && number('maxX', texts.maxX, texts.limitUnit)}
          {form.hasLimits && number('minY', texts.minY, texts.limitUnit)}
          {form.hasLimits && number('maxY', texts.maxY, texts.limitUnit)}
          {form.hasLimits &&
            choice('enforce', texts.enforce, {
              automatic: texts.automatic,
              on: texts.enforceOn,
              off: texts.enforceOff,
            })}
        </Group>
        <Group title={texts.axes} note={texts.axesNote}>
          {check('swap', texts.swap)}
          {check('mirrorX', texts.mirrorX)}
          {check('mirrorY', texts.mirrorY)}
        </Group>
      </div>
    </FormDialog>
  );
}

interface GroupProps {
  title: ComponentChildren;
  note?: string | undefined;
  children: ComponentChildren;
}

function Group({ title, note, children }: GroupProps) {
  return (
    <section class="machine-group stack gap-3">
      <h3 class="machine-title">{title}</h3>
      <div class="machine-fields">{children}</div>
      {note !== undefined && <p class="soft small">{note}</p>}
    </section>
  );
}
