import './pens.css';

/** The colour of a pen as it is seen. */
export function PenDot({ colour }: { colour: string }) {
  return (
    <svg class="pen-colour" viewBox="0 0 16 16" role="img" aria-label={colour}>
      <circle cx="8" cy="8" r="7" fill={colour} />
    </svg>
  );
}
