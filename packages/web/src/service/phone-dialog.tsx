import { useSignal } from '@preact/signals';
import type { PhoneAccess, PhoneInvitation, Phones } from '@stationery/client/phones';
import { useEffect } from 'preact/hooks';
import { phoneTexts } from '../texts/phone.ts';
import { sharedTexts } from '../texts/shared.ts';
import { Button, Dialog, QrCode } from '../ui/index.ts';
import { isLoopback } from '../ui/is-loopback.ts';
import { pageRoot } from './client-options.ts';
import { runAction } from './index.ts';
import './phone-dialog.css';

interface PhoneDialogProps {
  phones: Phones;
  onClose: () => void;
}

export function PhoneDialog({ phones, onClose }: PhoneDialogProps) {
  const state = useSignal<PhoneAccess['state'] | undefined>(undefined);
  const invitation = useSignal<PhoneInvitation | undefined>(undefined);
  const admit = () =>
    runAction('phones', async () => {
      invitation.value = await phones.admit();
      state.value = 'on';
    });
  const dismiss = () =>
    runAction('phones', async () => {
      await phones.dismiss();
      state.value = 'off';
    });
  useEffect(() => {
    void runAction('phones', async () => {
      const now = await phones.state();
      if (now !== 'off') invitation.value = await phones.admit();
      state.value = now;
    });
  }, []);
  const isOff = state.value === 'off';
  // A phone can probably use the address that this browser uses.
  const addresses = isLoopback(location.hostname)
    ? (invitation.value?.addresses ?? [])
    : [pageRoot.replace(/\/$/, '')];
  return (
    <Dialog
      title={sharedTexts.connectPhone}
      onClose={onClose}
      actions={
        isOff ? (
          <>
            <Button onClick={onClose}>{sharedTexts.cancel}</Button>
            <Button kind="primary" onClick={() => void admit()}>
              {phoneTexts.open}
            </Button>
          </>
        ) : state.value === 'on' ? (
          <Button onClick={() => void dismiss()}>{phoneTexts.close}</Button>
        ) : undefined
      }
    >
      {isOff ? (
        <p>{phoneTexts.closed}</p>
      ) : (
        invitation.value && (
          <Invitation
            addresses={addresses}
            token={invitation.value.token}
            without={state.value === 'always' ? phoneTexts.noAddress : phoneTexts.noNetwork}
          />
        )
      )}
      {state.value === 'on' && addresses.length > 0 && <p>{phoneTexts.untilClosed}</p>}
    </Dialog>
  );
}

function Invitation({ addresses, token, without }: PhoneInvitation & { without: string }) {
  if (addresses.length === 0) return <p>{without}</p>;
  return (
    <div class="phone stack gap-3">
      <QrCode
        text={`${addresses[0]}/${token === null ? '' : `#token=${encodeURIComponent(token)}`}`}
        label={phoneTexts.code}
      />
      <p>{phoneTexts.scan}</p>
      {addresses.map((each) => (
        <p key={each} class="code">
          {each}
        </p>
      ))}
      {token !== null && (
        <p>
          {phoneTexts.token} <span class="code">{token}</span>
        </p>
      )}
    </div>
  );
}
