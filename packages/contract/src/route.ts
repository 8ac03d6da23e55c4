import type { Static, TSchema } from 'typebox';
import { type ErrorCode, errorCodes } from './error-codes.ts';
import { jsonApi } from './media-types.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS';

/** How a request body reaches its handler: parsed and checked, or as the stream of bytes that it is. */
export type BodyMode = 'json' | 'stream';

export interface RequestBody<S extends TSchema = TSchema> {
  mediaTypes: readonly string[];
  schema: S;
  mode: BodyMode;
  /** It may be left out, which is the same as an empty object. */
  isOptional?: boolean;
  /** Where the usual limit of a body that is read whole is too low. */
  maxBytes?: number;
  /** By media type, where the body is something else than `schema` says. */
  forms?: Readonly<Record<string, TSchema>>;
  example?: unknown;
}

/** What an answer with another status is, where it is more than a status. */
export interface OtherAnswer {
  description: string;
  mediaType?: string;
  schema?: TSchema;
  headers?: Record<string, string>;
}

export interface Answer<S extends TSchema = TSchema> {
  status: number;
  description: string;
  /** Absent where the answer has no body. */
  mediaType?: string;
  schema?: S;
  example?: unknown;
  headers?: Record<string, string>;
  /** Other ways in which it can go well, such as 304, with what each means here. */
  also?: Readonly<Record<number, string | OtherAnswer>>;
}

/** What an error status means for an operation, and the codes that come with it. */
export type StatusErrors = readonly [description: string, ...codes: ErrorCode[]];

/** Error statuses with their meaning and codes. */
export type RouteErrors = Readonly<Record<number, StatusErrors>>;

/** One operation of a service. Validation, types, the OpenAPI description and the client all read this. */
export interface Route<
  P extends TSchema = TSchema,
  Q extends TSchema = TSchema,
  B extends TSchema = TSchema,
  A extends TSchema = TSchema,
> {
  operationId: string;
  method: Method;
  /** In OpenAPI form: `/api/v1/files/{id}`. */
  path: string;
  group: string;
  summary: string;
  description?: string;
  params?: P;
  query?: Q;
  /** Header fields that change what the operation does. */
  headers?: TSchema;
  body?: RequestBody<B>;
  answer: Answer<A>;
  /** The error statuses that belong to this operation, with what each means here. */
  errors: RouteErrors;
  /** False where a HEAD request would do what only a GET should. */
  head?: boolean;
}

const bodyRefusals: RouteErrors = {
  408: ['The body came too slowly', 'request-too-slow'],
  413: ['The body is too large', 'request-too-large'],
  415: ['The body is of another media type', 'unsupported-media-type'],
};
const changeRefusals: RouteErrors = { 507: ['The disk of the service is full', 'disk-full'] };
const jsonApiRefusals: RouteErrors = {
  406: ['JSON:API was asked for with parameters only', 'not-acceptable'],
};

/** What a status means for one operation, with every code that can come with it. */
export interface DescribedErrors {
  description: string;
  codes: readonly ErrorCode[];
}

/**
 * Every status with which an operation can refuse: those of all operations, those that come with the kind of
 * its body and of its answer, and its own. The last description of a status counts; codes add up.
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

/** What is refused at any address, before an operation is known. */
const addressErrors: RouteErrors = {
  404: ['There is nothing at this address', 'unknown-path'],
  405: ['The address does not take this method', 'method-not-allowed'],
  408: ['The request came too slowly', 'request-too-slow'],
  431: ['The header fields are too large', 'headers-too-large'],
};

/** Every code that a service can refuse with, in the order of `errorCodes`. */
export function codesOf(routes: readonly Route[], common: RouteErrors): ErrorCode[] {
  const used = new Set([
    ...Object.values(addressErrors).flatMap(([, ...codes]) => codes),
    ...routes.flatMap((route) => Object.values(refusalsOf(route, common)).flatMap(({ codes }) => codes)),
  ]);
  return errorCodes.filter((code) => used.has(code));
}

/** A route as it stands in its table: the key is its operation id, and the table has its group. */
type TableRoute = Omit<Route, 'operationId' | 'group'>;

export function defineRoutes<T extends Record<string, TableRoute>>(
  group: string,
  routes: T,
): { [K in keyof T]: T[K] & Pick<Route, 'operationId' | 'group'> } {
  const named = Object.entries(routes).map(([operationId, route]) => [
    operationId,
    { operationId, group, ...route },
  ]);
  return Object.fromEntries(named);
}

export type AnswerOf<R> = R extends Route<TSchema, TSchema, TSchema, infer A> ? Static<A> : never;
export type BodyOf<R> = R extends Route<TSchema, TSchema, infer B, TSchema> ? Static<B> : never;
