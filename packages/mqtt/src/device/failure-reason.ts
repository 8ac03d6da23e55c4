import type { MqttReason } from '@stationery/contract';
import { messageOf, systemErrorCode } from '@stationery/core';
import type { MqttConfig } from '../settings.ts';

/** CONNACK codes of MQTT 5 and MQTT 3.1.1. */
const loginRefused = [4, 5, 134, 135, 140];
const versionRefused = [1, 132];
const sessionTaken = 142;

const reasonCode = (error: unknown) => (error as { code?: unknown }).code;

/** The broker supports MQTT 3.1.1 only. */
export const isVersionRefusal = (error: unknown): boolean =>
  versionRefused.includes(reasonCode(error) as number);

/** A different client has connected with this client id, and the broker reported it (MQTT 5). */
export const isSessionTaken = (packet: { reasonCode?: number | undefined }): boolean =>
  packet.reasonCode === sessionTaken;

/** Maps an error of the library to the reason of a failed connection. */
export function failureReason(
  error: unknown,
  { address, settings, protocol }: Pick<MqttConfig, 'address' | 'settings' | 'protocol'>,
): MqttReason {
  const code = reasonCode(error);
  if (typeof code === 'number') {
    if (loginRefused.includes(code)) return { code: 'mqtt-login-refused', address, settings };
    return { code: 'mqtt-refused', address, message: shortMessage(error) };
  }
  const systemCode = systemErrorCode(error);
  const isTlsError =
    protocol === 'mqtts' &&
    (systemCode === undefined || /^(?:EPROTO|ERR_(?:SSL|TLS)_|.*(?:CERT|SIGNATURE|CRL))/.test(systemCode));
  if (isTlsError && !/timeout/i.test(messageOf(error)))
    return { code: 'mqtt-tls-failed', address, settings, message: shortMessage(error) };
  return { code: 'mqtt-unreachable', address, settings };
}

const shortMessage = (error: unknown) =>
  messageOf(error)
    .replaceAll(/[\u0000-\u001f]+/g, ' ')
    .trim()
    .replace(/\.$/, '')
    .slice(0, 200);
