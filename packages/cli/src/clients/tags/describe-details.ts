import type { TagDetails, TagMeaning } from '@stationery/client/tags';
import { plain } from '../../terminal/words.ts';

const maxNames = 3;

export function describeMeaning(meaning: TagMeaning | null): string {
  if (meaning === null) return '–';
  if (meaning.kind === 'link') return plain(meaning.url);
  if (meaning.kind === 'stream') return `stream ${plain(meaning.url)}`;
  if (meaning.kind === 'action') {
    const action = meaning.action.replace('_', ' ');
    if (meaning.language !== undefined) return `${action} ${meaning.language}`;
    if (meaning.seconds !== undefined) return `${action} ${meaning.seconds} s`;
    return meaning.minutes === undefined ? action : `${action} after ${meaning.minutes} min`;
  }
  const { shuffled } = meaning;
  if (meaning.kind === 'album') return `folder ${plain(meaning.folder)}${shuffled ? ', shuffled' : ''}`;
  return `${listed(meaning.files)}${shuffled ? ', shuffled' : ''}`;
}

function listed(names: readonly string[]): string {
  const more = names.length > maxNames ? ` and ${names.length - maxNames} more` : '';
  return `${names.slice(0, maxNames).map(plain).join(', ')}${more}`;
}

export function describeSettings(tag: Pick<TagDetails, 'playback' | 'plot' | 'exhibit'>): string {
  const { playback, plot, exhibit } = tag;
  const { texts = [], pictures = [], seconds } = exhibit ?? {};
  const shown = {
    ...(texts.length > 0 && { texts: texts.map(({ language }) => language).join(' ') }),
    ...(pictures.length > 0 && { pictures: pictures.length }),
    ...(seconds !== undefined && { 'each for': `${seconds} s` }),
  };
  const words = Object.entries({ ...playback, ...plot, ...shown }).map(([member, value]) => {
    const text = typeof value === 'boolean' ? (value ? 'on' : 'off') : value;
    return `${member.replace('_', ' ')} ${text}`;
  });
  return words.length === 0 ? '' : ` (${words.join(', ')})`;
}

export function describeDetails(tag: TagDetails): string {
  const { id, serial, name, meaning, missing } = tag;
  const called = name === null ? '' : `, “${plain(name)}”`;
  return `tag ${id}, ${serial}${called}: ${describeMeaning(meaning)}${describeSettings(tag)}${describeMissing(missing)}`;
}

export function describeMissing(missing: readonly string[]): string {
  return missing.length === 0 ? '' : `, not on the card: ${listed(missing)}`;
}
