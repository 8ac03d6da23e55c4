const withColour = /^(.*) \((#[0-9a-f]{6})\)$/is;

/** What a job asks for. A colour at its end is shown, not spelled. */
export function PenWords({ children }: { children: string }) {
  const [, words, colour] = withColour.exec(children) ?? [];
  if (words === undefined || colour === undefined) return <>{children}</>;
  return (
    <>
      {words}{' '}
      <svg class="pen-colour" viewBox="0 0 16 16" role="img" aria-label={colour}>
        <circle cx="8" cy="8" r="7" fill={colour} />
      </svg>
    </>
  );
}
