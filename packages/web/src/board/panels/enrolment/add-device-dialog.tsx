import { type Signal, useSignal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { isBusy } from '../../../service/index.ts';
import { boardTexts } from '../../../texts/board.ts';
import { bound } from '../../../ui/bound.ts';
import { Button, Dialog, DialogForm, Field } from '../../../ui/index.ts';
import { addDeviceDialog } from '../../state/dialogs.ts';
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
const maxNameLength = 100;

export function AddDeviceDialog() {
  return addDeviceDialog.value ? <AddDevice /> : null;
}

function AddDevice() {
  const name = useSignal('');
  const code = useSignal<OpenCode | undefined>(undefined);
  useRegularly(lookMs, readEnrolled);
  const joined = code.value && joinedWith(code.value);

  const ask = async () => {
    code.value = (await getCode(name.value.trim())) ?? code.value;
  };
  const restart = () => {
    name.value = '';
    code.value = undefined;
  };

  return (
    <Dialog title={texts.addTitle} onClose={addDeviceDialog.close}>
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
          <div class="dialog-actions wrap">
            <Button onClick={restart}>{texts.another}</Button>
            <Button kind="primary" onClick={addDeviceDialog.close}>
              {texts.done}
            </Button>
          </div>
        </>
      ) : code.value !== undefined ? (
        <CodeSheet code={code.value} isBusy={isBusy('enroll')} onNewCode={() => void ask()} />
      ) : (
        <NameForm name={name} onSubmit={ask} />
      )}
    </Dialog>
  );
}

interface NameFormProps {
  name: Signal<string>;
  onSubmit: () => Promise<void>;
}

function NameForm({ name, onSubmit }: NameFormProps) {
  const field = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => field.current?.focus(), []);
  return (
    <DialogForm onSubmit={onSubmit} onCancel={addDeviceDialog.close} submit={texts.getCode}>
      <Field
        label={texts.name}
        hint={texts.nameHint}
        maxLength={maxNameLength}
        inputRef={field}
        {...bound(name)}
      />
    </DialogForm>
  );
}
