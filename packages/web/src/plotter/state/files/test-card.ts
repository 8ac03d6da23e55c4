import { testCardSvg } from '@stationery/drawing';
import { testCardTexts } from '../../../texts/test-card.ts';

export const testCard = (name: string) =>
  new File([testCardSvg(testCardTexts)], name, { type: 'image/svg+xml' });
