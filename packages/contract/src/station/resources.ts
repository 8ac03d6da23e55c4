import { Type } from 'typebox';
import { exact } from '../exact.ts';

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
