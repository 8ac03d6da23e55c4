import { boardTexts } from '../../../texts/board.ts';
import { formatPercent } from '../../../ui/format.ts';
import { Question } from '../../../ui/index.ts';
import { deviceName } from '../../state/device-order.ts';
import { jobQuestion } from '../../state/dialogs.ts';
import { jobActions, jobName } from '../../state/job-actions.ts';
import { progressOf } from '../../state/queue-lists.ts';

const texts = boardTexts.questions;

export function JobQuestion() {
  const asked = jobQuestion.value;
  if (asked === undefined) return null;
  const { about, job } = asked;
  const { state } = job;
  const name = jobName(job);
  const percent = formatPercent(progressOf(job) ?? 0);
  const isCancel = about === 'cancel';
  return (
    <Question
      title={isCancel ? texts.cancelTitle(name) : texts.againTitle(name)}
      yes={isCancel ? texts.cancelYes : texts.againYes}
      no={isCancel ? texts.cancelNo : texts.againNo}
      kind={isCancel ? 'danger' : 'primary'}
      onYes={() => void (isCancel ? jobActions.cancel(job) : jobActions.drawAgain(job))}
      onClose={jobQuestion.close}
    >
      <p>
        {isCancel
          ? texts.cancel(percent)
          : texts.again(percent, 'device' in state ? deviceName(state.device) : '')}
      </p>
    </Question>
  );
}
