import { type Static, Type } from 'typebox';
import { object, partial } from '../exact.ts';
import { Id, TagFields } from './resources.ts';

export const tagActions = ['volume_up', 'volume_down', 'next', 'previous', 'pause', 'stop', 'sleep'] as const;

/** Meanings of a tag: the effect of placing it on the reader. */
const Playlist = object({
  kind: Type.Literal('playlist'),
  files: Type.Array(Type.String({ minLength: 1, maxLength: 255 }), {
    minItems: 1,
    maxItems: 1_000,
    description: 'The names of files on the card, each once',
  }),
  shuffled: Type.Boolean({ description: 'In another order each time; otherwise as listed' }),
});
const Action = object({
  kind: Type.Literal('action'),
  action: Type.Enum([...tagActions], {
    description: '`pause` also resumes what is paused; `sleep` sets the sleep timer',
  }),
  minutes: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 1_440, description: 'Only for `sleep`, default 30' }),
  ),
});
const Link = object({
  kind: Type.Literal('link'),
  url: Type.String({
    pattern: '^[Hh][Tt][Tt][Pp][Ss]?://',
    minLength: 10,
    maxLength: 2_000,
    description: 'An address of the web, for the page of a visitor: the event `tap.link`',
  }),
});

export const TagMeaning = Type.Union([Playlist, Action, Link], { $id: 'TagMeaning' });
export type TagMeaning = Static<typeof TagMeaning>;

const orNull = <T extends Parameters<typeof Type.Union>[0][number]>(schema: T, description: string) =>
  Type.Union([schema, Type.Null()], { description });

const writable = {
  name: orNull(Type.String({ maxLength: 200 }), 'One line, 1 to 100 characters'),
  colour: orNull(Type.String({ pattern: '^#[0-9A-Fa-f]{6}$' }), 'As in CSS, for example `#ff8800`'),
  picture: orNull(Type.String({ minLength: 1, maxLength: 255 }), 'The name of a picture on the card'),
  note: orNull(Type.String({ maxLength: 4_000 }), 'Text of up to 2,000 characters'),
  meaning: orNull(TagMeaning, 'What a tap does; null for nothing'),
};

export const TagDetailsChange = partial(writable);
export type TagDetailsChange = Static<typeof TagDetailsChange>;

/** Tag fields other than the file. */
export const tagDetailFields = {
  serial: TagFields.serial,
  model: TagFields.model,
  ...writable,
  missing: Type.Array(Type.String(), {
    description: 'Those files of the playlist that are not on the card now. They come back with their card',
  }),
};

export const TagDetails = object('TagDetails', tagDetailFields);
export type TagDetails = Static<typeof TagDetails>;

export const TagDetailsEvent = object({ id: Id, ...tagDetailFields });

/** A tag with a web address was placed on the reader. */
export const LinkEvent = object({
  id: Id,
  serial: TagFields.serial,
  name: writable.name,
  url: Type.String(),
});
