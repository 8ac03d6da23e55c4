import { mkdirSync, readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { dirname, join } from 'node:path';
import type { EnrolledDevice, EnrolmentCode, JoinAnswer, JoinRequest } from '@stationery/contract/fleet';
import {
  AppError,
  type Clock,
  messageOf,
  SerialQueue,
  SettingError,
  writeDurablySync,
} from '@stationery/core';
import {
  boardCredentialsFile,
  type FleetCredentials,
  readCredentials,
  writeCredentials,
} from '../../credentials.ts';
import { answerProof, isSameProof, joinProof, keyOfCode, makeCode } from '../../enrolment/code.ts';
import { isPublicKey, makeKeyPair, publicKeyOf } from '../../enrolment/key-pair.ts';
import { refusal } from '../../reasons.ts';
import { accountsFile } from './accounts-file.ts';
import { type Enrolled, Registry } from './registry.ts';

interface EnrolmentPlace {
  dataDir: string;
  /** The file that the NATS server includes. */
  natsAccounts: string;
  /** The certificate of the NATS server or of the authority that issued it, in PEM. */
  natsCa: string | undefined;
  /** The address at which the board reaches the NATS server. */
  url: string;
}

/** Enrols and revokes devices, and writes the accounts file of the NATS server. */
export class Enrolment {
  readonly #place: EnrolmentPlace;
  readonly #registry: Registry;
  readonly #codes: OpenCodes;
  readonly #changes = new SerialQueue();
  readonly credentials: FleetCredentials;
  /**
   * Makes the NATS server reload its users. Does nothing if the board did not start the server; an
   * administrator must then reload it.
   */
  reload: () => Promise<void> = async () => undefined;

  constructor(place: EnrolmentPlace, clock: Clock) {
    this.#place = place;
    this.#registry = new Registry(join(place.dataDir, 'enrolled-devices.json'));
    this.#codes = new OpenCodes(clock);
    this.credentials = boardCredentials(place);
    this.#writeAccounts();
  }

  enroll(name?: string): Omit<EnrolmentCode, 'ownCertificate'> {
    return { code: this.#codes.make(name), validSeconds: codeValidMs / 1000 };
  }

  devices(): EnrolledDevice[] {
    return this.#registry.all().map(shown);
  }

  activeIds(): string[] {
    return this.#registry.active().map(({ id }) => id);
  }

  isActive(id: string): boolean {
    return this.#registry.isActive(id);
  }

  /** `host` is the name by which the device reached the board. */
  async join({ publicKey, proof }: JoinRequest, host: string): Promise<JoinAnswer> {
    // Check the key first, so that a damaged one does not use up the code.
    if (!isPublicKey(publicKey))
      throw new AppError('invalid-request', 'That is not the public key of a device.');
    const { key, name } = this.#codes.take(publicKey, proof);
    return this.#changes.run(async () => {
      const { id } = this.#registry.add(name ?? 'device', publicKey);
      await this.#apply();
      const answer = {
        deviceId: id,
        name: name ?? null,
        url: this.#urlFor(host),
        ca: this.credentials.ca ?? null,
      };
      return { ...answer, proof: answerProof(key, publicKey, answer) };
    });
  }

  revoke(id: string): Promise<EnrolledDevice> {
    return this.#changes.run(async () => {
      const device = this.#registry.revoke(id);
      await this.#apply();
      return shown(device);
    });
  }

  async #apply(): Promise<void> {
    this.#writeAccounts();
    await this.reload();
  }

  #writeAccounts(): void {
    const { natsAccounts } = this.#place;
    mkdirSync(dirname(natsAccounts), { recursive: true });
    writeDurablySync(natsAccounts, accountsFile(publicKeyOf(this.credentials.seed), this.#registry.active()));
  }

  /**
   * Returns the address of the NATS server for devices. Replaces a loopback address by `host`, because other
   * machines cannot use it.
   */
  #urlFor(host: string): string {
    const { protocol, hostname, port } = new URL(this.#place.url);
    const name = isIP(host) === 6 ? `[${host}]` : host;
    return `${protocol}//${isLoopback(hostname) ? name : hostname}:${port}`;
  }
}

const isLoopback = (host: string) => /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(host);

const shown = ({ id, name, enrolledAt, revokedAt }: Enrolled): EnrolledDevice => ({
  id,
  name,
  enrolledAt,
  revokedAt,
});

/** Reads the board's credentials. Creates them at the first start. */
function boardCredentials({ dataDir, natsCa, url }: EnrolmentPlace): FleetCredentials {
  const path = boardCredentialsFile(dataDir);
  const before = readCredentials(path);
  const ca = natsCa === undefined ? undefined : readCertificates(natsCa);
  if (before !== undefined && before.url === url && before.ca === ca) return before;
  const credentials = { deviceId: undefined, seed: before?.seed ?? makeKeyPair().seed, url, ca };
  writeCredentials(path, credentials);
  return credentials;
}

/** Returns only the certificates of the file, because it may also contain their private key. */
function readCertificates(path: string): string {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    throw new SettingError(`the certificate ${path} cannot be read: ${messageOf(error)}`);
  }
  const found = text
    .slice(0, 100_000)
    .match(/-----BEGIN CERTIFICATE-----[A-Za-z0-9+/=\s]+-----END CERTIFICATE-----/g);
  if (found === null) throw new SettingError(`there is no certificate in ${path}`);
  return `${found.join('\n')}\n`;
}

interface OpenCode {
  /** A hash of the code; the code itself is not stored. */
  key: Buffer;
  name: string | undefined;
  untilMs: number;
}

const codeValidMs = 10 * 60_000;
const maxOpen = 100;
const failuresMs = 60_000;
const maxFailures = 10;

/** Codes that were issued and not yet used. Lost when the process ends. */
export class OpenCodes {
  readonly #clock: Clock;
  #open: OpenCode[] = [];
  #failedMs: number[] = [];

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  make(name?: string): string {
    this.#forgetOld();
    if (this.#open.length >= maxOpen)
      throw refusal('too-many-attempts', { code: 'codes-open', count: maxOpen });
    const code = makeCode();
    this.#open.push({ key: keyOfCode(code), name, untilMs: this.#clock.nowMs() + codeValidMs });
    return code;
  }

  take(publicKey: string, proof: string): Pick<OpenCode, 'key' | 'name'> {
    this.#forgetOld();
    if (this.#failedMs.length >= maxFailures)
      throw new AppError('too-many-attempts', 'Too many wrong codes. Wait a minute, then try again.');
    // Compare the proof with every code, so that the response time does not reveal a near match.
    const [found] = this.#open.filter(({ key }) => isSameProof(proof, joinProof(key, publicKey)));
    if (found === undefined) {
      this.#failedMs.push(this.#clock.nowMs());
      throw new AppError(
        'code-refused',
        'The code is wrong, was used before, or is older than ten minutes. Get a new one with “stationery fleet enroll”.',
      );
    }
    this.#open = this.#open.filter((each) => each !== found);
    return found;
  }

  #forgetOld(): void {
    const nowMs = this.#clock.nowMs();
    this.#open = this.#open.filter(({ untilMs }) => nowMs < untilMs);
    this.#failedMs = this.#failedMs.filter((atMs) => nowMs - atMs < failuresMs);
  }
}
