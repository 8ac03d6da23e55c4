import { stationRoutes } from '@stationery/contract';
import { AppError } from '@stationery/core';
import { jsonPointer, route } from '@stationery/http';
import type { FastifyInstance } from 'fastify';
import type { Card } from '../card/card.ts';
import { findOnCard } from '../card/not-on-card.ts';
import type { Scanner } from '../scanner/scanner.ts';
import type { StoredTag } from '../store/tags-table.ts';
import type { TagRegistry } from '../tags/tag-registry.ts';
import { requireSameId } from './only-resource.ts';
import { refreshCard } from './refresh-card.ts';

const type = 'tag' as const;

export function tagRoutes(
  app: FastifyInstance,
  parts: { tags: TagRegistry; scanner: Scanner; card: Card },
): void {
  const { tags, scanner, card } = parts;

  route(app, stationRoutes.getTags, async () => {
    await refreshCard(card);
    const all = tags.list();
    return {
      links: { self: stationRoutes.getTags.path },
      data: all.map(({ id }) => ({ id, type })),
      included: all.map(resource),
    };
  });

  route(app, stationRoutes.getTag, async ({ params: { id } }) => {
    await refreshCard(card);
    return document(tags.get(id));
  });

  route(app, stationRoutes.updateTag, async ({ params: { id }, body: { data } }) => {
    const tag = tags.get(id);
    requireSameId(data.id, id);
    refuseReadOnly(data.attributes, tag);
    const { filename } = data.attributes;
    const file = filename === null ? null : await findOnCard(card, filename, '/data/attributes/filename');
    return document(tags.bind(id, file));
  });

  route(app, stationRoutes.scanTags, async ({ query, signal }) => {
    const found = await scanner.waitForNew((query.timeout ?? 30) * 1000, signal);
    return {
      data: found.map(({ id }) => ({ id, type })),
      included: found.map(({ id, model, serial, filename }) => ({ id, type, model, serial, filename })),
    };
  });
}

function refuseReadOnly(attributes: object, tag: StoredTag): void {
  const own: Record<string, unknown> = { model: tag.model, serial: tag.serial };
  for (const [name, value] of Object.entries(attributes)) {
    if (name === 'filename' || (Object.hasOwn(own, name) && own[name] === value)) continue;
    throw new AppError('read-only-member', `“${name}” of a tag cannot be changed; only its file can.`, {
      pointer: jsonPointer('data', 'attributes', name),
    });
  }
}

function document(tag: StoredTag) {
  return { links: { self: `/api/v1/tags/${tag.id}` }, data: resource(tag) };
}

function resource({ id, model, serial, filename }: StoredTag) {
  return { id, type, attributes: { model, serial, filename } };
}
