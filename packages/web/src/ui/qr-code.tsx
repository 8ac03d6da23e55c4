import { encode } from 'uqr';

/** The white border that the standard requires. */
const quietZone = 4;

/** Shown in black on white in every theme. */
export function QrCode({ text, label = text }: { text: string; label?: string }) {
  const { size, data } = encode(text, { ecc: 'M', border: quietZone });
  const path = data
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('');
  return (
    <svg viewBox={`0 0 ${size} ${size}`} shape-rendering="crispEdges" role="img" aria-label={label}>
      <path d={`M0 0h${size}v${size}H0z`} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
