import { createHash, timingSafeEqual } from 'node:crypto';
import { AppError } from '@stationery/core';

/** Bearer token (RFC 6750). Digests are compared, so that neither length nor content shows in the time taken. */
export function tokenCheck(token: string): (authorization: string | undefined) => void {
  const expected = digest(token);
  return (authorization) => {
    const given = /^bearer +(.+)$/i.exec(authorization ?? '')?.[1];
    if (given !== undefined && timingSafeEqual(digest(given.trim()), expected)) return;
    throw new AppError(
      'unauthorized',
      given === undefined
        ? 'Enter the access token: send “Authorization: Bearer …”.'
        : 'That is not the token of this service.',
    );
  };
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
