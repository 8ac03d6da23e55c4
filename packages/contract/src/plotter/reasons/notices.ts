import { type TUnsafe, Type } from 'typebox';
import { flag } from '../../exact.ts';
import { describing, plain, type ReasonOf, reasonSchema, row } from '../../reason-table.ts';

const line = { line: Type.String() };

/** Notices are not part of the state. They are sent as `notice` events and in the field `Stop-Notice`. */
export const notices = {
  'plotter-said': row(line, ({ line }) => `The plotter says: ${line}`),
  'late-reply': row(line, ({ line }) => `A late or stray reply: ${line}`),
  'plotter-restarted': plain(
    'The plotter restarted; its position was lost. Its origin is now where the pen was.',
  ),
  'plotter-stopped': row(
    {
      pausedJob: Type.Optional(Type.Integer({ description: 'A job that was paused, and still is' })),
      isSaved: flag('Whether it could be saved that the jobs are on hold'),
    },
    ({ pausedJob, isSaved }) => {
      const texts = ['The plotter was stopped.'];
      if (pausedJob !== undefined)
        texts.push(`Job ${pausedJob} was paused and stays paused: resume or cancel it.`);
      if (!isSaved) texts.push('The jobs could not be saved. They are on hold nevertheless; check the disk.');
      return texts.join(' ');
    },
  ),
};

export type NoticeReason = ReasonOf<typeof notices>;

export const NoticeReason: TUnsafe<NoticeReason> = reasonSchema(
  notices,
  'NoticeReason',
  'The subject of a notice',
);

export function notice(cause: NoticeReason): { text: string; cause: NoticeReason } {
  return { text: describing(notices)(cause), cause };
}
