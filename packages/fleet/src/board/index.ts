export { createLayout } from '../broker/layout.ts';
export { Fleet, type FleetParts, type Submission } from './fleet.ts';
