import { useSignal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { newKey } from '../../../service/new-key.ts';
import { boardTexts } from '../../../texts/board.ts';
import { sharedTexts } from '../../../texts/shared.ts';
import { Button, Checkbox, ChoiceField, Dialog, Field } from '../../../ui/index.ts';
import { closeDialogs, submitting } from '../../state/dialogs.ts';
import { type JobClass, trimClass } from '../../state/job-class.ts';
import { submitDrawings } from '../../state/submit-drawings.ts';
import { ClassFields } from './class-fields.tsx';

const texts = boardTexts.submit;
const mostCopies = 1_000;

/** How drawings are to be queued: how many copies, and for which plotters. */
export function SubmitDialog() {
  const files = submitting.value;
  return files === undefined ? null : <Questions files={files} />;
}

type Priority = keyof typeof texts.priorities;

function Questions({ files }: { files: readonly File[] }) {
  const copies = useSignal('1');
  const wanted = useSignal<JobClass>({});
  const priority = useSignal<Priority>('normal');
  const isHeld = useSignal(false);
  const isBusy = useSignal(false);
  /** The same key for the same answers: whoever tries again after a lost answer gets no second set of jobs. */
  const sent = useRef({ answers: '', key: '' });
  const first = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    first.current?.focus();
    first.current?.select();
  }, []);
  const count = Number(copies.value);
  const isCount = Number.isInteger(count) && count >= 1 && count <= mostCopies;

  const submit = async () => {
    if (!isCount || isBusy.value) return;
    const how = {
      copies: count,
      class: trimClass(wanted.value),
      priority: priority.value,
      isHeld: isHeld.value,
    };
    const answers = JSON.stringify(how);
    if (sent.current.answers !== answers) sent.current = { answers, key: newKey() };
    isBusy.value = true;
    if (await submitDrawings(files, how, sent.current.key)) closeDialogs();
    isBusy.value = false;
  };

  return (
    <Dialog title={texts.title(files.length)} onClose={closeDialogs}>
      <form
        class="dialog-form"
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <p class="submit-files">{files.map(({ name }) => name).join(', ')}</p>
        <div class="submit-pair">
          <Field
            label={texts.copies}
            type="number"
            min={1}
            max={mostCopies}
            value={copies.value}
            inputRef={first}
            error={isCount ? undefined : texts.copiesWrong}
            onInput={(event) => {
              copies.value = event.currentTarget.value;
            }}
          />
          <ChoiceField<Priority>
            label={texts.priority}
            value={priority.value}
            options={texts.priorities}
            onChange={(value) => {
              priority.value = value;
            }}
          />
        </div>
        <ClassFields wanted={wanted} />
        <Checkbox
          label={texts.hold}
          checked={isHeld.value}
          onChange={(checked) => {
            isHeld.value = checked;
          }}
        />
        <div class="dialog-actions">
          <Button onClick={closeDialogs}>{sharedTexts.cancel}</Button>
          <Button kind="primary" type="submit" busy={isBusy.value}>
            {texts.go}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
