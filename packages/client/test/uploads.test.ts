import { createResumableUploads } from '@stationery/client/uploads';
import { systemClock } from '@stationery/core';
import { expect, it } from 'vitest';
import { startTestStation } from '../../station/test/support/test-station.ts';

it('an upload aborted while the station is creating it leaves nothing behind', async () => {
  const { url } = await startTestStation();
  const control = new AbortController();
  const content = new Blob(['never sent']);
  let discarded: Promise<void> | undefined;
  const uploads = createResumableUploads({
    baseUrl: url,
    async fetch(input, { signal: _, ...init } = {}) {
      if (init.method !== 'POST') return fetch(input, init);
      control.abort();
      discarded = Promise.resolve().then(() => uploads.discard(content, { filename: 'a.txt' }));
      // A client that does not wait for this request would query the station within this time.
      await Promise.race([discarded, new Promise<void>((resolve) => systemClock.after(300, resolve))]);
      return fetch(input, init);
    },
  });
  await expect(uploads.upload(content, { filename: 'a.txt', signal: control.signal })).rejects.toMatchObject({
    name: 'AbortError',
  });
  await discarded;
  expect(await uploads.list()).toEqual([]);
});
