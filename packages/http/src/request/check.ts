import { AppError, lazy } from '@stationery/core';
import type { Static, TSchema } from 'typebox';
// TypeBox has two compilers; this is the smaller one.
import { Compile, Errors } from 'typebox/schema';
import { jsonPointer } from '../errors/json-pointer.ts';

interface Fault {
  keyword: string;
  instancePath: string;
  params: object;
  message: string;
}

/**
 * Returns a fast test for values that are often wrong. Finding the fault, as `bodyChecker` does, takes a
 * thousand times longer.
 */
export function bodyTest<S extends TSchema>(schema: S): (value: unknown) => value is Static<S> {
  const compiled = lazy(() => Compile(schema));
  return (value): value is Static<S> => compiled().Check(value);
}

/** Returns a function that throws for the first fault, with its location and the expected value. */
export function bodyChecker<S extends TSchema>(schema: S): (value: unknown) => Static<S> {
  const compiled = lazy(() => Compile(schema));
  return (value) => {
    if (compiled().Check(value)) return value as Static<S>;
    throw refuse(Errors(narrow(schema, value), value)[1] as readonly Fault[]);
  };
}

interface Form {
  type?: unknown;
  const?: unknown;
  enum?: readonly unknown[];
  required?: readonly string[];
  anyOf?: readonly Form[];
  properties?: Readonly<Record<string, Form>>;
}

/**
 * If a constant member such as `kind` selects one of several forms, keeps the selected form, because the
 * faults of the others mislead.
 */
function narrow(schema: Form, value: unknown): Form {
  if (typeof value !== 'object' || value === null) return schema;
  const member = (name: string): unknown => (value as Record<string, unknown>)[name];
  if (schema.properties !== undefined) {
    const narrowed = Object.entries(schema.properties).map(([name, form]) => [
      name,
      narrow(form, member(name)),
    ]);
    return { ...schema, properties: Object.fromEntries(narrowed) };
  }
  const forms = formsIn(schema);
  const selector = Object.entries(forms[0]?.properties ?? {}).find(([, form]) => 'const' in form)?.[0];
  if (selector === undefined || forms.length < 2) return schema;
  const selected = forms.find(({ properties }) => properties?.[selector]?.const === member(selector));
  if (selected !== undefined) return narrow(selected, value);
  const known = forms.map(({ properties }) => properties?.[selector]?.const);
  return { type: 'object', properties: { [selector]: { enum: known } }, required: [selector] };
}

const formsIn = ({ anyOf, ...form }: Form): readonly Form[] =>
  anyOf?.flatMap(formsIn) ?? (form.properties === undefined ? [] : [form]);

function refuse(faults: readonly Fault[]): AppError {
  // An additional member is reported twice: first, without its name, as a value that matches nothing. Skip that
  // report.
  const first = faults.find(({ keyword }) => keyword !== 'boolean');
  if (first === undefined)
    return new AppError('invalid-request', 'The body cannot be used.', { pointer: '' });
  const at = faults.filter((fault) => fault.instancePath === first.instancePath);

  const missing = listed(first.params, 'requiredProperties')[0];
  if (missing !== undefined) {
    return new AppError('invalid-request', `“${missing}” is missing.`, {
      pointer: `${first.instancePath}${jsonPointer(missing)}`,
    });
  }
  const surplus = listed(first.params, 'additionalProperties')[0];
  if (surplus !== undefined) {
    return new AppError('invalid-request', `“${surplus}” is not a known member here.`, {
      pointer: `${first.instancePath}${jsonPointer(surplus)}`,
    });
  }

  const pointer = first.instancePath;
  const name = pointer.split('/').at(-1) ?? '';
  const what = name === '' ? 'The body' : `“${name}”`;
  const wanted = at.flatMap(({ params }) => [
    ...('allowedValue' in params ? [`“${params.allowedValue}”`] : []),
    ...listed(params, 'allowedValues').map((value) => `“${value}”`),
  ]);
  // JSON:API: a resource of the wrong type is a conflict.
  if (name === 'type' && wanted.length > 0) {
    return new AppError('resource-mismatch', `${what} must be ${wanted[0]} here.`, { pointer });
  }
  return new AppError('invalid-request', `${what} ${expected(at, wanted)}.`, { pointer });
}

function expected(faults: readonly Fault[], wanted: readonly string[]): string {
  if (wanted.length > 0) return `must be ${wanted.join(' or ')}`;
  // The type is right but a different rule is broken, so listing other types does not help.
  for (const fault of faults) {
    const rule = rules[fault.keyword]?.(fault.params as Limit);
    if (rule !== undefined) return rule;
  }
  const types = new Set(faults.flatMap(({ params }) => ('type' in params ? [String(params.type)] : [])));
  if (types.size > 0) return `must be ${[...types].map(article).join(' or ')}`;
  return faults[0]?.message ?? 'cannot be used';
}

interface Limit {
  limit: number;
  pattern: string | RegExp;
}

const rules: Record<string, (limit: Limit) => string> = {
  minLength: ({ limit }) => (limit === 1 ? 'must not be empty' : `must have at least ${limit} characters`),
  maxLength: ({ limit }) => `must have at most ${limit} characters`,
  minItems: ({ limit }) => (limit === 1 ? 'must not be empty' : `must have at least ${limit} entries`),
  maxItems: ({ limit }) => `must have at most ${limit} entries`,
  minimum: ({ limit }) => `must be at least ${limit}`,
  maximum: ({ limit }) => `must be at most ${limit}`,
  pattern: ({ pattern }) => `must match ${pattern}`,
};

function listed(params: object, key: string): string[] {
  const value = (params as Record<string, unknown>)[key];
  return Array.isArray(value) ? value.map(String) : [];
}

function article(type: string): string {
  return type === 'null' ? 'null' : /^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`;
}
