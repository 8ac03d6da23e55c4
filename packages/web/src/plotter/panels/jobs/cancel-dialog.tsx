import { jobQuestionTexts } from '../../../texts/job-questions.ts';
import { formatDuration, formatPercent } from '../../../ui/format.ts';
import { Question } from '../../../ui/index.ts';
import { StopButton } from '../../components/stop-button.tsx';
import { jobName } from '../../state/format.ts';
import { cancelQuestion, closeCancelQuestion, plottedMs } from '../../state/jobs/job-questions.ts';

export function CancelDialog() {
  const texts = jobQuestionTexts.cancelling;
  const question = cancelQuestion.value;
  if (question === undefined) return null;
  const { job, confirm } = question;
  const isMoving = ['running', 'pausing'].includes(job.state.state);
  const time = formatDuration(Math.max(1, plottedMs(job) / 1000));
  const drawn = job.progress === 0 ? texts.nothing : texts.drawn(formatPercent(job.progress), time);
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
