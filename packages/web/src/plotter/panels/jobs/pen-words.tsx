import { PenDot } from './pen-dot.tsx';

const withColour = /^(.*) \((#[0-9a-f]{6})\)$/is;

/** What a job asks for. A colour at its end is shown, not spelled. */
export function PenWords({ children }: { children: string }) {
  const [, words, colour] = withColour.exec(children) ?? [];
  if (words === undefined || colour === undefined) return <>{children}</>;
  return (
    <>
      {words} <PenDot colour={colour} />
    </>
  );
}
