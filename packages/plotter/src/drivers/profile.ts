import type { AnswerOf, plotterRoutes } from '@stationery/contract';

export type Profile = AnswerOf<typeof plotterRoutes.getMachine>;

export type MachineFacts = Partial<Profile>;
