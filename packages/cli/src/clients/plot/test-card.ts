import { defineCommand } from '../../command-line/command.ts';
import { plotFiles, plotOptions } from './draw.ts';

export const testCard = defineCommand({
  summary: 'Plot a card that shows what to adjust',
  about: 'Scale, round circles, pointed corners, pen height and times. docs/plotters.md says what to change.',
  service: 'plotter',
  options: plotOptions,
  examples: ['stationery plot test-card', 'stationery plot test-card --dry-run --preview card.svg'],
  run: (context) =>
    plotFiles(
      context,
      async () => {
        const { testCardSvg } = await import('./drawing-parts.ts');
        return [Buffer.from(testCardSvg())];
      },
      'Test card',
    ),
});
