import { named, optionalText, SettingError } from './setting.ts';

type Service = 'STATION' | 'PLOTTER';

/** Returns the webhook settings. `events` names what is sent, for the help text. */
export function webhookSettings(service: Service, events: string) {
  return named(service, {
    webhookUrl: optionalText({
      placeholder: '<url>',
      help: `Address that ${events} are posted to, as signed JSON`,
      defaultText: 'none: nothing is posted',
    }),
    webhookSecret: optionalText({
      placeholder: '<secret>',
      help: 'Secret that signs what is posted; other users of this machine can see it if it is given as an option',
      defaultText: 'none; required with a webhook address',
    }),
  });
}

interface WebhookValues {
  webhookUrl?: string | undefined;
  webhookSecret?: string | undefined;
}

export interface WebhookConfig {
  url: URL;
  secret: string;
}

const minSecret = 16;

/** Returns undefined if no webhook is set. Error messages never contain the secret. */
export function readWebhookConfig(values: WebhookValues, service: Service): WebhookConfig | undefined {
  const { webhookUrl, webhookSecret = '' } = values;
  if (webhookUrl === undefined) return undefined;
  const url = URL.canParse(webhookUrl) ? new URL(webhookUrl) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '')
    throw new SettingError(
      `${service}_WEBHOOK_URL must be http:// or https:// without user name and password; for example https://example.org/stationery`,
    );
  if (webhookSecret.length < minSecret)
    throw new SettingError(
      `${service}_WEBHOOK_SECRET must have at least ${minSecret} characters; make one: openssl rand -hex 32`,
    );
  return { url, secret: webhookSecret };
}
