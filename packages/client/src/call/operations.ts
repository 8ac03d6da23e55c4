import type { CallOptions } from './connection.ts';

type Part<O, Name extends string> = Pick<O, Extract<keyof O, Name>>;

type QueryOf<O> = O extends { query: infer Query }
  ? { [Name in keyof Query]: Query[Name] | undefined }
  : never;

export type RequestOf<O> = Part<O, 'params' | 'body'> & { query?: QueryOf<O> } & CallOptions;

/** Calls any operation by its OpenAPI `operationId`, with documents as transmitted. */
export type RawCall<Operations> = <Name extends keyof Operations>(
  operation: Name,
  ...request: object extends RequestOf<Operations[Name]>
    ? [RequestOf<Operations[Name]>?]
    : [RequestOf<Operations[Name]>]
) => Promise<Operations[Name] extends { answer: infer Answer } ? Answer : never>;

/** The events of a service as a union, discriminated by `name`. */
export type EventOf<Events> = {
  [Name in keyof Events]: { id: string; name: Name; data: Events[Name] };
}[keyof Events];
