export { Fleet, type FleetParts, type Submission } from './fleet.ts';
