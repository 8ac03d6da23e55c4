import { type Static, type TUnsafe, Type } from 'typebox';
import { integer, list, object, oneOf, optionals, orNull } from '../exact.ts';
import { describing, plain, type ReasonOf, reasonSchema, row } from '../reason-table.ts';
import { Id, TagFields } from './resources.ts';

/** Default minimum time between two plots of a tag, in seconds. */
export const defaultPlotPause = 60;

export const TagPlot = object(
  'TagPlot',
  optionals({
    paper: Type.String({
      minLength: 1,
      maxLength: 50,
      description: 'The drawing is fitted to this paper, such as `a5`; else it keeps its page',
    }),
    pens: oneOf(
      ['layers', 'colours', 'palette', 'one'],
      'How pens are assigned, as in the options of a drawing; default: the plotter decides',
    ),
    pause: integer(0, 86_400, `Seconds until the tag can plot again, default ${defaultPlotPause}`),
  }),
);
export type TagPlot = Static<typeof TagPlot>;

const filename = { filename: Type.String() };
const message = (description: string) => ({ message: Type.String({ description }) });

/** Programs compare the codes, so they never change. */
export const plotReasons = {
  'plotter-off': plain('This station has no plotter. Set STATION_PLOTTER and start the station again.'),
  'plotter-unreachable': row(
    { address: Type.String() },
    ({ address }) =>
      `Can’t reach a plotter service or board at ${address}. Check that it runs and STATION_PLOTTER names its address.`,
  ),
  'plotter-refused': row(
    message('The refusal of the plotter service or board'),
    ({ message }) => `The plotter refused the drawing: ${message}`,
  ),
  'drawing-missing': row(
    filename,
    ({ filename }) => `“${filename}” is not on the card. Choose a drawing for the tag.`,
  ),
  'drawing-too-large': row(
    filename,
    ({ filename }) => `“${filename}” is larger than 16 MiB. Simplify the drawing.`,
  ),
  'plot-open': plain('The last drawing of this tag is not finished yet.'),
  'plot-too-soon': row(
    { seconds: Type.Integer() },
    ({ seconds }) => `This tag has just plotted. It can plot again in ${seconds} s.`,
  ),
  'plots-full': plain('Too many drawings of tags are waiting. Cancel some on the page of the plotter.'),
  'plot-needs-sheet': plain(
    'The plotter waits for a new sheet. Put it on the bed, then resume the job on the page of the plotter.',
  ),
  'plot-waits': row(
    message('What the plotter asks for'),
    ({ message }) => `The plotter is waiting. Do what it asks, then resume the job on its page: ${message}`,
  ),
  'plot-ended': row(message('The reason of the plotter'), ({ message }) => `The plot ended: ${message}`),
};

export type PlotReason = ReasonOf<typeof plotReasons>;

export const PlotReason: TUnsafe<PlotReason> = reasonSchema(
  plotReasons,
  'PlotReason',
  'Why a tag does not plot',
);

export const describePlotReason: (reason: PlotReason) => string = describing(plotReasons);

export const Plot = object('Plot', {
  id: Type.Integer({ description: 'Counted from the start of the station' }),
  tag: object({ id: Id, serial: TagFields.serial, name: orNull(Type.String()) }),
  filename: Type.String(),
  job: orNull(Type.String(), 'The id of its job at the plotter service or board; null before it has one'),
  state: oneOf(
    ['sending', 'waiting', 'plotting', 'paused', 'done', 'failed', 'refused'],
    '`paused`: a person has to do something at the plotter',
  ),
  progress: Type.Number({ minimum: 0, maximum: 1 }),
  reason: orNull(Type.String(), 'For the operator'),
  cause: orNull(PlotReason, 'The same for programs'),
});
export type Plot = Static<typeof Plot>;

export const Plots = list(Plot, 'The newest first, at most 20');
