import { type Signal, useSignal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { boardTexts } from '../../../texts/board.ts';
import { sharedTexts } from '../../../texts/shared.ts';
import { Button, Dialog, Field } from '../../../ui/index.ts';
import { addingDevice, closeDialogs } from '../../state/dialogs.ts';
import {
  enrolled,
  enrolledProblem,
  getCode,
  joinedWith,
  type OpenCode,
  readEnrolled,
} from '../../state/enrolment.ts';
import { devices } from '../../state/store.ts';
import { useRegularly } from '../../state/use-regularly.ts';
import { CodeSheet } from './code-sheet.tsx';
import { NoCredentials } from './no-credentials.tsx';
import './enrolment.css';

const texts = boardTexts.enrolment;
const lookMs = 2_000;
const longestName = 100;

/** A code with which a device joins the fleet, and how it is used. */
export function AddDeviceDialog() {
  return addingDevice.value ? <AddDevice /> : null;
}

function AddDevice() {
  const name = useSignal('');
  const code = useSignal<OpenCode | undefined>(undefined);
  const isBusy = useSignal(false);
  useRegularly(lookMs, readEnrolled);
  const joined = code.value && joinedWith(code.value);

  const ask = async () => {
    isBusy.value = true;
    code.value = (await getCode(name.value.trim())) ?? code.value;
    isBusy.value = false;
  };
  const restart = () => {
    name.value = '';
    code.value = undefined;
  };

  return (
    <Dialog title={texts.addTitle} onClose={closeDialogs}>
      {enrolled.value === undefined ? (
        <p class="soft">{enrolledProblem.value ?? boardTexts.loading}</p>
      ) : enrolled.value === 'none' ? (
        <NoCredentials />
      ) : joined !== undefined ? (
        <>
          <p role="status">
            <strong>{texts.joined(joined.name, joined.id)}</strong>{' '}
            {devices.value?.get(joined.id)?.isOnline ? texts.online : texts.joinedNext}
          </p>
          <div class="dialog-actions">
            <Button onClick={restart}>{texts.another}</Button>
            <Button kind="primary" onClick={closeDialogs}>
              {texts.done}
            </Button>
          </div>
        </>
      ) : code.value !== undefined ? (
        <CodeSheet code={code.value} isBusy={isBusy.value} onNewCode={() => void ask()} />
      ) : (
        <NameForm name={name} isBusy={isBusy.value} onSubmit={() => void ask()} />
      )}
    </Dialog>
  );
}

interface NameFormProps {
  name: Signal<string>;
  isBusy: boolean;
  onSubmit: () => void;
}

function NameForm({ name, isBusy, onSubmit }: NameFormProps) {
  const field = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => field.current?.focus(), []);
  return (
    <form
      class="dialog-form"
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      <Field
        label={texts.name}
        hint={texts.nameHint}
        maxLength={longestName}
        inputRef={field}
        value={name.value}
        onInput={(event) => {
          name.value = event.currentTarget.value;
        }}
      />
      <div class="dialog-actions">
        <Button onClick={closeDialogs}>{sharedTexts.cancel}</Button>
        <Button kind="primary" type="submit" busy={isBusy}>
          {texts.getCode}
        </Button>
      </div>
    </form>
  );
}
