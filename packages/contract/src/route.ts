import type { Static, TSchema } from 'typebox';
import { jsonApi } from './media-types.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** How a request body reaches its handler: parsed and checked, or as the stream of bytes that it is. */
export type BodyMode = 'json' | 'stream';

export interface RequestBody<S extends TSchema = TSchema> {
  mediaTypes: readonly string[];
  schema: S;
  mode: BodyMode;
  /** It may be left out, which is the same as an empty object. */
  isOptional?: boolean;
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
  errors: Readonly<Record<number, string>>;
  /** False where a HEAD request would do what only a GET should. */
  head?: boolean;
}

const bodyRefusals = {
  408: 'The body came too slowly',
  413: 'The body is too large',
  415: 'The body is of another media type',
};

/**
 * Every status with which an operation can refuse: those of all operations, those that come with the kind of
 * its body and of its answer, and its own.
 */
export function refusalsOf(
  { method, body, answer, errors }: Route,
  common: Readonly<Record<number, string>>,
): Record<number, string> {
  return {
    ...common,
    ...(method === 'GET' ? {} : { 507: 'The disk of the service is full' }),
    ...(answer.mediaType === jsonApi ? { 406: 'JSON:API was asked for with parameters only' } : {}),
    ...(body === undefined ? {} : bodyRefusals),
    ...errors,
  };
}

export function defineRoute<
  P extends TSchema = TSchema,
  Q extends TSchema = TSchema,
  B extends TSchema = TSchema,
  A extends TSchema = TSchema,
>(route: Route<P, Q, B, A>): Route<P, Q, B, A> {
  return route;
}

export type AnswerOf<R> = R extends Route<TSchema, TSchema, TSchema, infer A> ? Static<A> : never;
export type BodyOf<R> = R extends Route<TSchema, TSchema, infer B, TSchema> ? Static<B> : never;
