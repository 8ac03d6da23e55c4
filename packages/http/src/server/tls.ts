import { readFile } from 'node:fs/promises';
import { createSecureContext } from 'node:tls';
import { messageOf, SettingError } from '@stationery/core';

export interface TlsFiles {
  key: string;
  cert: string;
}

/** A certificate and key of the user's own. */
export async function readTlsFiles(keyPath: string, certPath: string): Promise<TlsFiles> {
  const read = (path: string) =>
    readFile(path, 'utf8').catch((error: unknown) => {
      throw new SettingError(`the TLS file ${path} cannot be read: ${messageOf(error)}`);
    });
  const files = { key: await read(keyPath), cert: await read(certPath) };
  try {
    createSecureContext(files);
  } catch (error) {
    throw new SettingError(
      `the TLS files ${keyPath} and ${certPath} are not a matching key and certificate in PEM: ${messageOf(error)}`,
    );
  }
  return files;
}
