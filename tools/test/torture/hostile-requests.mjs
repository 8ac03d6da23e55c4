// Requests that try to stop, stall or confuse a service: endless, and reproducible by seed.
import { connect } from 'node:net';
import { Random } from '../../../packages/core/dist/testing/random.js';
import { httpKinds } from './hostile-http.mjs';
import { plotterKinds } from './hostile-plotter.mjs';
import { stationKinds } from './hostile-station.mjs';
import { pick } from './hostile-values.mjs';

const kinds = {
  station: { ...stationKinds, ...httpKinds },
  plotter: { ...plotterKinds, ...httpKinds },
};

export function seededRandom(seed) {
  const random = new Random(seed);
  return () => random.next();
}

/**
 * Endless hostile requests. None of them may undo the work of an honest client or move the machine,
 * and none may be answered with a 500, except as `PATCH /api/v1/firmware` documents.
 *
 * @param {() => number} random source of every random choice, such as `seededRandom(7)`
 * @param {{ services?: ('station' | 'plotter')[], maxBytes?: number }} options `maxBytes`: approximate maximum body size
 * @returns {Generator<{ name: string, service: 'station' | 'plotter', method?: string, path?: string,
 *   headers?: Record<string, string | string[]>, body?: Buffer | string, framing?: 'length' | 'chunks' | 'cut',
 *   raw?: Buffer }>} `raw`: bytes to send as they are, instead of everything else. `framing`: the body with its
 *   length, in small chunks, or broken off in the middle.
 */
export function* hostileRequests(random, { services = ['station', 'plotter'], maxBytes = 64_000 } = {}) {
  for (;;) {
    const service = pick(random, services);
    const name = pick(random, Object.keys(kinds[service]));
    yield hostileRequest(random, { service, name, bytes: Math.ceil(maxBytes ** (0.4 + 0.6 * random())) });
  }
}

export const hostileKinds = (service) => Object.keys(kinds[service]);

export function hostileRequest(random, { service, name, bytes }) {
  const framing = pick(random, ['length', 'length', 'length', 'chunks', 'cut']);
  return { name, service, framing, ...kinds[service][name](random, bytes, service) };
}

/** Returns the bytes of a request, split into the pieces to send. */
function requestPieces(request, host = 'localhost') {
  if (request.raw !== undefined) return [request.raw];
  const { method, path, framing } = request;
  const body = request.body === undefined ? undefined : Buffer.from(request.body);
  const headers = { host, connection: 'close', ...request.headers };
  const lines = Object.entries(headers).flatMap(([name, values]) =>
    [values].flat().map((value) => `${name}: ${value}\r\n`),
  );
  if (body !== undefined) {
    lines.push(
      framing === 'chunks' ? 'transfer-encoding: chunked\r\n' : `content-length: ${body.length}\r\n`,
    );
  }
  const head = Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n`, 'latin1');
  if (body === undefined) return [head];
  if (framing === 'cut') return [head, body.subarray(0, body.length / 2)];
  return framing === 'chunks' ? [head, ...chunked(body)] : [Buffer.concat([head, body])];
}

function* chunked(body) {
  const size = Math.max(1, Math.floor(body.length / 50));
  for (let at = 0; at < body.length; at += size) {
    const piece = body.subarray(at, at + size);
    yield Buffer.concat([Buffer.from(`${piece.length.toString(16)};a="\r\n`), piece, Buffer.from('\r\n')]);
  }
  yield Buffer.from('0\r\n\r\n');
}

/** Sends a request. Resolves with status 0 if there is no answer, because a service may close the connection. */
export function sendHostile(request, { port, host = '127.0.0.1', signal }) {
  return new Promise((resolve) => {
    let answer = '';
    let bytes = 0;
    const socket = connect({ host, port });
    const hangUp = () => socket.destroy();
    signal?.addEventListener('abort', hangUp, { once: true });
    socket.on('connect', () => {
      for (const piece of requestPieces(request)) socket.write(piece);
      if (request.framing === 'cut' || request.raw !== undefined) socket.end();
    });
    socket.on('data', (piece) => {
      bytes += piece.length;
      if (answer.length < 100) answer += piece.toString('latin1', 0, 100);
    });
    // Ignore errors, because a service that rejects a body may close the connection before all of the body was sent.
    socket.on('error', () => undefined);
    socket.on('close', () => {
      signal?.removeEventListener('abort', hangUp);
      resolve({ status: Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1] ?? 0), bytes });
    });
  });
}
