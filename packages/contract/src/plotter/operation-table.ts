interface MemberText {
  readonly description?: string;
  readonly isRequired?: boolean;
}
interface NumberMember extends MemberText {
  readonly type: 'length' | 'number' | 'integer';
  readonly min: number;
  readonly max: number;
  readonly default?: number;
}
interface ChoiceMember extends MemberText {
  readonly type: 'choice';
  readonly values: readonly string[];
}
interface FlagMember extends MemberText {
  readonly type: 'flag';
  readonly default: boolean;
}
interface LayerMember extends MemberText {
  readonly type: 'layer' | 'layers';
}
interface ObjectsMember extends MemberText {
  readonly type: 'objects';
}
export type OperationMember = NumberMember | ChoiceMember | FlagMember | LayerMember | ObjectsMember;

/** A drawing on the sheet. The same drawing can be placed more than once. */
export interface SheetObject {
  drawing: number;
  /** Centre of the drawing's page, from the upper left corner of the sheet. */
  xMm: number;
  yMm: number;
  scale?: number;
  /** Rotation in degrees, clockwise. */
  rotate?: number;
}

export const maxObjects = 400;

const maxMm = 10_000;

export const objectMembers = {
  drawing: { type: 'integer', min: 0, max: 19, description: 'Which drawing, from 0 on', isRequired: true },
  xMm: { type: 'length', min: -maxMm, max: maxMm, description: 'Centre of its page', isRequired: true },
  yMm: { type: 'length', min: -maxMm, max: maxMm, isRequired: true },
  scale: { type: 'number', min: 0.001, max: 1000, default: 1 },
  rotate: { type: 'number', min: -360, max: 360, default: 0, description: 'Degrees clockwise' },
} as const satisfies Record<keyof SheetObject, NumberMember>;

const length = (min: number, max: number, description: string) =>
  ({ type: 'length', min, max, description }) as const;
/** The first value is the default. */
const choice = <const V extends string>(values: readonly V[], description: string) =>
  ({ type: 'choice', values, description }) as const;
const flag = (value: boolean, description: string) =>
  ({ type: 'flag', default: value, description }) as const;
const count = { type: 'integer', min: 1, max: 100 } as const;
const degrees = { type: 'number', min: -360, max: 360 } as const;
const isRequired = { isRequired: true } as const;
const layers = {
  type: 'layers',
  description: 'Only for these layers: by index from 0 on, by name, or by colour such as `#ff0000`',
} as const;
const pen = (description: string) => length(0.05, 50, description);
const around = length(0, 1000, 'Distance to the drawing; default 5');

export const operationTable = {
  hatch: {
    description: 'Fills shapes with lines. A fill is hatched once, by the first operation that it suits',
    members: {
      layers,
      pattern: choice(
        ['lines', 'cross', 'inset'],
        '`cross`: also across the lines; `inset`: along the outline, one line inside the other',
      ),
      penMm: pen('Width of the pen: fills without gaps, and keeps the ink inside the outline'),
      spacingMm: length(0.05, 1000, 'Distance between lines; default: the width of the pen, or 0.5'),
      angle: { ...degrees, default: 45, description: 'Degrees clockwise' },
      insetMm: length(0, 1000, 'Distance to the outline; default: half the width of the pen, or 0'),
      outline: flag(true, 'False leaves out the outlines of shapes that have no stroke in the file'),
    },
  },
  hide: {
    description: 'Removes lines under opaque fills',
    members: { by: choice(['document', 'layer', 'off'], '`layer`: hides only lines on the same layer') },
  },
  strokes: {
    description: 'Draws strokes that are wider than the pen with their width',
    members: {
      layers,
      as: choice(['outline', 'passes'], 'Around the stroke, or filled with passes of the pen'),
      penMm: pen('Width of the pen; default 0.3'),
    },
  },
  filter: {
    description: 'Leaves out lines by their length',
    members: {
      layers,
      shortestMm: length(0, maxMm, 'Shorter lines are left out'),
      longestMm: length(0, maxMm, 'Longer lines are left out'),
    },
  },
  merge: {
    description: 'Joins lines of a layer whose ends are close',
    members: { layers, gapMm: length(0, 100, 'Default 0.5') },
  },
  simplify: {
    description: 'Leaves out points of lines',
    members: { layers, toleranceMm: length(0, 100, 'How far a line may deviate; default 0.05') },
  },
  crop: {
    description: 'Keeps the part inside a rectangle of the paper',
    members: {
      xMm: { ...length(-maxMm, maxMm, 'From the left edge of the paper'), ...isRequired },
      yMm: { ...length(-maxMm, maxMm, 'From the upper edge of the paper'), ...isRequired },
      widthMm: { ...length(0.1, maxMm, 'Width of the rectangle'), ...isRequired },
      heightMm: { ...length(0.1, maxMm, 'Height of the rectangle'), ...isRequired },
    },
  },
  scale: {
    description: 'Scales the drawing about its centre: by a factor, or to a size, in proportion',
    members: {
      factor: { type: 'number', min: 0.001, max: 1000 },
      widthMm: length(0.1, maxMm, 'Width of the drawing'),
      heightMm: length(0.1, maxMm, 'Height of the drawing; with a width, the drawing fits both'),
    },
  },
  rotate: {
    description: 'Rotates the drawing about its centre',
    members: { degrees: { ...degrees, description: 'Clockwise', ...isRequired } },
  },
  mirror: {
    description: 'Mirrors what is drawn',
    members: {
      axis: choice(
        ['horizontal', 'vertical'],
        '`horizontal` swaps left and right, `vertical` top and bottom',
      ),
    },
  },
  arrange: {
    description:
      'How several drawings lie on one sheet: in rows, or each at its place, before the sheet lies on the paper',
    members: {
      objects: {
        type: 'objects',
        description: 'Each drawing at its place instead of in rows, from the upper left corner of the sheet',
      },
      widthMm: length(0.1, maxMm, 'Width of the sheet with `objects`; default: that of `paper`'),
      heightMm: length(0.1, maxMm, 'Height of the sheet with `objects`; default: that of `paper`'),
      columns: { ...count, description: 'Next to each other; default: about as many as rows' },
      gapMm: length(0, 1000, 'Between two drawings, in the size of the files; default 5'),
    },
  },
  copies: {
    description: 'Copies in columns and rows, centred between the margins',
    members: {
      columns: { ...count, default: 1, description: 'Next to each other' },
      rows: { ...count, default: 1, description: 'Below each other' },
      gapMm: length(0, 1000, 'Between two copies; default 5'),
      fit: flag(false, 'Makes the copies as large as the margins allow'),
      fill: flag(false, 'As many as fit between the margins, instead of `columns` and `rows`'),
    },
  },
  frame: {
    description: 'Draws a rectangle around everything',
    members: {
      gapMm: around,
      layer: { type: 'layer', description: 'Whose pen draws it; default: the first' },
    },
  },
  marks: {
    description: 'Draws registration marks at the corners, with every pen',
    members: { sizeMm: length(0.5, 100, 'Default 5'), gapMm: around },
  },
} as const;

export type OperationKind = keyof typeof operationTable;

type ValueOf<M> = M extends { values: readonly (infer V)[] }
  ? V
  : M extends { type: 'flag' }
    ? boolean
    : M extends { type: 'layer' }
      ? number | string
      : M extends { type: 'layers' }
        ? (number | string)[]
        : M extends { type: 'objects' }
          ? SheetObject[]
          : number;

type RequiredNames<T> = { [N in keyof T]: T[N] extends { isRequired: true } ? N : never }[keyof T];

type ValuesOf<T> = { -readonly [N in RequiredNames<T>]: ValueOf<T[N]> } & {
  -readonly [N in Exclude<keyof T, RequiredNames<T>>]?: ValueOf<T[N]>;
};

type Flat<T> = { [N in keyof T]: T[N] };

export type OperationOf<K extends OperationKind> = Flat<
  { kind: K } & ValuesOf<(typeof operationTable)[K]['members']>
>;

export type Operation = { [K in OperationKind]: OperationOf<K> }[OperationKind];
