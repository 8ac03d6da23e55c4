import { createPrivateKey, X509Certificate } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import { join } from 'node:path';
import { type Logger, messageOf, renameDurably, SettingError, systemErrorCode } from '@stationery/core';
import { makeCertificate } from './make-certificate.ts';
import type { TlsFiles } from './tls.ts';

interface SelfSignedCertificateOptions {
  folder: string;
  commonName: string;
  /** Returns all names that the certificate must cover now. */
  names: () => readonly string[];
  log: Logger;
}

/** More names would make every handshake longer. */
const maxNames = 100;

/** A certificate that is renewed if it lacks a name. Its key never changes, because apps pin it. */
export class SelfSignedCertificate {
  readonly #options: SelfSignedCertificateOptions;
  readonly #path: string;
  #files: TlsFiles;
  #last: Promise<TlsFiles | undefined> = Promise.resolve(undefined);

  private constructor(options: SelfSignedCertificateOptions, path: string, files: TlsFiles) {
    this.#options = options;
    this.#path = path;
    this.#files = files;
  }

  static async open(options: SelfSignedCertificateOptions): Promise<SelfSignedCertificate> {
    const path = join(options.folder, 'self-signed.pem');
    const text = await readFile(path, 'utf8').catch((error: unknown) => {
      const code = systemErrorCode(error);
      if (code === 'ENOENT') return undefined;
      // Replacing the key would lock out apps that have pinned it.
      throw new SettingError(
        `the certificate ${path} cannot be read (${code ?? messageOf(error)}); run “stationery doctor --repair”, or move it away`,
      );
    });
    const found = text === undefined ? { key: undefined, cert: undefined } : readPem(text);
    if (text !== undefined && found.cert === undefined) {
      const key = found.key === undefined ? 'a new one' : 'the same one';
      options.log.warn({ file: path, key }, 'certificate file damaged; generating a new one');
    }
    const { key, cert } = found;
    const opened = new SelfSignedCertificate(options, path, { key: key ?? '', cert: cert ?? '' });
    if (key === undefined || cert === undefined) await opened.#make(key);
    else await opened.renew();
    return opened;
  }

  get files(): TlsFiles {
    return this.#files;
  }

  /** Renews the certificate; resolves to undefined if no name is missing. */
  renew(): Promise<TlsFiles | undefined> {
    // Renew one at a time, so that the last renewal has the newest names.
    const before = this.#last.catch(() => undefined);
    this.#last = before.then(async () => {
      const certificate = new X509Certificate(this.#files.cert);
      const isCovered = usable(this.#options.names()).every((name) => covers(certificate, name));
      return isCovered ? undefined : this.#make(this.#files.key);
    });
    return this.#last;
  }

  async #make(key: string | undefined): Promise<TlsFiles> {
    const { folder, commonName, names, log } = this.#options;
    this.#files = makeCertificate(commonName, usable(names()), key);
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      // Key and certificate in one file and one rename, so that they always match.
      const text = `${this.#files.key}\n${this.#files.cert}\n`;
      await writeFile(`${this.#path}.new`, text, { mode: 0o600, flush: true });
      await renameDurably(`${this.#path}.new`, this.#path);
    } catch (error) {
      // Use the certificate for this run; the next run creates a new one.
      log.warn({ file: this.#path, reason: messageOf(error) }, 'saving the certificate failed');
    }
    return this.#files;
  }
}

/** Returns the intact parts: key and certificate, or only the key. */
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

/** Returns the names in lower case, without duplicates and invalid names. */
function usable(names: readonly string[]): string[] {
  const isHostName = (name: string) =>
    name.length <= 253 && /^[a-z0-9_-]{1,63}(?:\.[a-z0-9_-]{1,63})*$/.test(name);
  const all = new Set(names.map((name) => name.toLowerCase()));
  // Certificates can contain neither a zone nor IPv4-mapped addresses.
  const isAddress = (name: string) =>
    isIP(name) !== 0 && !name.includes('%') && !(name.includes(':') && name.includes('.'));
  return [...all].filter((name) => isAddress(name) || isHostName(name)).slice(0, maxNames);
}

function covers(certificate: X509Certificate, name: string): boolean {
  return (isIP(name) === 0 ? certificate.checkHost(name) : certificate.checkIP(name)) !== undefined;
}
