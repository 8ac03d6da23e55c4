import { plotterTexts } from '../../../texts/plotter.ts';
import { Button, Dialog, formatDuration, formatPercent } from '../../../ui/index.ts';
import { Question } from '../../../ui/question.tsx';
import { StopButton } from '../../components/stop-button.tsx';
import { jobName } from '../../state/format.ts';
import {
  cancelQuestion,
  closeCancelQuestion,
  closeOriginQuestion,
  originQuestion,
  plottedMs,
} from '../../state/jobs/job-questions.ts';

export function CancelDialog() {
  const texts = plotterTexts.cancelling;
  const question = cancelQuestion.value;
  if (question === undefined) return null;
  const { job, confirm } = question;
  const isMoving = ['running', 'pausing'].includes(job.state.state);
  const drawn = texts.drawn(formatPercent(job.progress), formatDuration(plottedMs(job) / 1000));
  return (
    <Question
      title={texts.title(jobName(job))}
      yes={texts.yes}
      no={texts.no}
      before={isMoving && <StopButton />}
      onYes={confirm}
      onClose={closeCancelQuestion}
    >
      <p>
        {drawn} {isMoving && texts.running}
      </p>
    </Question>
  );
}

export function OriginDialog() {
  const texts = plotterTexts.originQuestion;
  const question = originQuestion.value;
  if (question === undefined) return null;
  return (
    <Dialog
      title={texts.title(jobName(question.job))}
      onClose={closeOriginQuestion}
      actions={
        <>
          <StopButton />
          <Button onClick={closeOriginQuestion}>{texts.no}</Button>
          <Button
            kind="primary"
            onClick={() => {
              closeOriginQuestion();
              question.confirm();
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
