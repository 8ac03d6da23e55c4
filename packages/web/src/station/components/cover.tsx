import { useSignal } from '@preact/signals';
import type { ComponentChildren, RefObject } from 'preact';
import { useRef } from 'preact/hooks';
import { Icon, type IconName } from '../../ui/index.ts';
import { station } from '../client.ts';
import './cover.css';
import { type FileKind, kindOf } from '../state/file-kind.ts';
import { idOfName, metadata } from '../state/metadata.ts';
import { useContent } from './use-content.ts';
import { useDerived } from './use-derived.ts';

const kindIcon: Record<FileKind, IconName> = {
  audio: 'music',
  video: 'film',
  image: 'picture',
  text: 'text',
  pdf: 'file',
  other: 'file',
};

interface CoverProps {
  /** Missing for a stream. */
  file: { id: number; filename: string } | null | undefined;
  /** Name of a picture on the card that is shown instead of the file's cover. */
  picture?: string | null | undefined;
  large?: boolean;
}

export function Cover({ file, picture, large = false }: CoverProps) {
  const box = useRef<HTMLSpanElement>(null);
  const sign = <Icon name={kindIcon[file ? kindOf(file.filename) : picture ? 'image' : 'audio']} />;
  const cover = useDerived(() => file && metadata.value.get(file.id)?.cover, [file?.id]);
  const ofFile = cover ? <Picture key={cover} path={cover} box={box} otherwise={sign} /> : sign;
  const pictureId = picture ? idOfName(picture) : undefined;
  const own = pictureId === undefined ? undefined : station.contentUrl(pictureId);
  return (
    <span ref={box} class={`cover ${large ? 'cover-large' : ''}`}>
      {own === undefined ? ofFile : <Picture key={own} path={own} box={box} otherwise={ofFile} />}
    </span>
  );
}

interface PictureProps {
  path: string;
  box: RefObject<Element | null>;
  /** Shown until the picture has loaded, and if it is broken. */
  otherwise: ComponentChildren;
}

function Picture({ path, box, otherwise }: PictureProps) {
  const isBroken = useSignal(false);
  const url = useContent(path, box);
  if (url === undefined || isBroken.value) return <>{otherwise}</>;
  return (
    <img
      src={url}
      alt=""
      loading="lazy"
      decoding="async"
      draggable={false}
      onError={() => {
        isBroken.value = true;
      }}
    />
  );
}
