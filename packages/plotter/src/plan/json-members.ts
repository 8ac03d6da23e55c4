import type { JsonHandler, TextSink } from '@stationery/http';

type Container = Record<string, unknown> | unknown[];

/** A JSON document whose one large text goes elsewhere as it comes; everything else is kept, and is small. */
export class JsonMembers implements JsonHandler {
  readonly #textPointer: string;
  readonly #sink: TextSink;
  readonly #containers = new Map<string, Container>();
  /** With an empty text in the place of the large one. */
  document: unknown;

  constructor(textPointer: string, sink: TextSink) {
    this.#textPointer = textPointer;
    this.#sink = sink;
  }

  textSink(pointer: string): TextSink | undefined {
    if (pointer !== this.#textPointer) return undefined;
    this.value(pointer, '');
    return this.#sink;
  }

  opened(pointer: string, kind: 'object' | 'array'): void {
    // Without a prototype a member may have any name.
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
