export { createLayout } from '../broker/layout.ts';
export { Fleet, type FleetParts, type Submission } from './fleet.ts';
export { type NatsServer, startNatsServer } from './nats-server.ts';
export { type Board, type BoardParts, startBoard } from './start-board.ts';
