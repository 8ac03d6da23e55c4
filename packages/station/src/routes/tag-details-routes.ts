import { setImmediate as nextTurn } from 'node:timers/promises';
import { stationRoutes } from '@stationery/contract';
import { AppError } from '@stationery/core';
import { RouteResponse, route } from '@stationery/http';
import type { FastifyInstance } from 'fastify';
import type { Card } from '../card/card.ts';
import type { StoredDetails } from '../store/tag-details-table.ts';
import { readDetails } from '../tags/read-details.ts';
import type { TagRegistry } from '../tags/tag-registry.ts';
import { requireSameId } from './only-resource.ts';
import { refreshCard } from './refresh-card.ts';

/** Number of tags serialised before yielding to the event loop. */
const tagsATurn = 200;

export function tagDetailsRoutes(app: FastifyInstance, parts: { tags: TagRegistry; card: Card }): void {
  const { tags, card } = parts;

  route(app, stationRoutes.listTagDetails, async ({ signal }) => {
    await refreshCard(card);
    return new RouteResponse(await writeAll(tags, signal));
  });

  route(app, stationRoutes.addTag, async ({ body: { data } }) => {
    const { serial, model } = data.attributes;
    const known = tags.bySerial(serial);
    if (known !== undefined) return new RouteResponse(document(tags.details(known.id)), {}, 200);
    return document(tags.details(tags.learn(serial, model).id));
  });

  route(app, stationRoutes.getTagDetails, async ({ params: { id } }) => {
    await refreshCard(card);
    return document(tags.details(id));
  });

  route(app, stationRoutes.updateTagDetails, async ({ params: { id }, body: { data } }) => {
    tags.get(id);
    requireSameId(data.id, id);
    const change = await readDetails(data.attributes, id, parts);
    return document(tags.changeDetails(id, change));
  });

  route(app, stationRoutes.deleteTag, async ({ params: { id } }) => {
    tags.remove(id);
  });

  route(app, stationRoutes.replaceTag, async ({ body: { data } }) => {
    const { lost, replacement, overwrite = false } = data.attributes;
    if (lost === replacement)
      throw new AppError('invalid-request', 'A tag cannot replace itself.', {
        pointer: '/data/attributes/replacement',
      });
    return document(tags.replace(lost, replacement, { overwrite }));
  });
}

/** Serialises all tags in pieces, so that taps are handled in between. */
async function writeAll(tags: TagRegistry, signal: AbortSignal): Promise<Buffer> {
  const pieces: string[] = [];
  for (let last = 0; !signal.aborted; await nextTurn()) {
    const some = tags.detailsAfter(last, tagsATurn);
    if (some.length > 0) pieces.push(some.map((details) => JSON.stringify(resource(details))).join(','));
    if (some.length < tagsATurn) break;
    last = some.at(-1)?.id ?? last;
  }
  const self = JSON.stringify(stationRoutes.listTagDetails.path);
  return Buffer.from(`{"links":{"self":${self}},"data":[${pieces.join(',')}]}`);
}

function document(details: StoredDetails) {
  return { links: { self: `/api/v1/tag-details/${details.id}` }, data: resource(details) };
}

function resource({ id, ...attributes }: StoredDetails) {
  return { id, type: 'tag-details' as const, attributes };
}
