import { createPrivateKey, X509Certificate } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import { join } from 'node:path';
import { type Logger, messageOf, renameDurably, SettingError, systemErrorCode } from '@stationery/core';
import { makeCertificate } from './make-certificate.ts';
import type { TlsFiles } from './tls.ts';

export interface SelfSignedCertificateParts {
  folder: string;
  commonName: string;
  /** Every host name and address that the certificate must be good for, as things are now. */
  names: () => readonly string[];
  log: Logger;
}

/** More would make every handshake longer; no machine has as many. */
const mostNames = 100;

/**
 * The self-signed certificate stored in a folder. It is renewed when it lacks a name. The key stays the same for
 * ever, so that apps that have pinned the key know the station again.
 */
export class SelfSignedCertificate {
  readonly #parts: SelfSignedCertificateParts;
  readonly #path: string;
  #files: TlsFiles;
  #last: Promise<TlsFiles | undefined> = Promise.resolve(undefined);

  private constructor(parts: SelfSignedCertificateParts, path: string, files: TlsFiles) {
    this.#parts = parts;
    this.#path = path;
    this.#files = files;
  }

  static async open(parts: SelfSignedCertificateParts): Promise<SelfSignedCertificate> {
    const path = join(parts.folder, 'self-signed.pem');
    const text = await readFile(path, 'utf8').catch((error: unknown) => {
      const code = systemErrorCode(error);
      if (code === 'ENOENT') return undefined;
      // A new key would lock out apps that have pinned this one, so it is not made without being asked for.
      throw new SettingError(
        `the certificate ${path} cannot be read (${code ?? messageOf(error)}); run “stationery doctor --repair”, or move it away`,
      );
    });
    const found = text === undefined ? { key: undefined, cert: undefined } : readPem(text);
    if (text !== undefined && found.cert === undefined) {
      const key = found.key === undefined ? 'a new one' : 'the same one';
      parts.log.warn({ file: path, key }, 'the certificate file is damaged; it is generated again');
    }
    const { key, cert } = found;
    const opened = new SelfSignedCertificate(parts, path, { key: key ?? '', cert: cert ?? '' });
    if (key === undefined || cert === undefined) await opened.#make(key);
    else await opened.renew();
    return opened;
  }

  get files(): TlsFiles {
    return this.#files;
  }

  /** Makes a new certificate where this one lacks a name, and gives it. */
  renew(): Promise<TlsFiles | undefined> {
    // One after the other, so that the last one written is the one for the newest names.
    const before = this.#last.catch(() => undefined);
    this.#last = before.then(async () => {
      const certificate = new X509Certificate(this.#files.cert);
      const isCovered = usable(this.#parts.names()).every((name) => covers(certificate, name));
      return isCovered ? undefined : this.#make(this.#files.key);
    });
    return this.#last;
  }

  async #make(key: string | undefined): Promise<TlsFiles> {
    const { folder, commonName, names, log } = this.#parts;
    this.#files = makeCertificate(commonName, usable(names()), key);
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      // Key and certificate in one file and one rename: never one without the other.
      const text = `${this.#files.key}\n${this.#files.cert}\n`;
      await writeFile(`${this.#path}.new`, text, { mode: 0o600, flush: true });
      await renameDurably(`${this.#path}.new`, this.#path);
    } catch (error) {
      // It is good for this run; the next one makes it again.
      log.warn({ file: this.#path, reason: messageOf(error) }, 'the certificate cannot be saved');
    }
    return this.#files;
  }
}

/** What of the file is whole: the key alone, or the key and the certificate that belongs to it. */
function readPem(text: string): { key: string | undefined; cert: string | undefined } {
  const key = blockOf(text, 'PRIVATE KEY');
  const cert = blockOf(text, 'CERTIFICATE');
  try {
    const privateKey = createPrivateKey(key);
    if (privateKey.asymmetricKeyType !== 'ec') return { key: undefined, cert: undefined };
    try {
      return { key, cert: new X509Certificate(cert).checkPrivateKey(privateKey) ? cert : undefined };
    } catch {
      return { key, cert: undefined };
    }
  } catch {
    return { key: undefined, cert: undefined };
  }
}

function blockOf(text: string, label: string): string {
  const [begin, end] = [`-----BEGIN ${label}-----`, `-----END ${label}-----`];
  const from = text.indexOf(begin);
  const to = text.indexOf(end, from);
  return from < 0 || to < 0 ? '' : text.slice(from, to + end.length);
}

/** Each name once, in small letters; what is not a host name cannot be asked for either. */
function usable(names: readonly string[]): string[] {
  const isHostName = (name: string) =>
    name.length <= 253 && /^[a-z0-9_-]{1,63}(?:\.[a-z0-9_-]{1,63})*$/.test(name);
  const all = new Set(names.map((name) => name.toLowerCase()));
  // An address with a zone, or one of IPv4 in the form of IPv6, is in no certificate.
  const isAddress = (name: string) =>
    isIP(name) !== 0 && !name.includes('%') && !(name.includes(':') && name.includes('.'));
  return [...all].filter((name) => isAddress(name) || isHostName(name)).slice(0, mostNames);
}

function covers(certificate: X509Certificate, name: string): boolean {
  return (isIP(name) === 0 ? certificate.checkHost(name) : certificate.checkIP(name)) !== undefined;
}
