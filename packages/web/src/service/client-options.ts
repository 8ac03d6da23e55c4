import { token } from './token.ts';

/** A proxy can serve the page below a path, as Home Assistant does. */
export const pageRoot = new URL('.', location.href).href;

export const clientOptions = { baseUrl: pageRoot, token: () => token.value };
