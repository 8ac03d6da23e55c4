export { joinFleet } from './join.ts';
