import type { AnswerOf, plotterRoutes } from '@stationery/contract';

/** Scale, limits, speeds and pen of a machine. */
export type Profile = AnswerOf<typeof plotterRoutes.getMachine>;

/** Values reported by the machine. */
export type MachineFacts = Partial<Profile>;
