import { phoneTexts } from '../../../texts/phone.ts';
import { Dialog } from '../../../ui/index.ts';
import { isLoopback } from '../../../ui/is-loopback.ts';
import { QrCode } from '../../../ui/qr-code.tsx';
import { phoneDialog } from '../../state/dialogs.ts';
import './phone-dialog.css';

/** Shows the address of this page for opening it on a phone. */
export function PhoneDialog() {
  const address = `${location.origin}/`;
  return (
    <Dialog title={phoneTexts.title} onClose={phoneDialog.close}>
      {isLoopback(location.hostname) ? (
        <p>{phoneTexts.local(location.host)}</p>
      ) : (
        <div class="phone">
          <QrCode text={address} label={phoneTexts.code} />
          <p>{phoneTexts.scan}</p>
          <p class="code">{address}</p>
        </div>
      )}
    </Dialog>
  );
}
