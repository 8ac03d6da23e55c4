export * from './card-units.ts';
export * from './network-units.ts';
export * from './service-units.ts';
export * from './setup-units.ts';
export { unitFolder } from './unit-file.ts';
