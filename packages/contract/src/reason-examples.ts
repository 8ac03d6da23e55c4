import type { TSchema } from 'typebox';
import type { JsonSchema } from './json-schema.ts';
import type { ReasonTable } from './reason-table.ts';

export interface ReasonExample {
  code: string;
  /** Names of the members besides `code`. */
  members: string[];
  data: { code: string };
  text: string;
}

export function reasonExamples(table: ReasonTable): ReasonExample[] {
  return Object.entries(table).map(([code, { members, text }]) => {
    const values = Object.entries(members).map(([name, schema]) => [name, exampleOf(name, schema)]);
    const data = { code, ...(Object.fromEntries(values) as object) };
    return { code, members: Object.keys(members), data, text: text(data) };
  });
}

function exampleOf(name: string, schema: TSchema | JsonSchema): unknown {
  const { type, anyOf, items, properties = {}, ...fixed } = schema as JsonSchema;
  if ('const' in fixed) return fixed.const;
  if (fixed.enum !== undefined) return fixed.enum[0];
  if (anyOf !== undefined) return exampleOf(name, anyOf[0]!);
  if (type === 'object')
    return Object.fromEntries(Object.entries(properties).map(([key, each]) => [key, exampleOf(key, each)]));
  if (type === 'array') return [exampleOf(name, items!)];
  if (type === 'boolean') return false;
  if (type === 'string') return `<${name}>`;
  return name.endsWith('Ms') ? 10_000 : 2;
}
