import type { TSchema } from 'typebox';

/** As much of JSON Schema as our tables use. */
interface Schema {
  $id?: string;
  description?: string;
  type?: string;
  const?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
}

const primitives: Record<string, string> = {
  integer: 'number',
  number: 'number',
  string: 'string',
  boolean: 'boolean',
  null: 'null',
};

/**
 * Writes schemas as TypeScript. Those with an `$id` become declarations of that name, once each, so that what
 * reads well in the tables reads well in an editor too.
 */
export class TypeText {
  readonly #named = new Map<string, string>();

  /** The declarations of everything that was met so far. */
  get declarations(): string[] {
    return [...this.#named.values()];
  }

  of(schema: TSchema | Schema, indent = ''): string {
    const part = schema as Schema;
    if (part.$id === undefined) return this.#body(part, indent);
    if (!this.#named.has(part.$id)) {
      // The place in the order is that of the first meeting; what it consists of may be met before it is whole.
      this.#named.set(part.$id, '');
      const text = `export type ${part.$id} = ${this.#body(part, '')};\n`;
      this.#named.set(part.$id, `${comment(part.description, '')}${text}`);
    }
    return part.$id;
  }

  #body(schema: Schema, indent: string): string {
    if ('const' in schema) return literal(schema.const);
    if (schema.enum !== undefined) return schema.enum.map(literal).join(' | ');
    if (schema.anyOf !== undefined) return schema.anyOf.map((each) => this.of(each, indent)).join(' | ');
    if (schema.type === 'array') {
      const items = this.of(schema.items ?? {}, indent);
      return /^[\w.]+$/.test(items) ? `${items}[]` : `(${items})[]`;
    }
    if (schema.type === 'object') return this.#object(schema, indent);
    return primitives[schema.type ?? ''] ?? 'unknown';
  }

  #object({ properties = {}, required = [] }: Schema, indent: string): string {
    const inner = `${indent}  `;
    const members = Object.entries(properties).map(([name, schema]) => {
      const optional = required.includes(name) ? '' : '?';
      const key = /^\w+$/.test(name) ? name : literal(name);
      // What a named type is, is said where it is declared.
      const said = schema.$id === undefined ? comment(schema.description, inner) : '';
      return `${said}${inner}${key}${optional}: ${this.of(schema, inner)};\n`;
    });
    return members.length === 0 ? 'Record<string, never>' : `{\n${members.join('')}${indent}}`;
  }
}

function literal(value: unknown): string {
  return typeof value === 'string'
    ? `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
    : String(value);
}

export function comment(text: string | undefined, indent: string): string {
  return text === undefined ? '' : `${indent}/** ${text.replaceAll('*/', '*\u200b/')} */\n`;
}
