import './pictures.css';

/** Decorative line drawings in the page's colours. */

export function HoldPicture({ state }: { state: 'waiting' | 'still' | 'done' }) {
  return (
    <svg class={`picture hold-${state}`} viewBox="0 24 200 120" width="200" height="120" aria-hidden="true">
      <path
        class="picture-sheet"
        d="M40 112h120a10 10 0 0 1 10 10v8a10 10 0 0 1-10 10H40a10 10 0 0 1-10-10v-8a10 10 0 0 1 10-10z"
      />
      <path d="M60 126h.1M140 126h24" class="picture-thin" />
      <circle cx="60" cy="126" r="3" class="picture-lamp" />
      <path class="hold-wave picture-accent" d="M76 106a34 34 0 0 1 48 0M64 96a50 50 0 0 1 72 0" />
      <g class="hold-tag">
        <path class="picture-label" d="M58 40h64l22 16-22 16H58a8 8 0 0 1-8-8V48a8 8 0 0 1 8-8z" />
        <circle cx="126" cy="56" r="5" class="picture-hole" />
        {state !== 'done' && <path class="picture-thin" d="M66 52h34M66 61h22" />}
        <path class="picture-string" d="M131 56c16-2 22-22 34-28" />
        {state === 'done' && <path class="picture-check" d="m76 55 9 9 17-19" />}
      </g>
    </svg>
  );
}

export function CardPicture() {
  return (
    <svg class="picture" viewBox="0 0 120 100" width="120" height="100" aria-hidden="true">
      <path class="picture-sheet" d="M36 10h38l18 18v56a6 6 0 0 1-6 6H36a6 6 0 0 1-6-6V16a6 6 0 0 1 6-6z" />
      <path class="picture-thin" d="M40 20v12M49 20v12M58 20v12M67 20v12" />
      <path class="picture-accent" d="M61 76V50M50 60l11-11 11 11" />
    </svg>
  );
}

export function TagPicture() {
  return (
    <svg class="picture" viewBox="0 0 140 90" width="140" height="90" aria-hidden="true">
      <path class="picture-label" d="M26 26h62l24 19-24 19H26a8 8 0 0 1-8-8V34a8 8 0 0 1 8-8z" />
      <circle cx="92" cy="45" r="5" class="picture-hole" />
      <path class="picture-thin" d="M32 40h38M32 50h24" />
      <path class="picture-string" d="M97 45c18-2 16-26 32-28" />
    </svg>
  );
}
