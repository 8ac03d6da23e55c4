export { Fleet, type FleetParts, type Submission } from './fleet.ts';
export { createLayout } from '../broker/layout.ts';
