import { useSignal } from '@preact/signals';
import type { Job } from '@stationery/client';
import { useEffect } from 'preact/hooks';
import { restTexts as texts } from '../../../texts/rest.ts';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { plotter } from '../../client.ts';
import { NumberField } from '../../components/number-field.tsx';
import { restDialog } from '../../state/dialogs.ts';
import { jobName } from '../../state/format.ts';
import { jobActions } from '../../state/jobs/job-actions.ts';
import { type JobStrokes, strokeAtCommand, strokesOf } from '../../state/jobs/job-strokes.ts';
import { runAction } from '../../state/run-action.ts';
import { machine } from '../../state/store.ts';
import { StrokesPreview } from './strokes-preview.tsx';
import './rest-dialog.css';

/** Maximum number of commands. Larger jobs would take hundreds of megabytes. */
const maxCommands = 1_000_000;

/** Plots a job again from a chosen stroke, for example after a pen ran dry. */
export function RestDialog() {
  const job = restDialog.value!;
  const strokes = useSignal<JobStrokes | undefined>(undefined);
  const from = useSignal(1);
  const isTooLarge = job.total > maxCommands;
  useEffect(() => {
    if (isTooLarge) return;
    void runAction(`job ${job.id} strokes`, async () => {
      const commands = (await plotter.jobs.commands(job.id)).trim().split('\n');
      const found = strokesOf(commands, machine.peek()?.coordinates === 'relative');
      from.value = found.starts.length === 0 ? 1 : firstMissing(job, found);
      strokes.value = found;
    });
  }, []);
  const count = strokes.value?.starts.length ?? 0;
  const submit = async () => {
    if (await jobActions.rerun(job, from.peek())) restDialog.close();
  };
  return (
    <FormDialog
      title={texts.title(jobName(job))}
      wide
      submit={texts.plot(from.value)}
      isDisabled={count === 0}
      onSubmit={submit}
      onClose={restDialog.close}
    >
      {strokes.value === undefined || count === 0 ? (
        <p role="status">
          {isTooLarge ? texts.tooLarge(maxCommands) : strokes.value ? texts.nothing : texts.loading}
        </p>
      ) : (
        <>
          <p>{texts.intro}</p>
          <StrokesPreview strokes={strokes.value} pens={job.pens} from={from} />
          <div class="rest-choice">
            <input
              type="range"
              aria-label={texts.stroke}
              min={1}
              max={count}
              value={from.value}
              onInput={({ currentTarget }) => {
                from.value = currentTarget.valueAsNumber;
              }}
            />
            <NumberField
              label={texts.stroke}
              value={from.value}
              min={1}
              max={count}
              isWhole
              onChange={(value) => {
                from.value = value;
              }}
            />
          </div>
          <p class="small soft" role="status">
            {texts.left(from.value - 1, count)}
          </p>
        </>
      )}
    </FormDialog>
  );
}

/** Returns the stroke at which an unfinished job ended; for other jobs, the first stroke. */
function firstMissing({ state, executed, total }: Job, strokes: JobStrokes): number {
  return state.state === 'done' || executed >= total ? 1 : strokeAtCommand(strokes, executed);
}
