import type { Tag } from '@stationery/client';
import { stationTexts } from '../../../texts/station.ts';
import { Question } from '../../../ui/question.tsx';
import { removeTagQuestion } from '../../state/dialogs.ts';
import { forgetTag, labelOf } from '../../state/tag-details.ts';

/** Asks before a tag is removed. */
export function ForgetTagDialog() {
  const tag: Tag | undefined = removeTagQuestion.value;
  const { tags: texts } = stationTexts;
  if (tag === undefined) return null;
  return (
    <Question
      title={texts.forgetTitle(labelOf(tag))}
      yes={texts.forget}
      onYes={() => void forgetTag(tag)}
      onClose={removeTagQuestion.close}
    >
      <p>{texts.forgetText}</p>
    </Question>
  );
}
