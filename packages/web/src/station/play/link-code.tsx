import type { StationEvents } from '@stationery/client';
import { useEffect } from 'preact/hooks';
import { kioskTexts } from '../../texts/kiosk.ts';
import { QrCode } from '../../ui/qr-code.tsx';
import { link as shown } from './kiosk-state.ts';

/** Long enough to take out a phone. */
const shownMs = 60_000;

/** Shows a web address to visitors, as a QR code and as text. */
export function LinkCode({ link }: { link: StationEvents['tap.link'] }) {
  useEffect(() => {
    const timer = setTimeout(() => {
      shown.value = undefined;
    }, shownMs);
    return () => clearTimeout(timer);
  }, [link]);
  return (
    <div class="kiosk-link">
      <QrCode text={link.url} />
      <h1>{link.name ?? kioskTexts.link}</h1>
      <p>
        <a href={link.url} rel="noreferrer">
          {link.url}
        </a>
      </p>
    </div>
  );
}
