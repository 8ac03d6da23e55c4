import { useRef, useState } from 'preact/hooks';
import { machineSettingsTexts as texts } from '../../../texts/machine-settings.ts';
import { plotterTexts } from '../../../texts/plotter.ts';
import { sharedTexts } from '../../../texts/shared.ts';
import { Button, Dialog, Field, Segmented, showToast } from '../../../ui/index.ts';
import { plotter } from '../../client.ts';
import { StopButton } from '../../components/stop-button.tsx';
import { isMachineDialogOpen, openSetupDialog } from '../../state/dialogs.ts';
import { isBusy, runAction } from '../../state/run-action.ts';
import { checkDraft } from '../../state/script/script-draft.ts';
import { isRunning, machine } from '../../state/store.ts';
import './machine.css';
import { type FormErrors, formOf, type ProfileForm, readForm } from './profile-form.ts';

const closeMachine = () => {
  isMachineDialogOpen.value = false;
};

export function MachineDialog() {
  return isMachineDialogOpen.value && machine.value !== undefined ? <MachineForm /> : null;
}

type NumberField = Exclude<keyof ProfileForm, 'name' | 'coordinates' | 'hasSize' | 'hasLimits' | 'enforce'>;

function MachineForm() {
  const [form, setForm] = useState<ProfileForm>(() => formOf(machine.peek()!));
  const [errors, setErrors] = useState<FormErrors>({});
  const element = useRef<HTMLFormElement>(null);
  const set = <K extends keyof ProfileForm>(field: K, value: ProfileForm[K]) =>
    setForm((before) => ({ ...before, [field]: value }));

  const save = async () => {
    const read = readForm(form);
    setErrors('errors' in read ? read.errors : {});
    if ('errors' in read) {
      requestAnimationFrame(() =>
        element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus(),
      );
      return;
    }
    const saved = await runAction('machine', () =>
      plotter.setMachine({ ...machine.peek(), ...read.profile }),
    );
    if (saved === undefined) return;
    machine.value = saved;
    closeMachine();
    showToast({ message: texts.saved });
    void checkDraft();
  };

  const number = (field: NumberField, label: string, unit: string) => (
    <Field
      label={label}
      hint={unit}
      inputMode="decimal"
      value={form[field]}
      error={errors[field]}
      onInput={(event) => set(field, event.currentTarget.value)}
    />
  );
  const check = (field: 'hasSize' | 'hasLimits', label: string) => (
    <label class="check machine-check">
      <input
        type="checkbox"
        checked={form[field]}
        onChange={(event) => set(field, event.currentTarget.checked)}
      />
      {label}
    </label>
  );

  return (
    <Dialog
      title={texts.title}
      wide
      onClose={closeMachine}
      actions={
        <>
          <StopButton />
          <Button
            kind="quiet"
            onClick={() => {
              closeMachine();
              openSetupDialog();
            }}
          >
            {plotterTexts.connection.which}
          </Button>
          <Button onClick={closeMachine}>{sharedTexts.cancel}</Button>
          <Button
            kind="primary"
            type="submit"
            form="machine-form"
            busy={isBusy('machine')}
            disabled={isRunning.value}
          >
            {texts.save}
          </Button>
        </>
      }
    >
      <form
        ref={element}
        id="machine-form"
        class="machine-form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        {isRunning.value && <p class="machine-whole">{texts.running}</p>}
        <Field
          label={texts.name}
          value={form.name}
          error={errors.name}
          maxLength={100}
          onInput={(event) => set('name', event.currentTarget.value)}
        />
        {number('stepsPerMm', texts.scale, texts.scaleUnit)}
        <div class="machine-whole machine-row">
          <span class="field-label">{texts.coordinates}</span>
          <Segmented
            label={texts.coordinates}
            options={[
              { value: 'absolute', label: texts.absolute },
              { value: 'relative', label: texts.relative },
            ]}
            value={form.coordinates}
            onChange={(value) => set('coordinates', value)}
          />
        </div>
        {check('hasSize', texts.sheet)}
        {form.hasSize && number('widthMm', texts.width, texts.mm)}
        {form.hasSize && number('heightMm', texts.height, texts.mm)}
        {check('hasLimits', texts.limits)}
        {form.hasLimits && number('minX', texts.minX, texts.limitUnit)}
        {form.hasLimits && number('maxX', texts.maxX, texts.limitUnit)}
        {form.hasLimits && number('minY', texts.minY, texts.limitUnit)}
        {form.hasLimits && number('maxY', texts.maxY, texts.limitUnit)}
        {form.hasLimits && (
          <div class="machine-whole machine-row">
            <span class="field-label">{texts.enforce}</span>
            <Segmented
              label={texts.enforce}
              options={[
                { value: 'automatic', label: texts.enforceAutomatic },
                { value: 'on', label: texts.enforceOn },
                { value: 'off', label: texts.enforceOff },
              ]}
              value={form.enforce}
              onChange={(value) => set('enforce', value)}
            />
          </div>
        )}
        {form.hasLimits && <p class="machine-whole machine-note">{texts.enforceNote}</p>}
        <p class="machine-whole machine-note">{texts.timeNote}</p>
        {number('speed', texts.speed, texts.speedUnit)}
        {number('acceleration', texts.acceleration, texts.accelerationUnit)}
        {number('penUpMs', texts.penUpMs, texts.ms)}
        {number('penDownMs', texts.penDownMs, texts.ms)}
      </form>
    </Dialog>
  );
}
