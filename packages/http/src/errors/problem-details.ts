import { mediaTypes } from '@stationery/contract';
import type { ErrorStyle } from './error-style.ts';

/** RFC 9457. The plotter calls every unusable body 400, as its decisions have it. */
export const problemDetails: ErrorStyle = {
  mediaType: mediaTypes.problem,
  statuses: { 'invalid-request': 400 },
  render: ({ status, title, detail, source, members }) =>
    JSON.stringify({
      type: 'about:blank',
      title,
      status,
      ...(detail === undefined ? {} : { detail }),
      ...(source ?? {}),
      ...members,
    }),
};
