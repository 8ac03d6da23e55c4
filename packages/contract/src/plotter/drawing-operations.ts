import { type TProperties, Type } from 'typebox';
import { exact } from '../exact.ts';

const maxMm = 10_000;
const Length = (minimum: number, maximum: number, description: string) =>
  Type.Optional(Type.Number({ minimum, maximum, description }));
const RequiredLength = (minimum: number, description: string) =>
  Type.Number({ minimum, maximum: maxMm, description });
const Degrees = (description: string) => Type.Number({ minimum: -360, maximum: 360, description });
const Count = (description: string) =>
  Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 1, description }));
const Layer = Type.Union([Type.Integer({ minimum: 0 }), Type.String({ maxLength: 1000 })]);
const Layers = Type.Optional(
  Type.Array(Layer, {
    maxItems: 1000,
    description: 'Only for these layers: by index from 0 on, by name, or by colour such as `#ff0000`',
  }),
);
const PenMm = (description: string) => Length(0.05, 50, description);

const operation = <const K extends string, P extends TProperties>(kind: K, description: string, members: P) =>
  Type.Object({ kind: Type.Literal(kind), ...members }, { ...exact, description });

/** Operations on a placed drawing. The drawing package has the same list, and a test compares the two. */
export const DrawingOperation = Type.Union(
  [
    operation(
      'hatch',
      'Fills shapes with lines. A fill is hatched once, by the first operation that it suits',
      {
        layers: Layers,
        pattern: Type.Optional(
          Type.Enum(['lines', 'cross', 'inset'], {
            default: 'lines',
            description:
              '`cross`: also across the lines; `inset`: along the outline, one line inside the other',
          }),
        ),
        penMm: PenMm('Width of the pen: fills without gaps, and keeps the ink inside the outline'),
        spacingMm: Length(0.05, 1000, 'Distance between lines; default: the width of the pen, or 0.5'),
        angle: Type.Optional(
          Type.Number({ minimum: -360, maximum: 360, default: 45, description: 'Degrees clockwise' }),
        ),
        insetMm: Length(0, 1000, 'Distance to the outline; default: half the width of the pen, or 0'),
        outline: Type.Optional(
          Type.Boolean({
            default: true,
            description: 'False leaves out the outlines of shapes that have no stroke in the file',
          }),
        ),
      },
    ),
    operation('hide', 'Removes lines under opaque fills', {
      by: Type.Optional(
        Type.Enum(['document', 'layer', 'off'], {
          default: 'document',
          description: '`layer`: hides only lines on the same layer',
        }),
      ),
    }),
    operation('strokes', 'Draws strokes that are wider than the pen with their width', {
      layers: Layers,
      as: Type.Optional(
        Type.Enum(['outline', 'passes'], {
          default: 'outline',
          description: 'Around the stroke, or filled with passes of the pen',
        }),
      ),
      penMm: PenMm('Width of the pen; default 0.3'),
    }),
    operation('filter', 'Leaves out lines by their length', {
      layers: Layers,
      shortestMm: Length(0, maxMm, 'Shorter lines are left out'),
      longestMm: Length(0, maxMm, 'Longer lines are left out'),
    }),
    operation('merge', 'Joins lines of a layer whose ends are close', {
      layers: Layers,
      gapMm: Length(0, 100, 'Default 0.5'),
    }),
    operation('simplify', 'Leaves out points of lines', {
      layers: Layers,
      toleranceMm: Length(0, 100, 'How far a line may deviate; default 0.05'),
    }),
    operation('crop', 'Keeps the part inside a rectangle of the paper', {
      xMm: RequiredLength(-maxMm, 'From the left edge of the paper'),
      yMm: RequiredLength(-maxMm, 'From the upper edge of the paper'),
      widthMm: RequiredLength(0.1, 'Width of the rectangle'),
      heightMm: RequiredLength(0.1, 'Height of the rectangle'),
    }),
    operation('scale', 'Scales the drawing about its centre: by a factor, or to a size, in proportion', {
      factor: Type.Optional(Type.Number({ minimum: 0.001, maximum: 1000 })),
      widthMm: Length(0.1, maxMm, 'Width of the drawing'),
      heightMm: Length(0.1, maxMm, 'Height of the drawing; with a width, the drawing fits both'),
    }),
    operation('rotate', 'Rotates the drawing about its centre', { degrees: Degrees('Clockwise') }),
    operation('mirror', 'Mirrors what is drawn', {
      axis: Type.Optional(
        Type.Enum(['horizontal', 'vertical'], {
          default: 'horizontal',
          description: '`horizontal` swaps left and right, `vertical` top and bottom',
        }),
      ),
    }),
    operation('arrange', 'How several drawings lie on one sheet: in rows, before it lies on the paper', {
      columns: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: 100,
          description: 'Next to each other; default: about as many as rows',
        }),
      ),
      gapMm: Length(0, 1000, 'Between two drawings, in the size of the files; default 5'),
    }),
    operation('copies', 'Copies in columns and rows, centred between the margins', {
      columns: Count('Next to each other'),
      rows: Count('Below each other'),
      gapMm: Length(0, 1000, 'Between two copies; default 5'),
      fit: Type.Optional(
        Type.Boolean({ default: false, description: 'Makes them as large as the margins allow' }),
      ),
    }),
    operation('frame', 'Draws a rectangle around everything', {
      gapMm: Length(0, 1000, 'Distance to the drawing; default 5'),
      layer: Type.Optional(
        Type.Union(Layer.anyOf, { description: 'Whose pen draws it; default: the first' }),
      ),
    }),
    operation('marks', 'Draws registration marks at the corners, with every pen', {
      sizeMm: Length(0.5, 100, 'Default 5'),
      gapMm: Length(0, 1000, 'Distance to the drawing; default 5'),
    }),
  ],
  { $id: 'DrawingOperation' },
);
