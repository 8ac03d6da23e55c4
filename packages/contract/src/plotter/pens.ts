import { Type } from 'typebox';
import { flag, integer, list, number, object, optionals } from '../exact.ts';
import { json } from '../media-types.ts';
import { defineRoutes } from '../route.ts';
import { Dip } from './resources.ts';

const penSettings = optionals({
  speedMmS: number(
    0.01,
    10_000,
    'Speed with the pen down, in mm/s, limited by the plotter. Default: from the machine profile',
  ),
  penDownHeight: number(
    -100_000,
    100_000,
    'How low the pen goes, in the unit of `penHeights` of the machine profile. Left out: as there',
  ),
  delayMs: number(0, 60_000, 'How long the pen waits on the paper before it moves'),
  seamMm: number(0, 50, 'Closed shapes continue this far past their start'),
  refillM: number(
    0.01,
    10_000,
    'Metres that the pen draws before it is refilled: the job pauses at the `parkAt` of the machine profile, or dips the pen. Longer strokes are interrupted',
  ),
  refillMin: number(0.01, 1440, 'Minutes of drawing before the pen is refilled, as `refillM`'),
  dip: Dip,
});

const layerSettings = {
  ...penSettings,
  ...optionals({
    pen: Type.String({ maxLength: 200, description: 'The name of a pen of the palette' }),
    passes: integer(1, 20, 'How often each stroke is drawn, there and back'),
    repeat: integer(1, 20, 'How often the whole layer is drawn'),
    pause: flag('Whether the job pauses before the layer. Default: if the pen changes'),
  }),
};

export const DrawnWith = object(layerSettings, 'The pen and its settings, if they differ from the defaults');

export const LayerSettings = object(
  'LayerSettings',
  {
    layer: Type.Union([Type.Integer({ minimum: 0 }), Type.String({ maxLength: 200 })], {
      description: 'By index from 0 on, or by name',
    }),
    ...layerSettings,
  },
  'Absent members are taken from the pen',
);

const PalettePen = object('PalettePen', {
  name: Type.String({ minLength: 1, maxLength: 100 }),
  colour: Type.String({ pattern: '^#[0-9a-fA-F]{6}$' }),
  widthMm: Type.Optional(Type.Number({ exclusiveMinimum: 0, maximum: 100 })),
  ...penSettings,
});

const DrawnDistance = object({ pen: Type.String({ maxLength: 100 }), drawnMm: Type.Number({ minimum: 0 }) });

const PenPalette = object(
  'PenPalette',
  {
    pens: Type.Array(PalettePen, { maxItems: 200 }),
    ...optionals({
      drawn: list(
        DrawnDistance,
        'How far jobs have drawn with each pen since it was added or replaced. Ignored in requests',
        200,
      ),
    }),
  },
  'The available pens. Colours of a drawing are matched to them with `pens: "palette"` in the options of a plan',
);

const example = {
  pens: [
    { name: 'Black 0.3', colour: '#000000', widthMm: 0.3, speedMmS: 40 },
    { name: 'Red brush', colour: '#d02020', widthMm: 2, speedMmS: 15, delayMs: 150 },
  ],
};

export const penRoutes = defineRoutes('Setup', json, {
  getPens: {
    call: 'GET /api/plotter/pens',
    summary: 'List the pens that you own',
    description: 'The response can be sent to `PUT /api/plotter/pens`, here or on a different plotter.',
    answer: { description: 'The pens', schema: PenPalette, example },
  },
  putPens: {
    call: 'PUT /api/plotter/pens',
    summary: 'Replace the list of the pens that you own',
    description: 'A pen keeps its distance under a new name if it is the only one with a new name.',
    body: { schema: PenPalette, example },
    answer: { description: 'The pens', schema: PenPalette },
    errors: {
      400: [
        'The request is invalid, two pens have the same name, or `dip` is not a list of places',
        'invalid-request',
      ],
    },
  },
  replacePen: {
    call: 'POST /api/plotter/pens/replaced',
    summary: 'Count the distance of a pen from 0, because it was refilled or replaced',
    body: { schema: object({ pen: Type.String({ maxLength: 100 }) }), example: { pen: 'Black 0.3' } },
    answer: { description: 'The pens', schema: PenPalette },
    errors: { 400: ['The request is invalid, or there is no such pen', 'invalid-request'] },
  },
});
