import { boardTexts } from '../../../texts/board.ts';
import { Question } from '../../../ui/question.tsx';
import { revokeQuestion } from '../../state/dialogs.ts';
import { revoke } from '../../state/enrolment.ts';

const texts = boardTexts.enrolment;

/** Asks before a device is locked out. */
export function RevokeQuestion() {
  const device = revokeQuestion.value;
  if (device === undefined) return null;
  return (
    <Question
      title={texts.revokeTitle(device.name)}
      yes={texts.revoke}
      onYes={() => void revoke(device)}
      onClose={revokeQuestion.close}
    >
      <p>{texts.revokeText(device.id)}</p>
    </Question>
  );
}
