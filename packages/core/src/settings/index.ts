export { fleetPlotterSettings, fleetStationSettings } from './fleet-settings.ts';
export { describeSettings, readSettings, type SettingSources, withoutKeys } from './read-settings.ts';
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
export {
  readWebhookConfig,
  type WebhookConfig,
  type WebhookValues,
  webhookSettings,
} from './webhook-settings.ts';
