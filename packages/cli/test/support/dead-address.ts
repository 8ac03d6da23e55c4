import { unusedPort } from '@stationery/core/testing';

/** Returns an address at which nothing listens. */
export async function deadAddress(): Promise<string> {
  return `http://127.0.0.1:${await unusedPort()}`;
}
