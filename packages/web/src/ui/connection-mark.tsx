import { sharedTexts } from '../texts/shared.ts';
import './connection-mark.css';

export type Connection = 'connecting' | 'live' | 'lost' | 'reconnecting';

/** A dot and a word: whether what is on the page is true right now. */
export function ConnectionMark({ state }: { state: Connection }) {
  return (
    <p class={`connection connection-${state}`} role="status">
      {sharedTexts.connection[state]}
    </p>
  );
}
