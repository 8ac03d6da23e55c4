import { type Static, Type } from 'typebox';
import { object, partial } from '../exact.ts';
import { ActionFields } from './actions.ts';
import { TagPlayback } from './player-state.ts';
import { TagPlot } from './plots.ts';
import { Id, TagFields, WorkingName } from './resources.ts';

/** Meanings of a tag: the effect of placing it on the reader. */
const Playlist = object({
  kind: Type.Literal('playlist'),
  files: Type.Array(WorkingName, {
    minItems: 1,
    maxItems: 1_000,
    description:
      'The names of files on the card, each once. Drawings (such as `.svg`) are plotted, one with each tap; the others are played',
  }),
  shuffled: Type.Boolean({ description: 'In a different order each time; otherwise as listed' }),
});
const Album = object({
  kind: Type.Literal('album'),
  folder: Type.String({
    minLength: 1,
    maxLength: 767,
    description:
      'A folder with files, such as `Songs` or `Stories/Winter`. Plays all files in it and in its folders',
  }),
  shuffled: Type.Boolean({
    description: 'In a different order each time; otherwise in natural order of their names',
  }),
});
const Action = object({ kind: Type.Literal('action'), ...ActionFields });
const Link = object({
  kind: Type.Literal('link'),
  url: Type.String({
    pattern: '^[Hh][Tt][Tt][Pp][Ss]?://',
    minLength: 10,
    maxLength: 2_000,
    description: 'An address of the web, for the page of a visitor: the event `tap.link`',
  }),
});

const Stream = object({
  kind: Type.Literal('stream'),
  url: Type.String({
    pattern: '^[Hh][Tt][Tt][Pp][Ss]?://',
    minLength: 10,
    maxLength: 2_000,
    description: 'The address of a web radio station. Needs a network cable',
  }),
});

export const TagMeaning = Type.Union([Playlist, Album, Action, Link, Stream], { $id: 'TagMeaning' });
export type TagMeaning = Static<typeof TagMeaning>;

const orNull = <T extends Parameters<typeof Type.Union>[0][number]>(schema: T, description: string) =>
  Type.Union([schema, Type.Null()], { description });

const writable = {
  name: orNull(Type.String({ maxLength: 200 }), 'One line, 1 to 100 characters'),
  colour: orNull(Type.String({ pattern: '^#[0-9A-Fa-f]{6}$' }), 'As in CSS, for example `#ff8800`'),
  picture: orNull(WorkingName, 'The name of a picture on the card'),
  note: orNull(Type.String({ maxLength: 4_000 }), 'Text of up to 2,000 characters'),
  playback: orNull(TagPlayback, 'Settings of the player that differ for this tag; null for none'),
  plot: orNull(TagPlot, 'How its drawings are plotted; null for the defaults'),
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
