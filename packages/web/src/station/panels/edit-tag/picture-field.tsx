import type { Signal } from '@preact/signals';
import { editTagTexts } from '../../../texts/edit-tag.ts';
import { Cover } from '../../components/cover.tsx';
import { FileChoice } from '../../components/file-choice.tsx';
import { kindOf } from '../../state/file-kind.ts';

const isPicture = (filename: string) => kindOf(filename) === 'image';

/** Chooses a picture on the card for the tag. */
export function PictureField({ picture }: { picture: Signal<string | null> }) {
  return (
    <div class="edit-tag-picture">
      {picture.value !== null && <Cover key={picture.value} file={undefined} picture={picture.value} large />}
      <FileChoice
        label={editTagTexts.picture}
        none={editTagTexts.noPicture}
        isOffered={isPicture}
        chosen={picture}
        hint={editTagTexts.pictureHint}
        noneOffered={editTagTexts.noPictures}
      />
    </div>
  );
}
