export { type FleetConfig, fleetSettings, fleetStationSettings, readFleetConfig } from './settings.ts';
