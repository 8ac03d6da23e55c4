export { createLayout } from '../broker/layout.ts';
export { Enrolment } from './enrolment/enrolment.ts';
export { Fleet, type FleetDeps } from './fleet.ts';
export { type NatsServer, startNatsServer } from './nats-server.ts';
export { startSecureNatsServer } from './secure-nats-server.ts';
export { type Board, type BoardDeps, startBoard } from './start-board.ts';
export type { Submission } from './submission.ts';
