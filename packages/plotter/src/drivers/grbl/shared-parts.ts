import type { Clock, Logger } from '@stationery/core';
import type { Session } from '../kernel/session.ts';
import type { Conversation } from './conversation.ts';
import type { GrblTimes } from './grbl-parts.ts';
import type { KnownCondition } from './known-condition.ts';
import type { MachineSetup } from './machine-setup.ts';
import type { MachineTalk } from './machine-talk.ts';
import type { Polling } from './polling.ts';
import type { Readiness } from './readiness.ts';
import type { WorkPosition } from './work-position.ts';

/** What the parts of the driver work with together. */
export interface SharedParts {
  clock: Clock;
  log: Logger;
  times: GrblTimes;
  port: Session;
  readiness: Readiness;
  setup: MachineSetup;
  talk: MachineTalk;
  position: WorkPosition;
  condition: KnownCondition;
  conversation: Conversation;
  polling: Polling;
  write: (bytes: string) => void;
  /** Shows the state of the link, which may be another now. */
  changed: () => void;
}
