import { boardTexts } from '../../../texts/board.ts';
import { sharedTexts } from '../../../texts/shared.ts';
import { Button, Dialog } from '../../../ui/index.ts';
import { revoking } from '../../state/dialogs.ts';
import { revoke } from '../../state/enrolment.ts';

const texts = boardTexts.enrolment;

/** Asks before a device is locked out. */
export function RevokeQuestion() {
  const device = revoking.value;
  if (device === undefined) return null;
  const close = () => {
    revoking.value = undefined;
  };
  return (
    <Dialog
      title={texts.revokeTitle(device.name)}
      onClose={close}
      actions={
        <>
          <Button onClick={close}>{sharedTexts.cancel}</Button>
          <Button
            kind="danger"
            onClick={() => {
              close();
              void revoke(device);
            }}
          >
            {texts.revoke}
          </Button>
        </>
      }
    >
      <p>{texts.revokeText(device.id)}</p>
    </Dialog>
  );
}
