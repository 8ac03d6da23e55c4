import { sharedTexts } from '../texts/shared.ts';
import './connection-mark.css';

export type Connection = 'connecting' | 'live' | 'lost' | 'reconnecting';

export function ConnectionMark({ state }: { state: Connection }) {
  return (
    <p class={`connection connection-${state}`} role="status">
      {sharedTexts.connection[state]}
    </p>
  );
}
