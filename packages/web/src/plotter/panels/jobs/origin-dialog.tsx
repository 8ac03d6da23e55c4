import { signal } from '@preact/signals';
import type { Job } from '@stationery/client';
import { plotterTexts } from '../../../texts/plotter.ts';
import { Button, Dialog } from '../../../ui/index.ts';
import { jobName } from '../../state/format.ts';

const texts = plotterTexts.originQuestion;
const asked = signal<{ job: Job; resume: () => unknown } | undefined>(undefined);
const close = () => {
  asked.value = undefined;
};

/** The plotter lost its position: a person has to put the pen at the origin before the job is resumed. */
export function askForOrigin(job: Job, resume: () => unknown): void {
  asked.value = { job, resume };
}

export function OriginQuestion() {
  const now = asked.value;
  if (now === undefined) return null;
  return (
    <Dialog
      title={texts.title(jobName(now.job))}
      onClose={close}
      actions={
        <>
          <Button onClick={close}>{texts.no}</Button>
          <Button
            kind="primary"
            onClick={() => {
              close();
              now.resume();
            }}
          >
            {texts.yes}
          </Button>
        </>
      }
    >
      <p>{texts.text}</p>
    </Dialog>
  );
}
