import { because } from '@stationery/contract';
import type { SharedParts } from './shared-parts.ts';

type Parts = Pick<SharedParts, 'port' | 'readiness' | 'condition' | 'conversation' | 'polling'>;

/** The state of the link of a machine that can be spoken to: what it waits for, which command it is busy with, or neither. */
export function showState({ port, readiness, condition, conversation, polling }: Parts): void {
  if (!readiness.isReady) return;
  polling.changed();
  const { state } = port;
  const { current } = conversation;
  const shown = condition.shown(current !== undefined) ?? conversation.overdue;
  if (shown !== undefined) {
    if (state.state !== 'suspect' || state.cause !== shown)
      port.become({ state: 'suspect', ...because(shown) });
  } else if (current !== undefined) {
    if (state.state !== 'busy' || state.command !== current.command)
      port.become({ state: 'busy', command: current.command });
  } else if (state.state !== 'ready') port.become({ state: 'ready' });
}
