import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { restTexts as texts } from '../../../texts/rest.ts';
import { bound } from '../../../ui/bound.ts';
import { FormDialog } from '../../../ui/index.ts';
import { NumberField } from '../../components/number-field.tsx';
import { restDialog } from '../../state/dialogs.ts';
import { jobName } from '../../state/format.ts';
import { jobActions } from '../../state/jobs/job-actions.ts';
import { firstMissing, type JobStrokes } from '../../state/jobs/job-strokes.ts';
import { loadStrokes, maxCommands } from '../../state/jobs/load-strokes.ts';
import { runAction } from '../../state/run-action.ts';
import { StrokesPreview } from './strokes-preview.tsx';
import './rest-dialog.css';

export function RestDialog() {
  const job = restDialog.value!;
  const strokes = useSignal<JobStrokes | undefined>(undefined);
  const from = useSignal(1);
  const isTooLarge = job.total > maxCommands;
  useEffect(() => {
    void runAction(`job ${job.id} strokes`, async () => {
      const found = await loadStrokes(job);
      from.value = found?.starts.length ? firstMissing(job, found) : 1;
      strokes.value = found;
    });
  }, []);
  const count = strokes.value?.starts.length ?? 0;
  const submit = async () => {
    if (await jobActions.rerun(job, { from: from.peek() })) restDialog.close();
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
            <NumberField label={texts.stroke} {...bound(from)} min={1} max={count} isWhole />
          </div>
          <p class="small soft" role="status">
            {texts.left(from.value - 1, count)}
          </p>
        </>
      )}
    </FormDialog>
  );
}
