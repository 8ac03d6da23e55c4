import {
  ErrorDocument,
  mediaTypes,
  type Route,
  refusalsOf,
  stationCommonErrors,
  stationRoutes,
} from '@stationery/contract';
import type { TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import { expect } from 'vitest';

const checks = new Map<TSchema, ReturnType<typeof Compile>>();

/** Fails the test with every fault when `value` is not as the schema has it. */
export function expectValid(schema: TSchema, value: unknown): void {
  const check = checks.get(schema) ?? Compile(schema);
  checks.set(schema, check);
  expect(check.Check(value) ? [] : [...check.Errors(value), value]).toEqual([]);
}

const routes: readonly Route[] = Object.values(stationRoutes);

/** The operation that an address belongs to, if there is one. */
export function routeOf(method: string, path: string): Route | undefined {
  const bare = path.split('?')[0] ?? '';
  return routes.find(
    (route) =>
      (route.method === method || (method === 'HEAD' && route.method === 'GET' && route.head !== false)) &&
      new RegExp(`^${route.path.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+')}$`).test(bare),
  );
}

/** Holds an answer to what the description says of its operation: status, media type and body. */
export async function expectDocumented(method: string, path: string, answer: Response): Promise<void> {
  const { status } = answer;
  const type = answer.headers.get('content-type');
  const route = routeOf(method, path);
  const isHead = method === 'HEAD';
  if (status >= 400) {
    expect(type).toBe(mediaTypes.jsonApi);
    if (route !== undefined) {
      expect(Object.keys(refusalsOf(route, stationCommonErrors))).toContain(String(status));
    }
    if (isHead) return;
    const document = (await answer.clone().json()) as { errors: { id: number; status: number }[] };
    expectValid(ErrorDocument, document);
    expect(document.errors).toMatchObject([{ id: status, status }]);
    return;
  }
  if (route === undefined) return;
  expect(Object.keys({ [route.answer.status]: '', ...route.answer.also })).toContain(String(status));
  if (status === 204 || status === 304) {
    expect(await answer.clone().text()).toBe('');
    return;
  }
  const { mediaType, schema } = route.answer;
  if (mediaType !== mediaTypes.anyBytes) expect(type).toBe(mediaType);
  if (isHead || schema === undefined || !type?.endsWith('json')) return;
  expectValid(schema, await answer.clone().json());
}
