import type { Tag } from '@stationery/client';
import { sharedTexts } from '../../../texts/shared.ts';
import { stationTexts } from '../../../texts/station.ts';
import { Button, Dialog } from '../../../ui/index.ts';
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
    <Dialog
      title={texts.forgetTitle(labelOf(tag))}
      onClose={close}
      actions={
        <>
          <Button onClick={close}>{sharedTexts.cancel}</Button>
          <Button
            kind="danger"
            onClick={() => {
              close();
              void forgetTag(tag);
            }}
          >
            {texts.forget}
          </Button>
        </>
      }
    >
      <p>{texts.forgetText}</p>
    </Dialog>
  );
}
