import { useSignal } from '@preact/signals';
import type { BoardJob } from '@stationery/client/board';
import { boardTexts } from '../../../texts/board.ts';
import { sharedTexts } from '../../../texts/shared.ts';
import { Button, Checkbox, ChoiceField, Dialog } from '../../../ui/index.ts';
import { changing, closeDialogs } from '../../state/dialogs.ts';
import { jobActions, jobName } from '../../state/job-actions.ts';
import { type JobClass, trimClass } from '../../state/job-class.ts';
import { waitingCopies } from '../../state/queue-lists.ts';
import { ClassFields } from './class-fields.tsx';

const texts = boardTexts.submit;
type Priority = keyof typeof texts.priorities;

/** Moves a waiting job to other plotters, or before and after others by its priority. */
export function ChangePlottersDialog() {
  const job = changing.value;
  return job === undefined ? null : <Questions key={job.id} job={job} />;
}

function Questions({ job }: { job: BoardJob }) {
  const wanted = useSignal<JobClass>(job.class);
  const priority = useSignal<Priority>(job.priority);
  const isForAll = useSignal(true);
  const copies = waitingCopies(job);
  const save = async () => {
    const change = { class: trimClass(wanted.value), priority: priority.value };
    for (const each of isForAll.value && copies.length > 1 ? copies : [job]) {
      if (!(await jobActions.change(each, change))) return;
    }
    closeDialogs();
  };
  return (
    <Dialog title={texts.changeTitle(jobName(job))} onClose={closeDialogs}>
      <form
        class="dialog-form"
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <ClassFields wanted={wanted} />
        <ChoiceField<Priority>
          label={texts.priority}
          value={priority.value}
          options={texts.priorities}
          onChange={(value) => {
            priority.value = value;
          }}
        />
        {copies.length > 1 && (
          <Checkbox
            label={texts.allCopies(copies.length)}
            checked={isForAll.value}
            onChange={(checked) => {
              isForAll.value = checked;
            }}
          />
        )}
        <div class="dialog-actions">
          <Button onClick={closeDialogs}>{sharedTexts.cancel}</Button>
          <Button kind="primary" type="submit">
            {sharedTexts.save}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
