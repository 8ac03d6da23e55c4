import { useSignal } from '@preact/signals';
import { collectionNamePattern } from '@stationery/contract/fleet-names';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import { boardTexts } from '../../../texts/board.ts';
import { sharedTexts } from '../../../texts/shared.ts';
import { bound } from '../../../ui/bound.ts';
import { formatBytes, formatPercent } from '../../../ui/format.ts';
import { BarWithWords, Button, Field, FileButton } from '../../../ui/index.ts';
import { collections } from '../../state/collections.ts';
import {
  archive,
  chooseArchive,
  forgetArchive,
  likelyName,
  publish,
  publishProblem,
  upload,
} from '../../state/publish-collection.ts';

const texts = boardTexts.collections;

export function PublishForm() {
  const file = archive.value;
  if (file !== undefined)
    return <ArchiveForm key={`${file.name} ${file.size} ${file.lastModified}`} file={file} />;
  return (
    <div class="collection-publish stack gap-3">
      <FileButton
        icon="plus"
        accept=".tar,application/x-tar"
        onFiles={([chosen]) => void chooseArchive(chosen)}
      >
        {texts.publishOne}
      </FileButton>
      <Problem />
    </div>
  );
}

function Problem() {
  const problem = publishProblem.value;
  return problem === undefined ? null : (
    <p class="small danger" role="alert">
      {problem}
    </p>
  );
}

function ArchiveForm({ file }: { file: File }) {
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  // Scrolls the form into view, because it is taller than the button it replaces.
  useLayoutEffect(() => form.current?.scrollIntoView({ block: 'nearest' }), []);
  const name = useSignal(likelyName(file));
  const wanted = name.value.trim();
  const isValid = collectionNamePattern.test(wanted);
  const known = collections.value?.find((collection) => collection.name === wanted);
  const now = upload.value;
  return (
    <form
      ref={form}
      class="collection-publish stack gap-3"
      aria-labelledby={id}
      onSubmit={(event) => {
        event.preventDefault();
        if (isValid) void publish(wanted, file);
      }}
    >
      <h3 id={id} class="large">
        {texts.publishFile(file.name, formatBytes(file.size))}
      </h3>
      <Field
        label={texts.name}
        {...bound(name)}
        maxLength={40}
        disabled={now !== undefined}
        spellcheck={false}
        autocapitalize="none"
        error={isValid || wanted === '' ? undefined : texts.wrongName}
        hint={
          wanted === ''
            ? texts.wrongName
            : known === undefined
              ? texts.newCollection
              : texts.nextVersion(known.newest.version + 1, wanted)
        }
      />
      {now !== undefined && <UploadProgress name={wanted} part={now.part} />}
      <Problem />
      <div class="roll-out-actions wrap">
        {(now === undefined || now.part !== undefined) && (
          <Button onClick={now?.stop ?? forgetArchive}>{sharedTexts.cancel}</Button>
        )}
        <Button kind="primary" type="submit" busy={now !== undefined} disabled={!isValid}>
          {texts.publish}
        </Button>
      </div>
    </form>
  );
}

function UploadProgress({ name, part }: { name: string; part: number | undefined }) {
  const words = part === undefined ? texts.storing : texts.uploading(formatPercent(part));
  return (
    <BarWithWords class="bar-beside gap-3" label={texts.publishing(name)} part={part} valueText={words} />
  );
}
