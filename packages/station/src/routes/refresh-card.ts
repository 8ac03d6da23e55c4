import { AppError } from '@stationery/core';
import type { Card } from '../card/card.ts';

/** Without a card, keeps the last known state. */
export async function refreshCard(card: Card): Promise<void> {
  await card.refresh().catch((error: unknown) => {
    if (!(error instanceof AppError)) throw error;
  });
}
