export { describeSettings } from './describe-settings.ts';
export { fleetPlotterSettings, fleetStationSettings } from './fleet-settings.ts';
export { readSettings, type SettingSources } from './read-settings.ts';
export {
  bearerToken,
  choice,
  optionalText,
  port,
  type Setting,
  SettingError,
  type SettingTable,
  type SettingValues,
  text,
  textList,
  wholeNumber,
} from './setting.ts';
export { withoutKeys } from './shared-file.ts';
export {
  readWebhookConfig,
  type WebhookConfig,
  type WebhookValues,
  webhookSettings,
} from './webhook-settings.ts';
