import { AppError } from '@stationery/core';
import type { Card } from '../card/card.ts';

/** Looks at the card before an answer that tells of it. Without a card, what was last known is told. */
export async function refreshCard(card: Card): Promise<void> {
  await card.look().catch((error: unknown) => {
    if (!(error instanceof AppError)) throw error;
  });
}
