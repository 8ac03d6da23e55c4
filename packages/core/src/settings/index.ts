export * from './fleet-settings.ts';
export * from './read-settings.ts';
export * from './setting.ts';
export * from './webhook-settings.ts';
