import { mediaTypes } from '@stationery/contract';
import type { ErrorStyle } from './error-style.ts';

/** Section 7 of the station's interface: one entry, which has the status three times. */
export const jsonApiErrors: ErrorStyle = {
  mediaType: mediaTypes.jsonApi,
  render: ({ status, title, detail, source }) =>
    JSON.stringify({
      errors: [
        { type: 'error', id: status, title, status, detail, ...(source === undefined ? {} : { source }) },
      ],
    }),
};
