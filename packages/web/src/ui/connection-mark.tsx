import { sharedTexts } from '../texts/shared.ts';
import './connection-mark.css';

export type Connection = 'connecting' | 'live' | 'lost' | 'reconnecting';

/** Shows the state of the connection as a dot and a word. */
export function ConnectionMark({ state }: { state: Connection }) {
  return (
    <p class={`connection connection-${state}`} role="status">
      {sharedTexts.connection[state]}
    </p>
  );
}
