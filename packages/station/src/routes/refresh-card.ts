import { AppError } from '@stationery/core';
import type { Card } from '../card/card.ts';

/** Refreshes the card. Keeps the last known state if there is no card. */
export async function refreshCard(card: Card): Promise<void> {
  await card.refresh().catch((error: unknown) => {
    if (!(error instanceof AppError)) throw error;
  });
}
