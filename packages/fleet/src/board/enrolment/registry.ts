import { mkdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { deviceIdPattern } from '@stationery/contract/fleet';
import { AppError, messageOf, SettingError, systemErrorCode, writeDurablySync } from '@stationery/core';

export interface Enrolled {
  id: string;
  name: string;
  publicKey: string;
  enrolledAt: string;
  revokedAt: string | null;
}

const maxIdLength = 40;
const maxNameLength = 100;

export class Registry {
  readonly #path: string;
  #devices: readonly Enrolled[];

  constructor(path: string) {
    this.#path = path;
    this.#devices = read(path);
  }

  all(): readonly Enrolled[] {
    return this.#devices;
  }

  active(): Enrolled[] {
    return this.#devices.filter(({ revokedAt }) => revokedAt === null);
  }

  isActive(id: string): boolean {
    return this.#devices.some((device) => device.id === id && device.revokedAt === null);
  }

  add(name: string, publicKey: string): Enrolled {
    if (this.#devices.some((device) => device.publicKey === publicKey))
      throw new AppError('code-refused', 'This key was enrolled before. Join with a new one.');
    const device = {
      id: this.#freeId(name),
      name,
      publicKey,
      enrolledAt: new Date().toISOString(),
      revokedAt: null,
    };
    this.#save([...this.#devices, device]);
    return device;
  }

  revoke(id: string): Enrolled {
    const found = this.#devices.find((device) => device.id === id);
    if (found === undefined) throw new AppError('unknown-device', `No device “${id}” was enrolled.`);
    if (found.revokedAt !== null) return found;
    const revoked = { ...found, revokedAt: new Date().toISOString() };
    this.#save(this.#devices.map((device) => (device === found ? revoked : device)));
    return revoked;
  }

  /** Returns an unused id. Ids of revoked devices are not reused, because old jobs refer to them. */
  #freeId(name: string): string {
    const plain = name
      .slice(0, maxNameLength)
      .normalize('NFKD')
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .slice(0, maxIdLength - 6)
      .replace(/^-|-$/g, '');
    const base = plain === '' ? 'device' : plain;
    const taken = new Set(this.#devices.map(({ id }) => id));
    let id = base;
    for (let number = 2; taken.has(id); number++) id = `${base}-${number}`;
    return id;
  }

  #save(devices: readonly Enrolled[]): void {
    mkdirSync(dirname(this.#path), { recursive: true });
    writeDurablySync(this.#path, `${JSON.stringify({ devices }, null, 2)}\n`);
    this.#devices = devices;
  }
}

/** Throws if the file is unreadable, because an empty list would lock out every device. */
function read(path: string): readonly Enrolled[] {
  try {
    const { devices } = JSON.parse(readFileSync(path, 'utf8')) as { devices?: unknown };
    if (Array.isArray(devices) && devices.every(isEnrolled)) return devices;
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return [];
    throw new SettingError(`the list of enrolled devices ${path} cannot be read: ${messageOf(error)}`);
  }
  throw new SettingError(`the list of enrolled devices ${path} is damaged. Restore it from a copy`);
}

function isEnrolled(value: unknown): value is Enrolled {
  const { id, name, publicKey, enrolledAt, revokedAt } = (value ?? {}) as Record<string, unknown>;
  return (
    typeof id === 'string' &&
    deviceIdPattern.test(id) &&
    typeof publicKey === 'string' &&
    /^U[A-Z2-7]{55}$/.test(publicKey) &&
    typeof name === 'string' &&
    typeof enrolledAt === 'string' &&
    (revokedAt === null || typeof revokedAt === 'string')
  );
}
