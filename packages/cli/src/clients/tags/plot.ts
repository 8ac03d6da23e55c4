import type { TagPlot } from '@stationery/client/tags';
import { defineCommand } from '../../command-line/command.ts';
import { oneOf, wholeNumber } from '../player/setting-words.ts';
import { changeTag } from './change-tag.ts';

const pens = ['layers', 'colours', 'palette', 'one'] as const;

export const plot = defineCommand({
  summary: 'Set how the drawings of a tag are plotted',
  arguments: '<serial, id or name>',
  completes: ['tag'],
  about:
    'A tap plots the next drawing among the files of the tag, on the plotter in STATION_PLOTTER. The options that are given replace all settings of the tag.',
  service: 'station',
  options: {
    paper: { placeholder: '<size>', help: 'Fit the drawing to this paper, such as a5' },
    pens: {
      placeholder: '<rule>',
      help: 'As in “stationery plot”: layers, colours, palette or one',
      completes: pens,
    },
    pause: { placeholder: '<seconds>', help: 'Time until the tag can plot again, default 60' },
    reset: { help: 'Remove all settings of the tag' },
  },
  examples: ['stationery tags plot lion --paper a5 --pause 300', 'stationery tags plot lion --reset'],
  async run(context) {
    const { args, options } = context;
    const { paper, pause } = options;
    const chosen = oneOf('--pens', options.pens, pens);
    const wanted: TagPlot = {
      ...(paper !== undefined && { paper }),
      ...(chosen !== undefined && { pens: chosen }),
      ...(pause !== undefined && { pause: wholeNumber('--pause', pause, 86_400)! }),
    };
    const isChange = options.reset || Object.keys(wanted).length > 0;
    return changeTag(context, args[0] ?? '', () => (isChange ? { plot: wanted } : undefined));
  },
});
