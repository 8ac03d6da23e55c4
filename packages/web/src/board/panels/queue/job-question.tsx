import { boardTexts } from '../../../texts/board.ts';
import { Button, Dialog, formatPercent } from '../../../ui/index.ts';
import { deviceName } from '../../state/device-order.ts';
import { closeDialogs, question } from '../../state/dialogs.ts';
import { jobActions, jobName } from '../../state/job-actions.ts';
import { progressOf } from '../../state/queue-lists.ts';

const texts = boardTexts.questions;

/** Asks before a drawing that was begun is given up. */
export function JobQuestion() {
  const asked = question.value;
  if (asked === undefined) return null;
  const { about, job } = asked;
  const { state } = job;
  const name = jobName(job);
  const percent = formatPercent(progressOf(job) ?? 0);
  const isCancel = about === 'cancel';
  return (
    <Dialog
      title={isCancel ? texts.cancelTitle(name) : texts.againTitle(name)}
      onClose={closeDialogs}
      actions={
        <>
          <Button onClick={closeDialogs}>{isCancel ? texts.cancelNo : texts.againNo}</Button>
          <Button
            kind={isCancel ? 'danger' : 'primary'}
            onClick={() => {
              closeDialogs();
              void (isCancel ? jobActions.cancel(job) : jobActions.drawAgain(job));
            }}
          >
            {isCancel ? texts.cancelYes : texts.againYes}
          </Button>
        </>
      }
    >
      <p>
        {isCancel
          ? texts.cancel(percent)
          : texts.again(percent, 'device' in state ? deviceName(state.device) : '')}
      </p>
    </Dialog>
  );
}
