import { type Clock, withDeadline } from '@stationery/core';

const timeoutMs = 5_000;

/** Where a station that listens on every address is found from its own machine. */
const loopback: Record<string, string> = { '0.0.0.0': '127.0.0.1', '::': '::1' };

/**
 * Asks the station what any client asks first, over its own port; by address, for not every machine knows the name
 * “localhost”.
 */
export function selfCheck(
  { host, token }: { host: string; token: string | undefined },
  port: number,
  clock: Clock,
): () => Promise<boolean> {
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const address = loopback[host] ?? host;
  const url = `http://${address.includes(':') ? `[${address}]` : address}:${port}/api/v1/settings`;
  return () =>
    withDeadline('the answer to the self-check', { clock, timeoutMs }, async (signal) => {
      const answer = await fetch(url, { headers, signal });
      const { data } = (await answer.json()) as { data?: { fw_version?: unknown } };
      return answer.status === 200 && typeof data?.fw_version === 'string';
    });
}
