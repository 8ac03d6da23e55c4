import { mediaTypes } from '@stationery/contract';
import type { ErrorStyle } from './error-style.ts';

/** One error entry, which repeats the status three times as section 7 of the station's interface requires. */
export const jsonApiErrors: ErrorStyle = {
  mediaType: mediaTypes.jsonApi,
  render: ({ status, title, detail, source }) =>
    JSON.stringify({
      errors: [
        { type: 'error', id: status, title, status, detail, ...(source === undefined ? {} : { source }) },
      ],
    }),
};
