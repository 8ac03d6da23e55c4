import { mediaTypes, type Route, type RouteErrors, refusalsOf } from '@stationery/contract';
import type { TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import { expect } from 'vitest';

const checks = new Map<TSchema, ReturnType<typeof Compile>>();

/** Fails with all faults of the value. */
export function expectValid(schema: TSchema, value: unknown): void {
  const check = checks.get(schema) ?? Compile(schema);
  checks.set(schema, check);
  expect(check.Check(value) ? [] : [...check.Errors(value), value]).toEqual([]);
}

export interface Documented {
  routes: readonly Route[];
  commonErrors: RouteErrors;
  error: { mediaType: string; schema: TSchema; like: (status: number, code: string | null) => object };
  /** Maps an alternative path to the path in the route table. */
  canonical?: (path: string) => string;
}

/** Checks status, media type, error code and body. */
export function documentedBy({ routes, commonErrors, error, canonical = (path) => path }: Documented) {
  function routeOf(method: string, path: string): Route | undefined {
    const bare = canonical(path.split('?')[0] ?? '');
    return routes.find(
      (route) =>
        (route.method === method || (method === 'HEAD' && route.method === 'GET' && route.head !== false)) &&
        new RegExp(`^${route.path.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+')}$`).test(bare),
    );
  }

  async function expectDocumented(method: string, path: string, answer: Response): Promise<void> {
    const { status } = answer;
    const type = answer.headers.get('content-type');
    const route = routeOf(method, path);
    const isHead = method === 'HEAD';
    if (status >= 400) {
      expect(type).toBe(error.mediaType);
      const code = answer.headers.get('error-code');
      if (route !== undefined) {
        expect(refusalsOf(route, commonErrors)[status]?.codes, `${method} ${path}: ${status}`).toContain(
          code,
        );
      }
      if (isHead) return;
      const document: unknown = await answer.clone().json();
      expectValid(error.schema, document);
      expect(document).toMatchObject(error.like(status, code));
      return;
    }
    if (route === undefined) return;
    expect(Object.keys({ [route.answer.status]: '', ...route.answer.also })).toContain(String(status));
    if (status === 204 || status === 304) {
      expect(await answer.clone().text()).toBe('');
      return;
    }
    const other = route.answer.also?.[status];
    const { mediaType, schema } = typeof other === 'object' ? other : route.answer;
    if (mediaType === mediaTypes.anyType) expect(type).toMatch(/^[a-z]+\/[^\s,]+/);
    else expect(type).toBe(mediaType);
    if (isHead || schema === undefined || !type?.endsWith('json')) return;
    expectValid(schema, await answer.clone().json());
  }

  return { routeOf, expectDocumented };
}
