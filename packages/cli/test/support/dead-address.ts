import { unusedPort } from '@stationery/core/testing';

/** An address without a listener. */
export async function deadAddress(): Promise<string> {
  return `http://127.0.0.1:${await unusedPort()}`;
}
