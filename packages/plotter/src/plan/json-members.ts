import type { JsonHandler, TextSink } from '@stationery/http';

type Container = Record<string, unknown> | unknown[];

/** Parses a JSON document, streams its large strings elsewhere and keeps the small rest. */
export class JsonMembers implements JsonHandler {
  readonly #sinkFor: (pointer: string) => TextSink | undefined;
  readonly #containers = new Map<string, Container>();
  /** Large strings are replaced by empty ones. */
  document: unknown;

  constructor(sinkFor: (pointer: string) => TextSink | undefined) {
    this.#sinkFor = sinkFor;
  }

  textSink(pointer: string): TextSink | undefined {
    const sink = this.#sinkFor(pointer);
    if (sink !== undefined) this.value(pointer, '');
    return sink;
  }

  opened(pointer: string, kind: 'object' | 'array'): void {
    // Without a prototype, members may have any name.
    const container: Container = kind === 'array' ? [] : Object.create(null);
    this.value(pointer, container);
    this.#containers.set(pointer, container);
  }

  value(pointer: string, value: unknown): void {
    const at = pointer.lastIndexOf('/');
    const parent = at < 0 ? undefined : this.#containers.get(pointer.slice(0, at));
    if (parent === undefined) this.document = value;
    else if (Array.isArray(parent)) parent.push(value);
    else
      parent[
        pointer
          .slice(at + 1)
          .replaceAll('~1', '/')
          .replaceAll('~0', '~')
      ] = value;
  }
}
