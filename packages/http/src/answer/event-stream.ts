import { setMaxListeners } from 'node:events';
import { mediaTypes } from '@stationery/contract';
import type { EventHub, NumberedEvent } from '@stationery/core';
import type { FastifyReply } from 'fastify';

interface NamedEvent {
  name: string;
  data: unknown;
}

const keepAliveMs = 15_000;
/** A client that is this far behind is let go; it comes back and resumes where it was. */
const backlogBytes = 1024 * 1024;

/**
 * Server-sent events from a hub. A client that says where it was is told what it missed; any other, or one
 * that was away for too long, is given a snapshot first.
 */
export function sendEventStream<E extends NamedEvent>(
  reply: FastifyReply,
  parts: { hub: EventHub<E>; snapshot: () => E; lastEventId: string | undefined; signal: AbortSignal },
): FastifyReply {
  const { hub, snapshot, lastEventId, signal } = parts;
  reply.hijack();
  const response = reply.raw;
  const headers = reply.getHeaders() as Record<string, string>;
  response.writeHead(200, {
    ...headers,
    'content-type': mediaTypes.eventStream,
    'cache-control': 'no-store',
  });

  // A client that has hung up already, or a service that stops already, will not say so again.
  if (response.destroyed || signal.aborted) {
    response.end();
    return reply;
  }

  const send = ({ id, event }: NumberedEvent<E>) => {
    response.write(`id: ${id}\nevent: ${event.name}\ndata: ${JSON.stringify(event.data)}\n\n`);
    if (response.writableLength > backlogBytes) response.destroy();
  };
  response.write('retry: 1000\n\n');
  const missed = /^\d+$/.test(lastEventId ?? '') ? hub.since(Number(lastEventId)) : undefined;
  if (missed === undefined) send({ id: hub.lastId, event: snapshot() });
  else missed.forEach(send);

  const unsubscribe = hub.subscribe(send);
  const keepAlive = setInterval(() => response.write(': still here\n\n'), keepAliveMs);
  const stop = () => {
    clearInterval(keepAlive);
    unsubscribe();
    response.end();
  };
  response.once('close', stop);
  response.on('error', () => undefined);
  // One listener for each client is many, and no leak.
  setMaxListeners(0, signal);
  signal.addEventListener('abort', stop, { once: true });
  response.once('close', () => signal.removeEventListener('abort', stop));
  return reply;
}
