import { type TSchema, Type } from 'typebox';
import { drawingMediaTypes, drawingTitles } from '../drawing-formats.ts';
import { flag, integer, list, object, oneOf, optionals, orNull } from '../exact.ts';
import { json, octetStream } from '../media-types.ts';
import { defineRoutes } from '../route.ts';
import { noteCodes } from './note-codes.ts';
import {
  maxObjects,
  type Operation,
  type OperationMember,
  objectMembers,
  operationTable,
} from './operation-table.ts';
import { DrawnWith, LayerSettings } from './pens.ts';
import { pictureMediaTypes, pictureStyles } from './picture-formats.ts';
import { planFormatNames } from './plan-formats.ts';
import { FoundMarks, Job, Marks, NewSheet, Pause, Pen, Place, TimeoutMs } from './resources.ts';

const Layer = Type.Union([Type.Integer({ minimum: 0 }), Type.String({ maxLength: 1000 })]);

function schemaOf(member: OperationMember): TSchema {
  const options = member.description === undefined ? {} : { description: member.description };
  switch (member.type) {
    case 'choice':
      return Type.Enum([...member.values], { default: member.values[0], ...options });
    case 'flag':
      return Type.Boolean({ default: member.default, ...options });
    case 'layer':
      return Type.Union(Layer.anyOf, options);
    case 'layers':
      return Type.Array(Layer, { maxItems: 1000, ...options });
    case 'objects':
      return Type.Array(objectOf(objectMembers), { minItems: 1, maxItems: maxObjects, ...options });
    default: {
      const { type, min: minimum, max: maximum, default: fallback } = member;
      const range = { minimum, maximum, ...(fallback !== undefined && { default: fallback }), ...options };
      return type === 'integer' ? Type.Integer(range) : Type.Number(range);
    }
  }
}

function objectOf(members: Readonly<Record<string, OperationMember>>, kind?: string, description?: string) {
  const properties = Object.entries(members).map(([name, member]) => [
    name,
    member.isRequired ? schemaOf(member) : Type.Optional(schemaOf(member)),
  ]);
  const all = { ...(kind !== undefined && { kind: Type.Literal(kind) }), ...Object.fromEntries(properties) };
  return object(all, description);
}

const schemas = Object.entries(operationTable).map(([kind, { description, members }]) =>
  objectOf(members, kind, description),
);

const DrawingOperation = Type.Unsafe<Operation>(Type.Union(schemas, { $id: 'DrawingOperation' }));

const Mm = (description?: string) => Type.Number({ minimum: 0, ...(description && { description }) });
const Margins = object({ top: Mm(), right: Mm(), bottom: Mm(), left: Mm() });

export const DrawingOptions = object('DrawingOptions', {
  ...optionals({
    paper: Type.String({
      maxLength: 50,
      description:
        '`a6` to `a0`, `letter`, `legal`, `tabloid`, or a size such as `210x297mm`; else the page of the drawing',
    }),
    orientation: oneOf(
      ['portrait', 'landscape'],
      'Default: the orientation of the drawing, for named paper sizes',
    ),
    marginMm: Type.Union([Mm(), Margins], { description: 'Default 10' }),
    fit: oneOf(
      ['auto', 'drawing', 'page', 'none'],
      '`drawing`: what is drawn is fitted to the margins; `page`: the page of the file is; `none`: the size stays; `auto`: it stays where the page fits the paper',
    ),
    scale: Type.Number({ exclusiveMinimum: 0, description: 'Applied after `fit`' }),
    rotate: Type.Union([Type.Number(), Type.Literal('auto')], { description: 'Degrees clockwise' }),
    align: oneOf(
      ['top-left', 'top', 'top-right', 'left', 'center', 'right', 'bottom-left', 'bottom', 'bottom-right'],
      'Position of the drawing between the margins',
    ),
    offset: Place,
    crop: oneOf(
      ['paper', 'margins', 'none'],
      'Where lines are cropped; they are always cropped at the machine limits',
    ),
    paperAt: Place,
    pens: oneOf(
      ['layers', 'colours', 'palette', 'one'],
      'How pens are assigned; `palette`: each colour to the pen of `GET /api/plotter/pens` that looks most like it; `one`: a single pen for everything',
    ),
    layerSettings: Type.Array(LayerSettings, { maxItems: 1000 }),
    layers: list(
      Type.Union([Type.Integer({ minimum: 0 }), Type.String()]),
      'By index from 0 on or by name, in the order in which they are drawn; others are not',
      1000,
    ),
    fill: oneOf(['outline', 'skip'], 'How shapes without a stroke are drawn'),
    operations: list(
      DrawingOperation,
      'Operations on the placed drawing, in this order: hatching, hidden lines, wide strokes, copies, a frame and others',
      50,
    ),
    toleranceMm: Mm('How far a line may deviate from its curve'),
    overlapMm: Mm('Lines of one pen this close to each other are drawn once; 0 draws them all'),
    joinMm: Mm('Ends this close are joined'),
    dropShorterThanMm: Mm(
      'Shorter strokes and dots are removed. Default: only those covered by other strokes of the same pen; 0 draws all',
    ),
    simplifyMm: Mm('How far a simplified line may deviate from the file'),
    order: flag('False keeps the order and direction of the file'),
    seed: Type.Integer(),
    rounds: integer(
      0,
      1_000_000_000,
      'How often to try for a better order; the same number gives the same plan',
    ),
    marks: FoundMarks,
    from: Type.Integer({
      minimum: 1,
      description:
        'Leaves out the strokes before this one, counted from 1 in the order of the plan. The pen of the stroke is asked for, unless the drawing has only one, and `newSheet` is false unless set. Combine it with the default `thinkMs` of 0, so that the order is the same every time',
    }),
  }),
});

const ThinkMs = Type.Integer({
  minimum: 0,
  maximum: 60_000,
  default: 0,
  description: 'How long to look for a better order; 0 takes the first one',
});

const Format = oneOf(
  planFormatNames,
  'Answer with the plan as a file of this format instead of JSON; not with `job`',
);

const Reference = (description: string) => Type.String({ maxLength: 200, description });

export const PlanRequest = object('PlanRequest', {
  svg: Type.String({ description: `The drawing as text: ${drawingTitles('or')}` }),
  ...optionals({
    more: list(
      Type.String(),
      'Other drawings for the same sheet, as `svg`; the operation `arrange` places them. Layers with the same name and colour are drawn as one',
      19,
    ),
    options: DrawingOptions,
    thinkMs: ThinkMs,
    include: list(
      Type.Enum(['strokes', 'commands']),
      'Contents of the response besides the figures; default: everything',
    ),
    format: Format,
    job: object(
      {
        name: Type.Optional(Type.String({ maxLength: 200, description: 'A name for people' })),
        timeoutMs: Type.Optional(TimeoutMs),
        stopOnError: Type.Optional(Type.Boolean({ default: true })),
        liftPenOnFailure: Type.Optional(Type.Boolean({ default: true })),
        newSheet: Type.Optional(NewSheet),
      },
      'Queue the plan as a job, with a pause at every change of pen',
    ),
    reference: Reference('Any text: the events `plan` about this drawing carry it'),
  }),
});

const Figures = {
  travelMm: Type.Number({
    description: 'Pen-up travel, including the way from the origin and back for every pen',
  }),
  drawMm: Type.Number(),
  lifts: Type.Integer({ description: 'How often the pen is lifted' }),
  timeMs: Type.Number({ description: 'Machine time only, without pen changes' }),
};

const Note = object('DrawingNote', {
  code: oneOf(noteCodes, 'A stable code for programs'),
  text: Type.String({ description: 'The same as text for people; the wording may change' }),
  count: Type.Integer({ description: 'How often it occurred' }),
});

export const DrawingPlan = object('DrawingPlan', {
  paper: object({ widthMm: Type.Number(), heightMm: Type.Number() }),
  paperAt: Place,
  ...Figures,
  skippedStrokes: Type.Integer({ description: 'How many strokes `from` leaves out' }),
  before: object(Figures, 'The same strokes in the order of the file'),
  warnings: list(Note, 'Cropped or omitted parts, and white layers'),
  notes: list(Note, 'Parts of the file that are not drawn, or drawn differently'),
  marks: Marks,
  layers: list(
    object({
      name: Type.String(),
      colour: Type.String(),
      strokeCount: Type.Integer(),
      settings: Type.Optional(DrawnWith),
      strokes: Type.Optional(
        list(
          Type.Array(Type.Number()),
          'Each x, y, x, y, … in millimetres from the top left of the paper, in the order drawn',
        ),
      ),
    }),
    'One for every pen',
  ),
  commands: Type.Optional(Type.Array(Type.String())),
  pauses: Type.Optional(list(Pause, 'With `commands`: where the pen is changed')),
  pens: Type.Optional(list(Pen, 'With `commands`: which pen draws from which command on')),
  job: Type.Optional(Job),
});

/** Each state has only the members that belong to it. */
const PlanState = Type.Union(
  [
    object({ state: Type.Literal('waiting') }, 'Queued behind other drawings'),
    object({ state: Type.Literal('reading') }, 'The file is read, and its lines are made ready for the pen'),
    object(
      {
        state: Type.Literal('ordering'),
        thoughtMs: Type.Number({ description: 'How much of `thinkMs` has passed' }),
        thinkMs: Type.Number(),
        travelMm: Type.Number({ description: 'Pen-up travel of the best plan so far' }),
      },
      'There is a plan, and a better order is being searched; sent about five times a second',
    ),
    object({ state: Type.Literal('answering') }, 'The plan is queued, if requested, and sent'),
    object({ state: Type.Literal('over') }, 'Sent, refused, or cancelled'),
  ],
  { $id: 'PlanState' },
);

export const PlanUpdate = object('PlanUpdate', {
  id: Type.Integer({ description: 'One for every request, counted from the start of the service' }),
  reference: orNull(Type.String(), 'The reference of the request'),
  state: PlanState,
});

const fileTypes = [...drawingMediaTypes(), ...pictureMediaTypes(), octetStream];
const word = (description: string) => Type.Optional(Type.String({ description }));

export const planRoutes = defineRoutes('Drawings', json, {
  planDrawing: {
    call: 'POST /api/plotter/plan',
    summary: `Plan a drawing: from ${drawingTitles('or')} to strokes, commands, a file or a job`,
    description: `Reads a drawing, places it on the paper, and finds a good order of its strokes for the machine of the profile. Other requests are served meanwhile; a client that disconnects cancels it. Progress is reported by the events \`plan\` of \`GET /api/plotter/events\`. The answer is streamed. The body can also be the drawing itself (${drawingTitles('or')}) or a picture (PNG or JPEG); the options are then query parameters. With \`format\` the answer is a file.`,
    query: Type.Object({
      paper: word(
        'As `paper` in the options. This and the following parameters are for a body that is the drawing itself',
      ),
      orientation: word('`portrait` or `landscape`'),
      margin: word('A length such as `10mm`, or four: top, right, bottom, left'),
      fit: word('`auto`, `drawing`, `page` or `none`'),
      scale: word('A factor'),
      rotate: word('Degrees clockwise, or `auto`'),
      align: word('Such as `top-left`'),
      offset: word('Two lengths such as `5mm,-2mm`'),
      paperAt: word('Two lengths: the top left corner of the paper, from the machine origin'),
      crop: word('`paper`, `margins` or `none`'),
      pens: word('`layers`, `colours`, `palette` or `one`'),
      layerSettings: word(
        'Such as `2:pen=Fine,speed=20,height=100,delay=100,passes=2,repeat=1,pause=yes`; several separated by `;`',
      ),
      layers: word('Their numbers (from 1) or names, separated by commas'),
      fill: word('`outline` or `skip`'),
      tolerance: word('A length'),
      simplify: word('A length'),
      overlap: word('A length'),
      join: word('A length'),
      dropShorter: word('A length'),
      order: word('`no` keeps the order of the file'),
      seed: word('A whole number'),
      rounds: word('A whole number'),
      from: word('The number of the first stroke to draw'),
      marks: word('Marks as planned and as found: `10mm,10mm=11mm,10.5mm; 200mm,10mm=201mm,9mm`'),
      operations: word(
        'Operations with their options, such as `hatch angle=45 spacing=0.5mm; hide by=layer; frame gap=5mm`',
      ),
      style: word(
        `How a picture (PNG or JPEG) is drawn: ${pictureStyles.map((style) => `\`${style}\``).join(', ')}`,
      ),
      points: word('Number of points of a picture, which sets the detail of every style'),
      brightness: word('Of a picture, from -100 to 100'),
      contrast: word('Of a picture, from -100 to 100'),
      part: word('The drawn part of a picture in percent: x, y, width, height'),
      penWidth: word('Width of the line of the pen, for pictures'),
      pictureSize: word('Length of the longer side of a picture'),
      inks: word('Colours of the pens for a picture, such as `#000000,#cc0000`, or `cmyk`'),
      thinkMs: Type.Optional(ThinkMs),
      format: Type.Optional(Format),
      include: word('`strokes`, `commands`, both separated by a comma, or empty'),
      job: word('Queue the plan as a job of this name'),
      newSheet: word('With `job`: `yes` or `no`, as `newSheet` in a job'),
      reference: Type.Optional(Reference('Any text: the events `plan` about this drawing carry it')),
    }),
    body: {
      mediaTypes: [json, ...fileTypes],
      mode: 'stream',
      schema: PlanRequest,
      forms: Object.fromEntries(
        fileTypes.map((type) => [
          type,
          Type.String({
            description: 'The drawing or picture itself, up to 64 MiB; its first bytes identify the format',
          }),
        ]),
      ),
      example: {
        svg: '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"><circle cx="50" cy="50" r="40" stroke="#000"/></svg>',
        options: { paper: 'a4', marginMm: 10, fit: 'drawing' },
      },
    },
    answer: {
      description: 'The plan',
      schema: DrawingPlan,
      also: {
        202: {
          description: 'The plan was queued as a job',
          mediaType: json,
          schema: DrawingPlan,
          headers: { Location: 'The path of the job' },
        },
      },
    },
    errors: {
      400: ['The request is invalid', 'invalid-request'],
      409: [
        'With `job`: it is not known which plotter this is (`/problems/machine-unidentified`), or with `marks` where the pen is',
        'machine-unidentified',
        'position-lost',
      ],
      413: [
        'The drawing is too large, or needs more memory than this machine has',
        'request-too-large',
        'drawing-too-large',
      ],
      415: ['Neither a JSON body nor a drawing', 'unsupported-media-type'],
      422: [
        'The drawing cannot be used; the detail says why. With `job`: a command leads outside of the machine, where its limits are enforced, or the machine refuses a pen height',
        'unreadable-drawing',
        'invalid-drawing',
        'outside-limits',
        'invalid-pen-height',
      ],
      503: ['Too many drawings at once', 'too-many-drawings'],
    },
  },
});
