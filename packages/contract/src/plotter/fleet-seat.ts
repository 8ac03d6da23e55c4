import { Type } from 'typebox';
import { BrokerReason } from '../broker-reasons.ts';
import { flag, object, orNull } from '../exact.ts';
import { json } from '../media-types.ts';
import { defineRoutes } from '../route.ts';

const members = {
  inQueue: flag('Whether the plotter takes jobs of the fleet'),
  paper: orNull(Type.String({ maxLength: 50 }), 'The loaded paper, such as `a4`'),
  pens: Type.Array(Type.String({ minLength: 1, maxLength: 60 }), { maxItems: 50 }),
  needsPaper: flag('It takes no job until a person has put in a new sheet'),
};

const FleetConnection = object('FleetConnection', {
  state: Type.Enum(['connected', 'connecting', 'refused']),
  why: orNull(
    object({ reason: Type.String({ description: 'For a person' }), cause: BrokerReason }),
    'Why the connection is refused, and what to do',
  ),
});

const FleetSeat = object('FleetSeat', {
  inFleet: flag('Whether it is part of a fleet; if not, ignore all other members'),
  ...members,
  wasStopped: flag('It is out of the queue because the plotter was stopped'),
  connection: orNull(FleetConnection, 'To the NATS server of the fleet; null if it is not part of one'),
});

const notJoined = 'The plotter is not part of a fleet';

export const fleetSeatRoutes = defineRoutes('Setup', json, {
  getFleetSeat: {
    call: 'GET /api/plotter/fleet',
    summary: 'Get whether the plotter takes jobs of its fleet',
    answer: { description: 'Its part in the fleet', schema: FleetSeat },
  },
  changeFleetSeat: {
    call: 'PATCH /api/plotter/fleet',
    summary: 'Take the plotter out of its fleet queue, put it back, or set its paper and pens',
    body: {
      schema: object({
        inQueue: Type.Optional(members.inQueue),
        paper: Type.Optional(members.paper),
        pens: Type.Optional(members.pens),
        needsPaper: Type.Optional(members.needsPaper),
      }),
      example: { needsPaper: false },
    },
    answer: { description: 'Its part in the fleet', schema: FleetSeat },
    errors: {
      400: ['A request that cannot be understood or used', 'invalid-request'],
      409: [notJoined, 'not-in-fleet'],
    },
  },
});
