import { useSignal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import { alignTexts as texts } from '../../../texts/align.ts';
import { restTexts } from '../../../texts/rest.ts';
import { bound } from '../../../ui/bound.ts';
import { MarksForm } from '../../components/align/marks-form.tsx';
import { NumberField } from '../../components/number-field.tsx';
import { alignJobDialog } from '../../state/dialogs.ts';
import { marksOfJob } from '../../state/drawing/alignment.ts';
import { jobName } from '../../state/format.ts';
import { jobActions } from '../../state/jobs/job-actions.ts';
import { firstMissing, type JobStrokes, linesOfStrokes } from '../../state/jobs/job-strokes.ts';
import { loadStrokes } from '../../state/jobs/load-strokes.ts';
import { runAction } from '../../state/run-action.ts';
import { status, stepsPerMm } from '../../state/store.ts';

const origin = { xMm: 0, yMm: 0 };

export function AlignJobDialog() {
  const job = alignJobDialog.value!;
  const marks = useSignal(marksOfJob(job));
  const strokes = useSignal<JobStrokes | undefined>(undefined);
  const from = useSignal(1);
  useEffect(() => {
    void runAction(`job ${job.id} strokes`, async () => {
      strokes.value = await loadStrokes(job);
      if (strokes.value?.starts.length) from.value = firstMissing(job, strokes.value);
    });
  }, []);
  const scale = job.stepsPerMm ?? stepsPerMm.value;
  const isOutdated = job.alignment !== null && job.alignment.sheetNumber !== status.value?.sheetNumber;
  const now = strokes.value;
  return (
    <MarksForm
      title={texts.titleOfJob(jobName(job))}
      places={texts.placesOfJob}
      submit={restTexts.plot(from.value)}
      marks={marks}
      lines={useMemo(() => now && linesOfStrokes(now, scale), [now])}
      paperAt={origin}
      onSubmit={async (found) => {
        if (await jobActions.rerun(job, { from: from.peek(), marks: [...found] })) alignJobDialog.close();
      }}
      onClose={alignJobDialog.close}
    >
      {isOutdated && <p class="caution">{texts.outdated}</p>}
      <p>{texts.introOfJob}</p>
      {now !== undefined && now.starts.length > 1 && (
        <div class="align-from">
          <NumberField label={restTexts.stroke} {...bound(from)} min={1} max={now.starts.length} isWhole />
          <p class="small soft">{restTexts.left(from.value - 1, now.starts.length)}</p>
        </div>
      )}
    </MarksForm>
  );
}
