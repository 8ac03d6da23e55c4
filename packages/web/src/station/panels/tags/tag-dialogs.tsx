import type { Tag } from '@stationery/client';
import { stationTexts } from '../../../texts/station.ts';
import { Question } from '../../../ui/question.tsx';
import { asking } from '../../state/dialogs.ts';
import { forgetTag, labelOf } from '../../state/tag-details.ts';

/** Asks before a tag is forgotten; once in the page. */
export function ForgetTagDialog() {
  const tag: Tag | undefined = asking.value;
  const { tags: texts } = stationTexts;
  if (tag === undefined) return null;
  const close = () => {
    asking.value = undefined;
  };
  return (
    <Question
      title={texts.forgetTitle(labelOf(tag))}
      yes={texts.forget}
      onYes={() => void forgetTag(tag)}
      onClose={close}
    >
      <p>{texts.forgetText}</p>
    </Question>
  );
}
