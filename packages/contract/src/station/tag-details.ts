import { type Static, Type } from 'typebox';
import { flag, integer, list, object, optionals, orNull, partial } from '../exact.ts';
import { ActionFields } from './actions.ts';
import { maxLanguages, TagPlayback } from './player-state.ts';
import { TagPlot } from './plots.ts';
import { Id, Language, TagFields, WorkingName } from './resources.ts';

const Playlist = object({
  kind: Type.Literal('playlist'),
  files: Type.Array(WorkingName, {
    minItems: 1,
    maxItems: 1_000,
    description:
      'The names of files on the card, each once. Drawings (such as `.svg`) are plotted, one with each tap; the others are played',
  }),
  shuffled: flag('In a different order each time; otherwise as listed'),
});
const Album = object({
  kind: Type.Literal('album'),
  folder: Type.String({
    minLength: 1,
    maxLength: 767,
    description:
      'A folder with files, such as `Songs` or `Stories/Winter`. Plays all files in it and in its folders',
  }),
  shuffled: flag('In a different order each time; otherwise in natural order of their names'),
});
const Action = object({ kind: Type.Literal('action'), ...ActionFields });
const WebAddress = (description: string) =>
  Type.String({ pattern: '^[Hh][Tt][Tt][Pp][Ss]?://', minLength: 10, maxLength: 2_000, description });
const Link = object({
  kind: Type.Literal('link'),
  url: WebAddress('An address of the web, for the page of a visitor: the event `tap.link`'),
});
const Stream = object({
  kind: Type.Literal('stream'),
  url: WebAddress(
    'The address of a web radio station or of the feed of a podcast (RSS, Atom). Needs a network cable',
  ),
});

export const TagMeaning = Type.Union([Playlist, Album, Action, Link, Stream], { $id: 'TagMeaning' });
export type TagMeaning = Static<typeof TagMeaning>;

/** Texts for the screen for visitors, in one language. */
const TagText = object({
  language: Language,
  ...optionals({
    title: Type.String({ minLength: 1, maxLength: 400, description: 'One line of up to 200 characters' }),
    text: Type.String({ minLength: 1, maxLength: 8_000, description: 'Up to 4,000 characters' }),
  }),
});

export const TagExhibit = object(
  'TagExhibit',
  optionals({
    texts: list(
      TagText,
      'Title and text, once for each language; the first is for other languages',
      maxLanguages,
    ),
    pictures: list(WorkingName, 'The names of pictures on the card, each once, shown in turn', 50),
    seconds: integer(2, 600, 'How long each is shown, default 8'),
  }),
);
export type TagExhibit = Static<typeof TagExhibit>;

const writable = {
  name: orNull(Type.String({ maxLength: 200 }), 'One line, 1 to 100 characters'),
  colour: orNull(Type.String({ pattern: '^#[0-9A-Fa-f]{6}$' }), 'As in CSS, for example `#ff8800`'),
  picture: orNull(WorkingName, 'The name of a picture on the card'),
  note: orNull(Type.String({ maxLength: 4_000 }), 'Text of up to 2,000 characters'),
  playback: orNull(TagPlayback, 'Settings of the player that differ for this tag; null for none'),
  plot: orNull(TagPlot, 'How its drawings are plotted; null for the defaults'),
  exhibit: orNull(TagExhibit, 'What a screen shows while it plays; null for the file and the picture'),
  meaning: orNull(TagMeaning, 'What a tap does; null for nothing'),
};

/** The details of a tag that clients can set. */
export const tagDetailNames = Object.keys(writable) as (keyof typeof writable)[];

export const TagDetailsChange = partial(writable);
export type TagDetailsChange = Static<typeof TagDetailsChange>;

export const tagDetailFields = {
  serial: TagFields.serial,
  model: TagFields.model,
  ...writable,
  missing: list(
    Type.String(),
    'Those files of the playlist that are not on the card now. They come back with their card',
  ),
};

export const TagDetails = object('TagDetails', tagDetailFields);
export type TagDetails = Static<typeof TagDetails>;

export const TagDetailsEvent = object({ id: Id, ...tagDetailFields });

export const LinkEvent = object({
  id: Id,
  serial: TagFields.serial,
  name: writable.name,
  url: Type.String(),
});
