import { Type } from 'typebox';
import { json, svg } from '../media-types.ts';
import { defineRoute } from '../route.ts';
import { noteCodes } from './note-codes.ts';
import { exact, Job, Pause, Pen, TimeoutMs } from './resources.ts';

const Mm = (description?: string) => Type.Number({ minimum: 0, ...(description && { description }) });
const Place = Type.Object({ xMm: Type.Number(), yMm: Type.Number() }, exact);
const Margins = Type.Object({ top: Mm(), right: Mm(), bottom: Mm(), left: Mm() }, exact);

/** The sheet, where the drawing lies on it, and how its lines are made ready for the pen. */
export const DrawingOptions = Type.Object(
  {
    paper: Type.Optional(
      Type.String({
        maxLength: 50,
        description:
          '`a6` to `a0`, `letter`, `legal`, `tabloid`, or a size such as `210x297mm`; else the page of the drawing',
      }),
    ),
    orientation: Type.Optional(
      Type.Enum(['portrait', 'landscape'], {
        description: 'Else a sheet with a name lies as the drawing does',
      }),
    ),
    marginMm: Type.Optional(Type.Union([Mm(), Margins], { description: '10 where nothing is said' })),
    fit: Type.Optional(
      Type.Enum(['auto', 'drawing', 'page', 'none'], {
        description:
          '`drawing`: what is drawn is fitted to the margins; `page`: the page of the file is; `none`: the size stays; `auto`: it stays where the page fits the paper',
      }),
    ),
    scale: Type.Optional(Type.Number({ exclusiveMinimum: 0, description: 'On top of what `fit` does' })),
    rotate: Type.Optional(
      Type.Union([Type.Number(), Type.Literal('auto')], { description: 'Degrees clockwise' }),
    ),
    align: Type.Optional(
      Type.Enum(
        ['top-left', 'top', 'top-right', 'left', 'center', 'right', 'bottom-left', 'bottom', 'bottom-right'],
        { description: 'Where the drawing lies between the margins' },
      ),
    ),
    offset: Type.Optional(Place),
    crop: Type.Optional(
      Type.Enum(['paper', 'margins', 'none'], {
        description: 'Where lines are cut off; the limits of the machine always are such an edge',
      }),
    ),
    paperAt: Type.Optional(Place),
    pens: Type.Optional(
      Type.Enum(['layers', 'colours', 'one'], { description: 'What makes a pen; `one`: nothing does' }),
    ),
    layers: Type.Optional(
      Type.Array(Type.Union([Type.Integer({ minimum: 0 }), Type.String()]), {
        maxItems: 1000,
        description: 'By index from 0 on or by name, in the order in which they are drawn; others are not',
      }),
    ),
    fill: Type.Optional(
      Type.Enum(['outline', 'skip'], { description: 'What becomes of shapes without a stroke' }),
    ),
    toleranceMm: Type.Optional(Mm('How far a line may stray from the curve that it stands for')),
    overlapMm: Type.Optional(
      Mm('Lines of one pen this close to each other are drawn once; 0 draws them all'),
    ),
    joinMm: Type.Optional(Mm('Ends this close are joined')),
    dropShorterThanMm: Type.Optional(Mm()),
    simplifyMm: Type.Optional(Mm('How far a line may be from the one in the file, for fewer moves')),
    order: Type.Optional(Type.Boolean({ description: 'False keeps the order and direction of the file' })),
    seed: Type.Optional(Type.Integer()),
    rounds: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 1_000_000_000,
        description: 'How often to try for a better order; the same number gives the same plan',
      }),
    ),
  },
  { ...exact, $id: 'DrawingOptions' },
);

const ThinkMs = Type.Integer({
  minimum: 0,
  maximum: 60_000,
  default: 0,
  description: 'How long to look for a better order; 0 takes the first, which is good already',
});

const Reference = (description: string) => Type.String({ maxLength: 200, description });

export const PlanRequest = Type.Object(
  {
    svg: Type.String({ description: 'The drawing' }),
    options: Type.Optional(DrawingOptions),
    thinkMs: Type.Optional(ThinkMs),
    include: Type.Optional(
      Type.Array(Type.Enum(['strokes', 'commands']), {
        description: 'What the answer is to hold besides the figures; all where nothing is said',
      }),
    ),
    job: Type.Optional(
      Type.Object(
        {
          name: Type.Optional(Type.String({ maxLength: 200, description: 'What people call it' })),
          timeoutMs: Type.Optional(TimeoutMs),
          stopOnError: Type.Optional(Type.Boolean({ default: true })),
          liftPenOnFailure: Type.Optional(Type.Boolean({ default: true })),
        },
        { ...exact, description: 'Queue the plan as a job, with a pause at every change of pen' },
      ),
    ),
    reference: Type.Optional(Reference('Any text: the events `plan` about this drawing carry it')),
  },
  { ...exact, $id: 'PlanRequest' },
);

const Figures = {
  travelMm: Type.Number({
    description: 'With the pen up, with the ways from the origin and back for every pen',
  }),
  drawMm: Type.Number(),
  lifts: Type.Integer({ description: 'How often the pen is lifted' }),
  timeMs: Type.Number({ description: 'Of the machine alone; a person who changes the pen takes longer' }),
};

const Note = Type.Object(
  {
    code: Type.Enum(noteCodes, { description: 'What it is about, for programs' }),
    text: Type.String({ description: 'The same for a person; the words may change' }),
    count: Type.Integer({ description: 'How often it was met' }),
  },
  { ...exact, $id: 'DrawingNote' },
);

export const DrawingPlan = Type.Object(
  {
    paper: Type.Object({ widthMm: Type.Number(), heightMm: Type.Number() }, exact),
    paperAt: Place,
    ...Figures,
    before: Type.Object(Figures, { ...exact, description: 'The same strokes in the order of the file' }),
    warnings: Type.Array(Note, { description: 'What was cut off or left out, and layers in white' }),
    notes: Type.Array(Note, { description: 'What in the file is not drawn, or not as it stands there' }),
    layers: Type.Array(
      Type.Object(
        {
          name: Type.String(),
          colour: Type.String(),
          strokeCount: Type.Integer(),
          strokes: Type.Optional(
            Type.Array(Type.Array(Type.Number()), {
              description:
                'Each x, y, x, y, … in millimetres from the top left of the paper, in the order drawn',
            }),
          ),
        },
        exact,
      ),
      { description: 'One for every pen' },
    ),
    commands: Type.Optional(Type.Array(Type.String())),
    pauses: Type.Optional(Type.Array(Pause, { description: 'With `commands`: where the pen is changed' })),
    pens: Type.Optional(Type.Array(Pen, { description: 'With `commands`: what draws from where on' })),
    job: Type.Optional(Job),
  },
  { ...exact, $id: 'DrawingPlan' },
);

/** How a drawing that is being planned is. Each state carries what belongs to it and nothing else. */
const PlanState = Type.Union(
  [
    Type.Object(
      { state: Type.Literal('waiting') },
      { ...exact, description: 'Others are planned before it' },
    ),
    Type.Object(
      { state: Type.Literal('reading') },
      { ...exact, description: 'The file is read, and its lines are made ready for the pen' },
    ),
    Type.Object(
      {
        state: Type.Literal('ordering'),
        thoughtMs: Type.Number({ description: 'How much of `thinkMs` is over' }),
        thinkMs: Type.Number(),
        travelMm: Type.Number({ description: 'With the pen up between strokes, as it would be now' }),
      },
      {
        ...exact,
        description: 'There is a plan, and a better order is looked for; told about five times a second',
      },
    ),
    Type.Object(
      { state: Type.Literal('answering') },
      { ...exact, description: 'The plan is queued, where that was asked for, and sent' },
    ),
    Type.Object({ state: Type.Literal('over') }, { ...exact, description: 'Sent, refused, or given up' }),
  ],
  { $id: 'PlanState' },
);

export const PlanUpdate = Type.Object(
  {
    id: Type.Integer({ description: 'One for every request, counted from the start of the service' }),
    reference: Type.Union([Type.String(), Type.Null()], { description: 'What the request said' }),
    state: PlanState,
  },
  { ...exact, $id: 'PlanUpdate' },
);

const word = (description: string) => Type.Optional(Type.String({ description }));
export const planDrawing = defineRoute({
  operationId: 'planDrawing',
  method: 'POST',
  path: '/api/plotter/plan',
  group: 'Drawings',
  summary: 'From an SVG to strokes and commands, and to a job',
  description:
    'Reads a drawing, puts it on the paper, and looks for a good order of its strokes, for the machine of the profile. The service continues with everything else meanwhile; a client that hangs up ends it. How far it has come is told in the events `plan` of `GET /api/plotter/events`. The answer is written piece by piece. An SVG can also be the body itself; the options then stand in the address.',
  query: Type.Object({
    paper: word('As `paper` in the options. This and all that follow are for a body that is the SVG itself'),
    orientation: word('`portrait` or `landscape`'),
    margin: word('A length such as `10mm`, or four: top, right, bottom, left'),
    fit: word('`auto`, `drawing`, `page` or `none`'),
    scale: word('A factor'),
    rotate: word('Degrees clockwise, or `auto`'),
    align: word('Such as `top-left`'),
    offset: word('Two lengths such as `5mm,-2mm`'),
    paperAt: word('Two lengths: where the paper’s top left corner lies, from the machine’s origin'),
    crop: word('`paper`, `margins` or `none`'),
    pens: word('`layers`, `colours` or `one`'),
    layers: word('Their numbers from 1 on, or their names, with commas between'),
    fill: word('`outline` or `skip`'),
    tolerance: word('A length'),
    simplify: word('A length'),
    overlap: word('A length'),
    join: word('A length'),
    dropShorter: word('A length'),
    order: word('`no` keeps the order of the file'),
    seed: word('A whole number'),
    rounds: word('A whole number'),
    thinkMs: Type.Optional(ThinkMs),
    include: word('`strokes`, `commands`, both with a comma between, or nothing'),
    job: word('Queue the plan as a job of this name'),
    reference: Type.Optional(Reference('Any text: the events `plan` about this drawing carry it')),
  }),
  body: {
    mediaTypes: [json, svg],
    mode: 'stream',
    schema: PlanRequest,
    forms: { [svg]: Type.String({ description: 'The drawing itself, up to 64 MiB' }) },
    example: {
      svg: '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"><circle cx="50" cy="50" r="40" stroke="#000"/></svg>',
      options: { paper: 'a4', marginMm: 10, fit: 'drawing' },
    },
  },
  answer: {
    status: 200,
    description: 'The plan',
    mediaType: json,
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
    400: ['A request that cannot be understood or used', 'invalid-request'],
    413: [
      'Larger than a drawing may be, or too much for this machine to plan',
      'request-too-large',
      'drawing-too-large',
    ],
    415: ['Neither a JSON body nor an SVG', 'unsupported-media-type'],
    422: [
      'The drawing cannot be used; the detail says why. With `job`: a command leads outside of the machine, where its limits are enforced',
      'not-svg',
      'invalid-drawing',
      'outside-limits',
    ],
    503: ['Too many drawings at once', 'too-many-drawings'],
  },
});
