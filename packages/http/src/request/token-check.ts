import { createHash, timingSafeEqual } from 'node:crypto';
import { AppError } from '@stationery/core';

/**
 * Checks bearer tokens (RFC 6750). Compares digests, so that the response time reveals nothing about the token.
 */
export function tokenCheck(
  token: string,
  viewerToken?: string,
): (authorization: string | undefined, method: string) => void {
  const expected = digest(token);
  const viewer = viewerToken === undefined ? undefined : digest(viewerToken);
  return (authorization, method) => {
    const given = /^bearer +(.+)$/i.exec(authorization ?? '')?.[1];
    const hash = digest(given?.trim() ?? '');
    if (given !== undefined && timingSafeEqual(hash, expected)) return;
    if (given !== undefined && viewer !== undefined && timingSafeEqual(hash, viewer)) {
      if (method === 'GET' || method === 'HEAD') return;
      throw new AppError(
        'viewer-token',
        'This token allows reading only. To change something, use the token for operators.',
      );
    }
    throw new AppError(
      'unauthorized',
      given === undefined
        ? 'Enter the access token: send “Authorization: Bearer …”.'
        : 'That is not the token of this service.',
    );
  };
}

/** Returns whether an accepted request may also change something. */
export function mayChange(
  { token, viewerToken }: { token: string | undefined; viewerToken?: string | undefined },
  authorization: string | undefined,
): boolean {
  if (token === undefined) return true;
  try {
    tokenCheck(token, viewerToken)(authorization, 'POST');
    return true;
  } catch {
    return false;
  }
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
