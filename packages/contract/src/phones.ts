import { Type } from 'typebox';
import { list, object, oneOf, orNull } from './exact.ts';
import { json } from './media-types.ts';
import { defineRoutes } from './route.ts';

const PhoneAccess = object('PhoneAccess', {
  state: oneOf(['off', 'on', 'always'], '`always`: its settings open the service to the network'),
});

const PhoneInvitation = object('PhoneInvitation', {
  addresses: list(Type.String(), 'Addresses of the page for other machines; empty without a network'),
  token: orNull(Type.String(), 'The access token, if one is required'),
});

export const phoneRoutes = defineRoutes('Phones', json, {
  getPhoneAccess: {
    call: 'GET /api/phones',
    summary: 'Get whether phones on the local network can reach this service',
    answer: { description: 'Whether they can', schema: PhoneAccess, example: { state: 'off' } },
  },
  admitPhones: {
    call: 'PUT /api/phones',
    summary: 'Open this service to the local network',
    description:
      'Until it is closed, or the service ends. Every request from the network needs the token, except for the files of the page. Each opening has a new token, unless the settings have one; while it is open, this operation returns the same one.',
    answer: {
      description: 'Addresses and token for a phone',
      schema: PhoneInvitation,
      example: { addresses: ['http://192.168.178.20:8080'], token: 'q83vEjRWeJCrze8SNFZ4kA' },
    },
  },
  dismissPhones: {
    call: 'DELETE /api/phones',
    summary: 'Close this service to the local network',
    description:
      'Ends the connections of all phones and invalidates their token, unless it is that of the settings.',
    answer: { status: 204, description: 'It is closed' },
  },
});
