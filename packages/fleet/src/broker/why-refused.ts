import { AuthorizationError, UserAuthenticationExpiredError } from '@nats-io/transport-node';
import { systemErrorCode } from '@stationery/core';
import type { FleetConfig } from '../settings.ts';

const rejoin =
  'Get a code at the board with “stationery fleet enroll”, and use it here with “stationery fleet join --replace”';
const join =
  'Get a code at the board with “stationery fleet enroll”, and use it here with “stationery fleet join”';

/** Errors for certificates of an unknown authority. */
const unknownCertificates = [
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
];

/** Explains why the server refuses this client, and the remedy; undefined for other errors. */
export function whyRefused(
  error: unknown,
  { credentials }: Pick<FleetConfig, 'credentials'>,
): string | undefined {
  if (error instanceof AuthorizationError || error instanceof UserAuthenticationExpiredError) {
    if (credentials === undefined) return `The NATS server asks for credentials. ${join}.`;
    if (credentials.deviceId === undefined)
      return 'The NATS server refuses the credentials of the board. Have it read the file of BOARD_NATS_ACCOUNTS again.';
    return `The NATS server refuses the credentials of “${credentials.deviceId}”: they were revoked, or belong to another fleet. ${rejoin}.`;
  }
  const { cause } = error as { cause?: unknown };
  const code = systemErrorCode(error) ?? systemErrorCode(cause);
  if (code === undefined || !unknownCertificates.includes(code)) return undefined;
  return credentials?.ca === undefined
    ? `The certificate of the NATS server is not known here. ${join}.`
    : `This is not the NATS server of the fleet that was joined: it has another certificate. ${rejoin}.`;
}
