const timeoutMs = 5_000;

/** Asks the station what any client asks first, over its own port. */
export function selfCheck(url: string, token: string | undefined): () => Promise<boolean> {
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
  return async () => {
    const answer = await fetch(`${url}/api/v1/settings`, { headers, signal: AbortSignal.timeout(timeoutMs) });
    const { data } = (await answer.json()) as { data?: { fw_version?: unknown } };
    return answer.status === 200 && typeof data?.fw_version === 'string';
  };
}
