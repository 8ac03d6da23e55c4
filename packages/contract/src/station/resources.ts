import { type TSchema, Type } from 'typebox';
import { exact } from '../exact.ts';
import type { RouteErrors } from '../route.ts';

export const Id = Type.Integer({ minimum: 1, description: 'Unique, never reused' });

/** In request bodies an id may be a string or an integer; it must match the path. */
export const RequestId = Type.Union([Type.String({ minLength: 1 }), Type.Integer()], {
  description: 'A string or an integer',
});

export const IdParams = Type.Object({ id: Id });

export const DecimalString = Type.String({ pattern: '^(0|[1-9][0-9]*)$', description: 'Decimal digits' });

export const FileIdentifier = Type.Object(
  { id: Id, type: Type.Literal('file') },
  { ...exact, $id: 'FileIdentifier' },
);

export const TagIdentifier = Type.Object(
  { id: Id, type: Type.Literal('tag') },
  { ...exact, $id: 'TagIdentifier' },
);

/** A file in the listing, where sizes are strings (section 2 of the interface). */
export const ListedFile = Type.Object(
  {
    id: Id,
    type: Type.Literal('file'),
    attributes: Type.Object({ filename: Type.String(), size: DecimalString }, exact),
  },
  { ...exact, $id: 'ListedFile' },
);

export const TagFields = {
  model: Type.Enum(['mifare', 'mifare_classic']),
  serial: Type.String({
    pattern: '^0x(?:[0-9A-F]{8}|[0-9A-F]{14}|[0-9A-F]{20})$',
    description: 'Every byte of the UID',
  }),
  filename: Type.Union([Type.String(), Type.Null()], { description: 'The file bound to it, if any' }),
};

export const TagResource = Type.Object(
  { id: Id, type: Type.Literal('tag'), attributes: Type.Object(TagFields, exact) },
  { ...exact, $id: 'Tag' },
);

/** In the scanner's response the fields are directly on the resource. */
export const ScannedTag = Type.Object(
  { id: Id, type: Type.Literal('tag'), ...TagFields },
  { ...exact, $id: 'ScannedTag' },
);

export const SelfLink = Type.Object({ self: Type.String({ description: 'The path of the request' }) }, exact);

/** A document with one resource, or a list of resources. */
export const document = <D extends TSchema>(data: D) => Type.Object({ links: SelfLink, data }, exact);

/** A document with the only resource of its type; the id is the type. */
export const onlyDocument = <T extends string, A extends TSchema>(type: T, attributes: A) =>
  document(Type.Object({ id: Type.Literal(type), type: Type.Literal(type), attributes }, exact));

/** The body of a PATCH request. */
export const change = <T extends string, A extends TSchema>(type: T, attributes: A) =>
  Type.Object({ data: Type.Object({ id: RequestId, type: Type.Literal(type), attributes }) });

/** The body of a POST request. */
export const order = <T extends string, A extends TSchema>(type: T, attributes: A) =>
  Type.Object({ data: Type.Object({ type: Type.Literal(type), attributes }) });

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

export const StationInfo = Type.Object(
  {
    fw_version: Type.String({ pattern: '^\\d\\d\\.\\d\\d\\.\\d\\d$' }),
    hw_version: Type.String({ pattern: '^\\d\\d\\.\\d\\d\\.\\d\\d$' }),
    serial: Type.String({ pattern: '^[0-9A-F]{12}$' }),
    nickname: Type.String(),
  },
  { ...exact, $id: 'StationInfo' },
);

export const ErrorDocument = Type.Object(
  {
    errors: Type.Array(
      Type.Object(
        {
          type: Type.Literal('error'),
          id: Type.Integer({ description: 'Same as `status`' }),
          title: Type.String(),
          status: Type.Integer(),
          detail: Type.Optional(Type.String({ description: 'What was wrong and what to do' })),
          source: Type.Optional(
            Type.Object(
              { pointer: Type.Optional(Type.String()), parameter: Type.Optional(Type.String()) },
              exact,
            ),
          ),
        },
        exact,
      ),
    ),
  },
  { ...exact, $id: 'Errors' },
);
