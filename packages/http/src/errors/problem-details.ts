import { mediaTypes, problemType } from '@stationery/contract';
import type { ErrorStyle } from './error-style.ts';

/** Problem details (RFC 9457), with a type for every code. The plotter answers 400 for every invalid body. */
export const problemDetails: ErrorStyle = {
  mediaType: mediaTypes.problem,
  statuses: { 'invalid-request': 400 },
  render: ({ code, status, title, detail, source, members }) =>
    JSON.stringify({ type: problemType(code), title, status, detail, ...source, ...members }),
};
