import { useSignal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { newKey } from '../../../service/new-key.ts';
import { boardTexts } from '../../../texts/board.ts';
import { bound } from '../../../ui/bound.ts';
import { Checkbox, ChoiceField, Field, FormDialog } from '../../../ui/index.ts';
import { submitDialog } from '../../state/dialogs.ts';
import { type JobClass, trimClass } from '../../state/job-class.ts';
import { submitDrawings } from '../../state/submit-drawings.ts';
import { ClassFields } from './class-fields.tsx';

const texts = boardTexts.submit;
const maxCopies = 1_000;

export function SubmitDialog() {
  const files = submitDialog.value;
  return files === undefined ? null : <Questions files={files} />;
}

type Priority = keyof typeof texts.priorities;

function Questions({ files }: { files: readonly File[] }) {
  const copies = useSignal('1');
  const wanted = useSignal<JobClass>({});
  const priority = useSignal<Priority>('normal');
  const isHeld = useSignal(false);
  /** The same answers get the same key, so that a retry does not add the jobs twice. */
  const sent = useRef({ answers: '', key: '' });
  const first = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    first.current?.focus();
    first.current?.select();
  }, []);
  const count = Number(copies.value);
  const isCount = Number.isInteger(count) && count >= 1 && count <= maxCopies;

  const submit = async () => {
    if (!isCount) return;
    const how = {
      copies: count,
      class: trimClass(wanted.value),
      priority: priority.value,
      isHeld: isHeld.value,
    };
    const answers = JSON.stringify(how);
    if (sent.current.answers !== answers) sent.current = { answers, key: newKey() };
    if (await submitDrawings(files, how, sent.current.key)) submitDialog.close();
  };

  return (
    <FormDialog
      title={texts.title(files.length)}
      onClose={submitDialog.close}
      onSubmit={submit}
      submit={texts.go}
    >
      <p class="submit-files">{files.map(({ name }) => name).join(', ')}</p>
      <div class="submit-pair stack gap-3">
        <Field
          label={texts.copies}
          type="number"
          min={1}
          max={maxCopies}
          {...bound(copies)}
          inputRef={first}
          error={isCount ? undefined : texts.copiesWrong}
        />
        <ChoiceField<Priority> label={texts.priority} {...bound(priority)} options={texts.priorities} />
      </div>
      <ClassFields wanted={wanted} />
      <Checkbox label={texts.hold} {...bound(isHeld)} />
    </FormDialog>
  );
}
