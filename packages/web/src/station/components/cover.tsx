import { useSignal } from '@preact/signals';
import { token } from '../../service/index.ts';
import { Icon, type IconName } from '../../ui/index.ts';
import './cover.css';
import { type FileKind, kindOf } from '../state/file-kind.ts';
import { metadata } from '../state/metadata.ts';

const kindIcon: Record<FileKind, IconName> = {
  audio: 'music',
  video: 'film',
  image: 'picture',
  text: 'text',
  pdf: 'file',
  other: 'file',
};

interface CoverProps {
  file: { id: number; filename: string };
  large?: boolean;
}

/** The picture of a file, or a sign for its kind. The words beside it say what it is. */
export function Cover({ file, large = false }: CoverProps) {
  const broken = useSignal<string | undefined>(undefined);
  // A picture element carries no token.
  const cover = token.value === undefined ? metadata.value.get(file.id)?.cover : undefined;
  return (
    <span class={`cover ${large ? 'cover-large' : ''}`}>
      {cover && cover !== broken.value ? (
        <img
          src={cover}
          alt=""
          loading="lazy"
          decoding="async"
          draggable={false}
          onError={() => {
            broken.value = cover;
          }}
        />
      ) : (
        <Icon name={kindIcon[kindOf(file.filename)]} />
      )}
    </span>
  );
}
