import { type Static, type TSchema, Type } from 'typebox';
import { object, orNull } from '../exact.ts';
import type { RouteErrors } from '../route.ts';
import { languageCode } from './languages.ts';

export const Id = Type.Integer({ minimum: 1, description: 'Unique, never reused' });

/** In a request body, the id may be a string or an integer and must match the path. */
export const RequestId = Type.Union([Type.String({ minLength: 1 }), Type.Integer()], {
  description: 'A string or an integer',
});

export const IdParams = Type.Object({ id: Id });

export const DecimalString = Type.String({ pattern: '^(0|[1-9][0-9]*)$', description: 'Decimal digits' });

/** A file name, with its folder if it has one: `song.mp3` or `Stories/Winter/1.mp3`. */
export const WorkingName = Type.String({ minLength: 1, maxLength: 1_023 });

export const Language = Type.String({
  pattern: languageCode.source,
  description: 'A language in lower case, such as `de` or `pt-br`',
});

export const FileIdentifier = object('FileIdentifier', { id: Id, type: Type.Literal('file') });

export const TagIdentifier = object('TagIdentifier', { id: Id, type: Type.Literal('tag') });

/** A file in the listing, where the interface document (section 2) requires sizes as strings. */
export const ListedFile = object('ListedFile', {
  id: Id,
  type: Type.Literal('file'),
  attributes: object({ filename: Type.String(), size: DecimalString }),
});

export const TagFields = {
  model: Type.Enum(['mifare', 'mifare_classic']),
  serial: Type.String({
    pattern: '^0x(?:[0-9A-F]{8}|[0-9A-F]{14}|[0-9A-F]{20})$',
    description: 'Every byte of the UID',
  }),
  filename: orNull(Type.String(), 'The file bound to it, if any'),
};

export const TagResource = object('Tag', {
  id: Id,
  type: Type.Literal('tag'),
  attributes: object(TagFields),
});

/** A scanned tag. Unlike other resources, it has its fields beside `id` and `type`, not in `attributes`. */
export const ScannedTag = object('ScannedTag', { id: Id, type: Type.Literal('tag'), ...TagFields });

export const SelfLink = object({ self: Type.String({ description: 'The path of the request' }) });

export const document = <D extends TSchema>(data: D) => object({ links: SelfLink, data });

/** The id equals the type. */
export const onlyAnswer = <T extends string, A extends TSchema>(
  type: T,
  self: `/${string}`,
  description: string,
  attributes: A,
  example: Static<A>,
) => ({
  description,
  schema: document(object({ id: Type.Literal(type), type: Type.Literal(type), attributes })),
  example: { links: { self }, data: { id: type, type, attributes: example } },
});

/** The body of a PATCH request. For POST, see `order`. */
export const change = <T extends string, A extends TSchema>(type: T, attributes: A) =>
  Type.Object({ data: Type.Object({ id: RequestId, type: Type.Literal(type), attributes }) });

/** The id equals the type. */
export const onlyBody = <T extends string, A extends TSchema>(
  type: T,
  attributes: A,
  example: Static<A>,
) => ({ schema: change(type, attributes), example: { data: { id: type, type, attributes: example } } });

export const order = <T extends string, A extends TSchema>(type: T, attributes: A) =>
  Type.Object({ data: Type.Object({ type: Type.Literal(type), attributes }) });

export const orderBody = <T extends string, A extends TSchema>(
  type: T,
  attributes: A,
  example: Static<A>,
) => ({ schema: order(type, attributes), example: { data: { type, attributes: example } } });

/** Errors of routes whose body is an `onlyBody`. */
export const badBody = {
  409: ['Another type, or another id', 'resource-mismatch'],
  422: ['A member is missing or has a value that cannot be used', 'invalid-request'],
} as const satisfies RouteErrors;

export const WaitQuery = Type.Object({
  timeout: Type.Optional(
    Type.Number({
      minimum: 0,
      maximum: 300,
      default: 30,
      description: 'Seconds to wait, fractions allowed',
    }),
  ),
});

export const noCard = {
  503: ['The card is missing or cannot be read', 'card-missing', 'card-failed'],
} as const satisfies RouteErrors;

export const noWritableCard = {
  503: [
    'The card is missing, cannot be read or is read-only',
    'card-missing',
    'card-failed',
    'card-read-only',
  ],
} as const satisfies RouteErrors;

export const StationInfo = object('StationInfo', {
  fw_version: Type.String({ pattern: '^\\d\\d\\.\\d\\d\\.\\d\\d$' }),
  hw_version: Type.String({ pattern: '^\\d\\d\\.\\d\\d\\.\\d\\d$' }),
  serial: Type.String({ pattern: '^[0-9A-F]{12}$' }),
  nickname: Type.String(),
});

export const ErrorDocument = object('Errors', {
  errors: Type.Array(
    object({
      type: Type.Literal('error'),
      id: Type.Integer({ description: 'Same as `status`' }),
      title: Type.String(),
      status: Type.Integer(),
      detail: Type.Optional(Type.String({ description: 'What was wrong and what to do' })),
      source: Type.Optional(
        object({ pointer: Type.Optional(Type.String()), parameter: Type.Optional(Type.String()) }),
      ),
    }),
  ),
});
