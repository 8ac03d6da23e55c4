import { useSignal } from '@preact/signals';
import type { BoardJob } from '@stationery/client/board';
import { boardTexts } from '../../../texts/board.ts';
import { bound } from '../../../ui/bound.ts';
import { Checkbox, ChoiceField, FormDialog } from '../../../ui/index.ts';
import { changePlottersDialog } from '../../state/dialogs.ts';
import { jobActions, jobName } from '../../state/job-actions.ts';
import { type JobClass, trimClass } from '../../state/job-class.ts';
import { waitingCopies } from '../../state/queue-lists.ts';
import { ClassFields } from './class-fields.tsx';

const texts = boardTexts.submit;
type Priority = keyof typeof texts.priorities;

export function ChangePlottersDialog() {
  const job = changePlottersDialog.value;
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
    changePlottersDialog.close();
  };
  return (
    <FormDialog title={texts.changeTitle(jobName(job))} onClose={changePlottersDialog.close} onSubmit={save}>
      <ClassFields wanted={wanted} />
      <ChoiceField<Priority> label={texts.priority} {...bound(priority)} options={texts.priorities} />
      {copies.length > 1 && <Checkbox label={texts.allCopies(copies.length)} {...bound(isForAll)} />}
    </FormDialog>
  );
}
