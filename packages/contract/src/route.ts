import type { Static, TSchema } from 'typebox';
import { type ErrorCode, errorCodes } from './error-table.ts';
import { json, jsonApi } from './media-types.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS';

/** Parsed and validated JSON, or a stream of bytes. */
export type BodyMode = 'json' | 'stream';

export interface RequestBody<S extends TSchema = TSchema> {
  mediaTypes: readonly string[];
  schema: S;
  mode: BodyMode;
  /** If true, a request without a body has an empty object as its body. */
  isOptional?: boolean;
  /** Replaces the default limit for buffered bodies. */
  maxBytes?: number;
  /** Alternative bodies by media type, instead of `schema`. */
  forms?: Readonly<Record<string, TSchema>>;
  example?: unknown;
}

/** For a response that has a body or header fields, not only a status. */
export interface OtherAnswer {
  description: string;
  mediaType?: string;
  schema?: TSchema;
  headers?: Record<string, string>;
}

export interface Answer<S extends TSchema = TSchema> {
  status: number;
  description: string;
  mediaType?: string;
  schema?: S;
  example?: unknown;
  headers?: Record<string, string>;
  /** Further success statuses, such as 304. A string describes a response that has only a status. */
  also?: Readonly<Record<number, string | OtherAnswer>>;
}

export type StatusErrors = readonly [description: string, ...codes: ErrorCode[]];

export type RouteErrors = Readonly<Record<number, StatusErrors>>;

/**
 * A route of a service. Request validation, types, the OpenAPI description and the client are derived from it.
 */
export interface Route<
  P extends TSchema = TSchema,
  Q extends TSchema = TSchema,
  B extends TSchema = TSchema,
  A extends TSchema = TSchema,
> {
  operationId: string;
  method: Method;
  /** Written as in OpenAPI: `/api/v1/files/{id}`. */
  path: string;
  group: string;
  summary: string;
  description?: string;
  params?: P;
  query?: Q;
  headers?: TSchema;
  body?: RequestBody<B>;
  answer: Answer<A>;
  errors: RouteErrors;
  /** False if HEAD requests would have the side effects of GET. */
  head?: boolean;
}

const bodyRefusals: RouteErrors = {
  408: ['The body came too slowly', 'request-too-slow'],
  413: ['The body is too large', 'request-too-large'],
  415: ['The body has an unsupported media type', 'unsupported-media-type'],
};
const changeRefusals: RouteErrors = { 507: ['The disk of the service is full', 'disk-full'] };
const jsonApiRefusals: RouteErrors = {
  406: ['JSON:API was asked for with parameters only', 'not-acceptable'],
};

export interface DescribedErrors {
  description: string;
  codes: readonly ErrorCode[];
}

/**
 * Returns all errors of a route, including those implied by body and response. For each status, the last
 * description wins and the codes are merged.
 */
export function refusalsOf(
  { method, body, answer, errors }: Route,
  common: RouteErrors,
): Record<number, DescribedErrors> {
  const all: Record<number, DescribedErrors> = {};
  for (const some of [
    common,
    method === 'GET' ? {} : changeRefusals,
    answer.mediaType === jsonApi ? jsonApiRefusals : {},
    body === undefined ? {} : bodyRefusals,
    errors,
  ]) {
    for (const [status, [description, ...codes]] of Object.entries(some)) {
      const before = all[Number(status)]?.codes ?? [];
      all[Number(status)] = { description, codes: [...new Set([...before, ...codes])] };
    }
  }
  return all;
}

/** Errors sent before the operation is known, and therefore possible at any path. */
const addressErrors: RouteErrors = {
  404: ['There is nothing at this address', 'unknown-path'],
  405: ['The address does not take this method', 'method-not-allowed'],
  408: ['The request came too slowly', 'request-too-slow'],
  431: ['The header fields are too large', 'headers-too-large'],
};

/** Returns all codes that the routes use, in the order of `errorCodes`. */
export function codesOf(routes: readonly Route[], common: RouteErrors): ErrorCode[] {
  const used = new Set([
    ...Object.values(addressErrors).flatMap(([, ...codes]) => codes),
    ...routes.flatMap((route) => Object.values(refusalsOf(route, common)).flatMap(({ codes }) => codes)),
  ]);
  return errorCodes.filter((code) => used.has(code));
}

type TableAnswer = Omit<Answer, 'status'> & Partial<Pick<Answer, 'status'>>;
type TableBody = Omit<RequestBody, 'mediaTypes' | 'mode'> & Partial<Pick<RequestBody, 'mediaTypes' | 'mode'>>;

/**
 * The key is the operation id, `call` has method and path. Default status: 200. Default body:
 * parsed JSON.
 */
type TableRoute = Pick<Route, 'summary' | 'description' | 'params' | 'query' | 'headers' | 'head'> & {
  call: `${Method} /${string}`;
  answer: TableAnswer;
  body?: TableBody;
  errors?: RouteErrors;
};

type Defined<T extends TableRoute> = Omit<T, 'call' | 'answer' | 'body' | 'errors'> &
  Pick<Route, 'operationId' | 'group' | 'method' | 'path' | 'errors'> & {
    answer: T['answer'] & Omit<Answer, 'schema'>;
  } & (T extends { body: infer B } ? { body: B & Omit<RequestBody, 'schema'> } : object);

export function defineRoutes<T extends Record<string, TableRoute>>(
  group: string,
  mediaType: typeof json | typeof jsonApi,
  routes: T,
): { [K in keyof T]: Defined<T[K]> } {
  const mediaTypes = mediaType === json ? [json] : [jsonApi, json];
  const named = Object.entries(routes).map(([operationId, { call, answer, body, errors = {}, ...rest }]) => {
    const [method, path] = call.split(' ') as [Method, string];
    const route: Route = {
      operationId,
      group,
      method,
      path,
      ...rest,
      answer: { status: 200, ...(answer.schema && { mediaType }), ...answer },
      ...(body && { body: { mediaTypes, mode: 'json', ...body } }),
      errors,
    };
    return [operationId, route];
  });
  return Object.fromEntries(named);
}

export type AnswerOf<R> = R extends Route<TSchema, TSchema, TSchema, infer A> ? Static<A> : never;
export type BodyOf<R> = R extends Route<TSchema, TSchema, infer B, TSchema> ? Static<B> : never;
