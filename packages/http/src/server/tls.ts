import { readFile } from 'node:fs/promises';
import { createSecureContext } from 'node:tls';
import { messageOf, SettingError } from '@stationery/core';

export interface TlsFiles {
  key: string;
  cert: string;
}

/**
 * Returns server options. An empty `ca` keeps Node from parsing its 140 root certificates, which takes a tenth
 * of a station's start.
 */
export const ofServer = (files: TlsFiles) => ({ ...files, ca: [] });

export async function readTlsFiles(keyPath: string, certPath: string): Promise<TlsFiles> {
  const read = (path: string) =>
    readFile(path, 'utf8').catch((error: unknown) => {
      throw new SettingError(`the TLS file ${path} cannot be read: ${messageOf(error)}`);
    });
  const files = { key: await read(keyPath), cert: await read(certPath) };
  try {
    createSecureContext(ofServer(files));
  } catch (error) {
    throw new SettingError(
      `the TLS files ${keyPath} and ${certPath} are not a matching key and certificate in PEM: ${messageOf(error)}`,
    );
  }
  return files;
}
