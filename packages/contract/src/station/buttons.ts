import { type Static, Type } from 'typebox';
import { flag, list, object, orNull } from '../exact.ts';
import { jsonApi } from '../media-types.ts';
import { defineRoutes } from '../route.ts';
import { ActionFields } from './actions.ts';
import { badBody, onlyAnswer, onlyBody, WaitQuery } from './resources.ts';

const Control = Type.String({
  pattern: '^(?:key-\\d{1,3}|knob-\\d{1,2}-(?:up|down))$',
  description:
    'A key or a direction of a knob, with its code in the kernel: `key-164` is the key for play and pause',
});

const Button = object({ control: Control, ...ActionFields });

const writable = { buttons: list(Button, 'Each control once', 100) };

export const Buttons = object('Buttons', {
  ...writable,
  devices: list(
    object({
      name: Type.String(),
      readable: flag('False if the station may not read it'),
    }),
    'Keyboards, remotes and other devices with keys or knobs',
  ),
});
export type Buttons = Static<typeof Buttons>;

const type = 'buttons';
const answer = onlyAnswer(type, '/api/v1/buttons', 'The buttons', Buttons, {
  buttons: [
    { control: 'key-164', action: 'pause' },
    { control: 'knob-0-up', action: 'volume_up' },
  ],
  devices: [{ name: 'button@11', readable: true }],
});

export const buttonsRoutes = defineRoutes('Player', jsonApi, {
  getButtons: { call: 'GET /api/v1/buttons', summary: 'Get what buttons and knobs do', answer },
  updateButtons: {
    call: 'PATCH /api/v1/buttons',
    summary: 'Change what buttons and knobs do',
    description: 'Replaces the list.',
    body: onlyBody(type, object(writable), { buttons: [{ control: 'key-115', action: 'volume_up' }] }),
    answer,
    errors: badBody,
  },
  waitForButton: {
    call: 'GET /api/v1/buttons/pressed',
    summary: 'Wait until a button is pressed or a knob is turned',
    description: 'While a client waits, buttons do nothing. Any number of clients may wait at once.',
    query: WaitQuery,
    head: false,
    answer: {
      description: 'The button',
      schema: object({
        data: object({
          type: Type.Literal('button'),
          attributes: object({ control: orNull(Control, 'Null if none was pressed in time') }),
        }),
      }),
      example: { data: { type: 'button', attributes: { control: 'key-164' } } },
    },
  },
});
