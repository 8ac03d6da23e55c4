import { Type } from 'typebox';
import { integer, oneOf } from '../exact.ts';
import { playerActions } from './player-words.ts';
import { Language } from './resources.ts';

export const ActionFields = {
  action: oneOf(
    [...playerActions],
    '`forward` and `back` move within the file; `pause` also resumes what is paused or stopped; `sleep` sets the sleep timer; `language` sets the language of visitors, by default the next; `shut_down` turns the machine off',
  ),
  minutes: Type.Optional(integer(1, 1_440, 'Only for `sleep`, default 30')),
  language: Type.Optional(Language),
  seconds: Type.Optional(integer(1, 3_600, 'Only for `forward` and `back`, default 30')),
};
