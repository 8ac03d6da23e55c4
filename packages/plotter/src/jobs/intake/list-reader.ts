import { AppError } from '@stationery/core';

interface ListForm<T> {
  name: string;
  form: string;
  /** Checks of members by path, such as `at/xMm`. */
  members: { readonly [path: string]: (value: unknown) => boolean };
  optional?: readonly string[];
  /** Member with the command index, and the purpose of the command, as in “There is no command 7 to wait before”. */
  command?: keyof T & string;
  purpose?: string;
  most?: number;
}

const defaultMost = 1000;

export class ListReader<T extends object> {
  readonly #list: ListForm<T>;
  readonly #pointer: string;
  readonly #entries: Record<string, unknown>[] = [];

  constructor(list: ListForm<T>) {
    this.#list = list;
    this.#pointer = `/${list.name}`;
  }

  reads(pointer: string): boolean {
    return pointer === this.#pointer || pointer.startsWith(`${this.#pointer}/`);
  }

  opened(pointer: string, kind: 'object' | 'array'): void {
    const [, , index, ...path] = pointer.split('/');
    const { most = defaultMost, members } = this.#list;
    const isMember = Object.keys(members).some((member) => member.startsWith(`${path.join('/')}/`));
    if (kind === 'object' && path.length > 0 && isMember) return;
    if (path.length > 0 || (index === undefined) !== (kind === 'array')) this.#refuse(pointer);
    if (kind === 'object' && this.#entries.push({}) > most) {
      this.#refuse(this.#pointer, `A job may have ${most} ${this.#list.name}.`);
    }
  }

  value(pointer: string, value: unknown): void {
    const entry = this.#entries.at(-1);
    const member = pointer.split('/').slice(3).join('/');
    const { members } = this.#list;
    const isGood = Object.hasOwn(members, member) && members[member]!(value);
    if (entry === undefined || !isGood) this.#refuse(pointer);
    else entry[member] = value;
  }

  /** Sorted by command if the entries have one. Entries for the same command keep their order. */
  finish(total: number): T[] {
    const { members, optional = [], command, purpose } = this.#list;
    for (const [index, entry] of this.#entries.entries()) {
      const pointer = `${this.#pointer}/${index}`;
      if (Object.keys(members).some((member) => !(member in entry) && !optional.includes(member)))
        this.#refuse(pointer);
      if (command === undefined) continue;
      const at = entry[command] as number;
      if (at >= total) {
        this.#refuse(
          `${pointer}/${command}`,
          `There is no command ${at} to ${purpose}: the job has ${total} commands.`,
        );
      }
    }
    if (command === undefined) return this.#entries as T[];
    return this.#entries.sort((one, other) => Number(one[command]) - Number(other[command])) as T[];
  }

  #refuse(pointer: string, message?: string): never {
    const { name, form } = this.#list;
    throw new AppError('invalid-request', message ?? `“${name}” must be a list of ${form}.`, { pointer });
  }
}

export function isIndex(value: unknown): boolean {
  return Number.isInteger(value) && (value as number) >= 0;
}

export function isText(value: unknown): boolean {
  return typeof value === 'string' && value.length >= 1 && value.length <= 200;
}
