import { plotter } from '../client.ts';
import { runAction } from './run-action.ts';

/** The new state arrives as an event. */
export const connect = () => void runAction('connect', () => plotter.connect());
export const disconnect = () => void runAction('disconnect', () => plotter.disconnect());
