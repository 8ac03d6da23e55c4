import type { MqttReason } from '@stationery/contract';
import { messageOf, systemErrorCode } from '@stationery/core';

/** As MQTT 5 and MQTT 3.1.1 number them. */
const loginRefused = [4, 5, 134, 135, 140];
const versionRefused = [1, 132];

const reasonCode = (error: unknown) => (error as { code?: unknown }).code;

/** The broker speaks MQTT 3.1.1 only. */
export const isVersionRefusal = (error: unknown): boolean =>
  versionRefused.includes(reasonCode(error) as number);

/** Why a connection could not be made, by what the library reports. */
export function failureReason(
  error: unknown,
  { address, isTls }: { address: string; isTls: boolean },
): MqttReason {
  const code = reasonCode(error);
  if (typeof code === 'number') {
    if (loginRefused.includes(code)) return { code: 'mqtt-login-refused', address };
    return { code: 'mqtt-refused', address, message: shortMessage(error) };
  }
  const systemCode = systemErrorCode(error);
  const isTlsError =
    isTls &&
    (systemCode === undefined || /^(?:EPROTO|ERR_(?:SSL|TLS)_|.*(?:CERT|SIGNATURE|CRL))/.test(systemCode));
  if (isTlsError && !/timeout/i.test(messageOf(error)))
    return { code: 'mqtt-tls-failed', address, message: shortMessage(error) };
  return { code: 'mqtt-unreachable', address };
}

const shortMessage = (error: unknown) =>
  messageOf(error)
    .replaceAll(/[\u0000-\u001f]+/g, ' ')
    .trim()
    .replace(/\.$/, '')
    .slice(0, 200);
