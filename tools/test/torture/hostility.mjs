import assert from 'node:assert/strict';
import { hostileRequests, sendHostile } from './hostile-requests.mjs';

const atOnce = 6;

/** Sends hostile requests, some of them concurrently. None may get a server error. */
export async function sendManyHostile(round, count) {
  const { random, stats, service, url } = round;
  const port = Number(new URL(url).port);
  const requests = hostileRequests(() => random.next(), { services: [service], maxBytes: 32_000 });
  let left = count;
  const client = async () => {
    while (left-- > 0) {
      const request = requests.next().value;
      const { status } = await sendHostile(request, { port, signal: AbortSignal.timeout(60_000) });
      stats.requests++;
      const isFirmware = request.path?.startsWith('/api/v1/firmware') ?? false;
      assert.ok(status !== 500 || isFirmware, `“${request.name}” was answered 500`);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, client));
  round.program.expectHealthy();
}
