import { messageOf } from '@stationery/core';
import type { LineFont, LineFontName, TextStyle } from '@stationery/drawing';
import { defineCommand, type OptionValues } from '../../command-line/command.ts';
import { UsageError } from '../../terminal/exit-codes.ts';
import { readText } from '../../terminal/read-input.ts';
import { plotFiles, plotOptions } from './draw.ts';

const textOptions = {
  size: { placeholder: '<length>', help: 'Font size; default: 10mm' },
  font: {
    placeholder: '<name or file>',
    help: 'tech, felix, elfin, nixish, readability, allure, script, serif, gothic, or an SVG font; default: the built-in font',
  },
  'text-align': { placeholder: '<side>', help: 'left, center or right; default: left' },
  'line-height': {
    placeholder: '<number>',
    help: 'Distance of lines, as a multiple of the size; default: 1.4',
  },
  'letter-spacing': { placeholder: '<length>', help: 'Space between letters in addition; default: 0mm' },
} as const;

export const text = defineCommand({
  summary: 'Plot text in a single-line font',
  arguments: '<text>',
  about: 'Writes lines of text with one stroke per line of a letter. “-” is standard input.',
  service: 'plotter',
  options: { ...textOptions, ...plotOptions },
  examples: [
    'stationery plot text "Happy birthday" --paper a6 --size 12mm',
    'stationery plot text "Dear Mia" --font script --size 20mm',
    'stationery plot text "$(printf \'Mia\\nNeue Gasse 4\')" --text-align center --dry-run --preview address.svg',
  ],
  run: (context) => {
    const [typed = ''] = context.args;
    return plotFiles(
      context,
      async (streams) => {
        const content = typed === '-' ? await readText(streams, typed) : typed;
        const { DrawingError, maxTextCharacters, textSvg } = await import('./drawing-parts.ts');
        if (content.trim() === '') throw new UsageError('there is no text to plot');
        if (content.length > maxTextCharacters)
          throw new UsageError(
            `the text has ${content.length} characters; at most ${maxTextCharacters} can be plotted`,
          );
        const font = await readFont(streams, context.options.font);
        const style = await readStyle(context.options);
        try {
          return [Buffer.from(textSvg(content, style, font))];
        } catch (error) {
          throw error instanceof DrawingError ? new UsageError(`--size: ${error.message}`) : error;
        }
      },
      typed === '-' ? 'standard input' : typed.replace(/\s+/g, ' ').slice(0, 60),
    );
  },
});

async function readFont(
  streams: Parameters<typeof readText>[0],
  name: string | undefined,
): Promise<LineFont | undefined> {
  if (name === undefined) return undefined;
  const { lineFonts, readSvgFont } = await import('./drawing-parts.ts');
  if (Object.hasOwn(lineFonts, name))
    return readSvgFont((await lineFonts[name as LineFontName].source()).font);
  if (!/[./\\]/.test(name))
    throw new UsageError(`--font must be ${Object.keys(lineFonts).join(', ')} or a file, not “${name}”`);
  const source = await readText(streams, name);
  try {
    return readSvgFont(source);
  } catch (error) {
    throw new UsageError(`--font ${name}: ${messageOf(error)}`);
  }
}

async function readStyle(options: OptionValues<typeof textOptions>): Promise<TextStyle> {
  const { parseLength, textAligns, textDefaults, textLimits } = await import('./drawing-parts.ts');
  const within = (flag: keyof typeof textOptions, value: number, [min, max]: readonly [number, number]) => {
    if (value >= min && value <= max) return value;
    throw new UsageError(`--${flag} must be from ${min} to ${max}, not “${options[flag]}”`);
  };
  const length = (flag: 'size' | 'letter-spacing', fallback: number) => {
    const typed = options[flag];
    try {
      return typed === undefined ? fallback : parseLength(typed, flag);
    } catch (error) {
      throw new UsageError(`--${flag}: ${messageOf(error)}`);
    }
  };
  const align = textAligns.find((each) => each === (options['text-align'] ?? textDefaults.align));
  if (align === undefined)
    throw new UsageError(`--text-align must be left, center or right, not “${options['text-align']}”`);
  const height = Number(options['line-height'] ?? textDefaults.lineHeight);
  return {
    align,
    sizeMm: within('size', length('size', textDefaults.sizeMm), textLimits.sizeMm),
    lineHeight: within('line-height', height, textLimits.lineHeight),
    letterSpacingMm: within('letter-spacing', length('letter-spacing', 0), textLimits.letterSpacingMm),
  };
}
