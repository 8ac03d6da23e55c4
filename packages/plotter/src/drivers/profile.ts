import type { AnswerOf, plotterRoutes } from '@stationery/contract';

/** What is known of a machine: its scale, limits, speeds and pen. */
export type Profile = AnswerOf<typeof plotterRoutes.getMachine>;

/** What a machine reported of itself. */
export type MachineFacts = Partial<Profile>;
