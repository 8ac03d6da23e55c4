import { jobQuestionTexts } from '../../../texts/job-questions.ts';
import { Question } from '../../../ui/index.ts';
import { StopButton } from '../../components/stop-button.tsx';
import { jobName } from '../../state/format.ts';
import { closeNewOriginQuestion, newOriginQuestion, originQuestion } from '../../state/jobs/job-questions.ts';

export function NewOriginDialog() {
  const texts = jobQuestionTexts.newOrigin;
  const question = newOriginQuestion.value;
  if (question === undefined) return null;
  return (
    <Question
      title={texts.title}
      yes={texts.yes}
      no={texts.no}
      onYes={question.confirm}
      onClose={closeNewOriginQuestion}
    >
      <p>{texts.text(jobName(question.job))}</p>
    </Question>
  );
}

export function OriginDialog() {
  const texts = jobQuestionTexts.originQuestion;
  const question = originQuestion.value;
  if (question === undefined) return null;
  return (
    <Question
      title={texts.title(jobName(question.job))}
      yes={texts.yes}
      no={texts.no}
      kind="primary"
      before={<StopButton />}
      onYes={question.confirm}
      onClose={originQuestion.close}
    >
      <p>{texts.text}</p>
    </Question>
  );
}
