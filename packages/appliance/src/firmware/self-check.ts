import { type Clock, withDeadline } from '@stationery/core';

const timeoutMs = 5_000;

const loopback: Record<string, string> = { '0.0.0.0': '127.0.0.1', '::': '::1' };

/**
 * Returns a check whether the station answers. It calls the station by address, because not every machine
 * resolves “localhost”.
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
