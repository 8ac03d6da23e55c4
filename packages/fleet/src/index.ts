export { type FleetConfig, fleetSettings, readFleetConfig } from './settings.ts';
