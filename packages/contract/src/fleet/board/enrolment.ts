import { type Static, Type } from 'typebox';
import { flag, object, orNull } from '../../exact.ts';
import { json } from '../../media-types.ts';
import { defineRoutes, type RouteErrors } from '../../route.ts';
import { DeviceId } from '../device.ts';

const Proof = (description: string) => Type.String({ pattern: '^[A-Za-z0-9_-]{43}$', description });
const none: RouteErrors = { 409: ['The board manages no credentials', 'no-credentials'] };

export const EnrolmentCode = object('EnrolmentCode', {
  code: Type.String({ description: 'For `stationery fleet join`; it is good for one device' }),
  validSeconds: Type.Integer({ minimum: 1 }),
  ownCertificate: flag(
    'The board made its certificate itself: a device that joins over HTTPS needs a copy of `https/certificate.pem` from the data folder of the board',
  ),
});

export const EnrolledDevice = object('EnrolledDevice', {
  id: DeviceId,
  name: Type.String({ maxLength: 100 }),
  enrolledAt: Type.String({ maxLength: 40 }),
  revokedAt: orNull(Type.String({ maxLength: 40 })),
});

/** Proves that the device knows the code without sending it, so that an observer cannot use the code. */
export const JoinRequest = object('JoinRequest', {
  publicKey: Type.String({ pattern: '^U[A-Z2-7]{55}$', description: 'The public nkey of the device' }),
  proof: Proof('HMAC-SHA-256 of the public key, with the code'),
});

export const JoinAnswer = object('JoinAnswer', {
  deviceId: DeviceId,
  name: orNull(
    Type.String({ maxLength: 100 }),
    'The device name given with the code; null: the device names itself',
  ),
  url: Type.String({ maxLength: 300, description: 'The NATS server' }),
  ca: orNull(
    Type.String({ maxLength: 20_000 }),
    'The certificate of the NATS server, or of its authority, in PEM',
  ),
  proof: Proof('HMAC-SHA-256 of the answer with the code; proves that it comes from the board'),
});

export type EnrolmentCode = Static<typeof EnrolmentCode>;
export type EnrolledDevice = Static<typeof EnrolledDevice>;
export type JoinRequest = Static<typeof JoinRequest>;
export type JoinAnswer = Static<typeof JoinAnswer>;

export const enrolmentRoutes = defineRoutes('Credentials', json, {
  enrollDevice: {
    call: 'POST /api/fleet/enrolments',
    summary: 'Get a code with which a device joins the fleet',
    body: {
      isOptional: true,
      schema: object({
        name: Type.Optional(
          Type.String({ minLength: 1, maxLength: 100, description: 'The device id is derived from it' }),
        ),
      }),
      example: { name: 'Room 3' },
    },
    answer: { status: 201, description: 'The code', schema: EnrolmentCode },
    errors: {
      ...none,
      400: ['The body cannot be used', 'invalid-request'],
      429: ['Too many codes are open', 'too-many-attempts'],
    },
  },
  listEnrolledDevices: {
    call: 'GET /api/fleet/enrolled-devices',
    summary: 'List the devices that have credentials, and those whose credentials were revoked',
    answer: {
      description: 'In the order in which they joined',
      schema: object({ devices: Type.Array(EnrolledDevice) }),
    },
    errors: none,
  },
  revokeDevice: {
    call: 'POST /api/fleet/enrolled-devices/{id}/revoke',
    summary: 'Revoke the credentials of a device',
    description:
      'It is disconnected and refused from then on, and no longer listed. Its id is never given out again.',
    params: Type.Object({ id: DeviceId }),
    answer: { description: 'The device', schema: EnrolledDevice },
    errors: { ...none, 404: ['No such device was enrolled', 'unknown-device'] },
  },
  /** The path is not below `/api`, because the device has a code but no access token. */
  joinFleet: {
    call: 'POST /join',
    summary: 'Join the fleet with a code; needs no token',
    body: { schema: JoinRequest },
    answer: {
      status: 201,
      description: 'The id of the device and the address of the NATS server',
      schema: JoinAnswer,
    },
    errors: {
      ...none,
      400: ['The body cannot be used', 'invalid-request'],
      403: ['No open code fits', 'code-refused'],
      429: ['Too many wrong codes', 'too-many-attempts'],
    },
  },
});
