import { createStationClient } from '@stationery/client';
import { createStationMetadata } from '@stationery/client/metadata';
import { createStationPlayer } from '@stationery/client/player';
import { createStationStatistics } from '@stationery/client/statistics';
import { createStationTags } from '@stationery/client/tags';
import type { ResumableUploads } from '@stationery/client/uploads';
import { clientOptions, withSharedStream } from '../service/index.ts';
import { parseAnswer } from '../service/parse-answer.ts';

const page = { isLeaving: false };

/** Requests that are sent during unload must outlive the page. */
export function followLeaving(): void {
  addEventListener('pagehide', () => {
    page.isLeaving = true;
  });
  addEventListener('pageshow', () => {
    page.isLeaving = false;
  });
}

const options = {
  ...clientOptions,
  parse: parseAnswer,
  fetch: withSharedStream((input, init) =>
    fetch(input, page.isLeaving ? { ...init, keepalive: true } : init),
  ),
};

export const station = createStationClient(options);
export const stationMetadata = createStationMetadata(options);
export const stationPlayer = createStationPlayer(options);
export const stationTags = createStationTags(options);
const loaded: { uploads?: Promise<ResumableUploads> } = {};

/** Shared, because the client keeps track of its uploads. */
export const resumableUploads = () =>
  (loaded.uploads ??= import('@stationery/client/uploads').then(({ createResumableUploads }) =>
    createResumableUploads(options),
  ));
export const stationStatistics = createStationStatistics(options);
