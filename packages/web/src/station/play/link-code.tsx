import type { StationEvents } from '@stationery/client';
import { useEffect } from 'preact/hooks';
import { encode } from 'uqr';
import { kioskTexts } from '../../texts/kiosk.ts';
import { link as shown } from './kiosk-state.ts';

/** Long enough to take out a phone. */
const shownMs = 60_000;
/** As wide as the standard wants it. */
const quietZone = 4;

/** A web address that a visitor can take along: as a QR code, and to be read. */
export function LinkCode({ link }: { link: StationEvents['tap.link'] }) {
  const { size, data } = encode(link.url, { ecc: 'M', border: quietZone });
  const path = data
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('');
  useEffect(() => {
    const timer = setTimeout(() => {
      shown.value = undefined;
    }, shownMs);
    return () => clearTimeout(timer);
  }, [link]);
  return (
    <div class="kiosk-link">
      <svg viewBox={`0 0 ${size} ${size}`} shape-rendering="crispEdges" role="img" aria-label={link.url}>
        <path d={`M0 0h${size}v${size}H0z`} fill="#fff" />
        <path d={path} fill="#000" />
      </svg>
      <h1>{link.name ?? kioskTexts.link}</h1>
      <p>
        <a href={link.url} rel="noreferrer">
          {link.url}
        </a>
      </p>
    </div>
  );
}
