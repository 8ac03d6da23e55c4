import type { Board } from './board.ts';
import { pico } from './pico.ts';
import { uno } from './uno.ts';

/** The boards that our firmware runs on. */
export const boards: Record<string, Board> = { pico, uno };
