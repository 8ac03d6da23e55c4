import type { TSchema } from 'typebox';
import type { JsonSchema } from './json-schema.ts';

const primitives: Record<string, string> = {
  integer: 'number',
  number: 'number',
  string: 'string',
  boolean: 'boolean',
  null: 'null',
};

/**
 * Writes schemas as TypeScript types. A schema with an `$id` becomes a declaration of that name, written only
 * once.
 */
export class TypeText {
  readonly #named = new Map<string, string>();

  get declarations(): string[] {
    return [...this.#named.values()];
  }

  of(schema: TSchema | JsonSchema, indent = ''): string {
    const part = schema as JsonSchema;
    if (part.$id === undefined) return this.#body(part, indent);
    if (!this.#named.has(part.$id)) {
      // Reserves the position before visiting the members, because they may add declarations.
      this.#named.set(part.$id, '');
      const text = `export type ${part.$id} = ${this.#body(part, '')};\n`;
      this.#named.set(part.$id, `${comment(part.description, '')}${text}`);
    }
    return part.$id;
  }

  #body(schema: JsonSchema, indent: string): string {
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

  #object({ properties = {}, required = [] }: JsonSchema, indent: string): string {
    const inner = `${indent}  `;
    const members = Object.entries(properties).map(([name, schema]) => {
      const optional = required.includes(name) ? '' : '?';
      const key = /^\w+$/.test(name) ? name : literal(name);
      // The description of a named type is in its declaration.
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
