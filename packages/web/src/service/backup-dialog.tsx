import { type Signal, useSignal } from '@preact/signals';
import type { Backups } from '@stationery/client/backups';
import { archiveTypes, manifestName, maxManifestBytes, tarPlaces } from '@stationery/contract/archive';
import { useEffect, useMemo } from 'preact/hooks';
import { backupTexts as texts } from '../texts/backup.ts';
import { sharedTexts } from '../texts/shared.ts';
import { formatPercent } from '../ui/format.ts';
import { BarWithWords, Button, Dialog, FileButton, showToast } from '../ui/index.ts';
import { saveFile, saveFrom } from '../ui/save-file.ts';
import { explain, reportFailure, token } from './index.ts';

/** The list of contents, not validated. */
export type Manifest = Readonly<Record<string, unknown>>;

interface BackupDialogProps {
  mode: 'save' | 'restore';
  service: 'station' | 'plotter';
  backups: Backups;
  name: string;
  contents: string;
  describe: (manifest: Manifest) => Promise<{ found: string; replaced: string }>;
  onRestored?: () => unknown;
  onClose: () => void;
}

/** `part` is the transferred share; undefined while the service works. */
type Progress = Signal<{ part: number | undefined } | undefined>;

export function BackupDialog(props: BackupDialogProps) {
  const stopping = useMemo(() => new AbortController(), []);
  useEffect(() => () => stopping.abort(), []);
  const Content = props.mode === 'save' ? SaveEverything : Restore;
  return <Content {...props} signal={stopping.signal} />;
}

type ContentProps = BackupDialogProps & { signal: AbortSignal };

function SaveEverything({ backups, name, contents, signal, onClose }: ContentProps) {
  const progress: Progress = useSignal(undefined);
  const save = async () => {
    // Links cannot send a token, so with a token the file is fetched first.
    if (token.value === undefined) saveFrom({ url: backups.url, release: () => undefined }, name);
    else {
      progress.value = { part: 0 };
      const file = await reportFailure(
        () => fetchFile(backups, progress, signal),
        (error) => signal.aborted || showToast({ message: explain(error), tone: 'danger' }),
      );
      progress.value = undefined;
      if (file === undefined) return;
      saveFile(name, file);
      showToast({ message: texts.saved });
    }
    onClose();
  };
  return (
    <Dialog
      title={texts.save}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{sharedTexts.cancel}</Button>
          <Button
            kind="primary"
            icon="download"
            busy={progress.value !== undefined}
            onClick={() => void save()}
          >
            {sharedTexts.save}
          </Button>
        </>
      }
    >
      <p>{contents}</p>
      <p class="soft">{texts.secrets}</p>
      <TransferBar label={texts.save} progress={progress} words={texts.saving} />
    </Dialog>
  );
}

async function fetchFile(backups: Backups, progress: Progress, signal: AbortSignal): Promise<Blob> {
  const answer = await backups.save({ signal });
  const wholeBytes = Number(answer.headers.get('content-length'));
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  let doneBytes = 0;
  const reader = answer.body!.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return new Blob(pieces);
    pieces.push(value);
    doneBytes += value.length;
    progress.value = { part: doneBytes / wholeBytes };
  }
}

interface Chosen {
  file: File;
  found: string;
  replaced: string;
}

function Restore({ service, backups, describe, signal, onRestored, onClose }: ContentProps) {
  const progress: Progress = useSignal(undefined);
  const chosen = useSignal<Chosen | undefined>(undefined);
  const problem = useSignal<string | undefined>(undefined);
  const choose = async (file: File) => {
    chosen.value = undefined;
    const read = await readManifest(file, service);
    problem.value = typeof read === 'string' ? read : undefined;
    if (typeof read === 'string') return;
    const described = await reportFailure(() => describe(read));
    if (described !== undefined) chosen.value = { file, ...described };
  };
  const restore = async ({ file }: Chosen) => {
    problem.value = undefined;
    progress.value = { part: 0 };
    try {
      await backups.restore(file, {
        signal,
        onProgress({ sentBytes }) {
          progress.value = { part: sentBytes < file.size ? sentBytes / file.size : undefined };
        },
      });
      showToast({ message: texts.restored });
      await onRestored?.();
      onClose();
    } catch (error) {
      if (!signal.aborted) problem.value = explain(error);
    } finally {
      progress.value = undefined;
    }
  };
  const now = chosen.value;
  const isBusy = progress.value !== undefined;
  return (
    <Dialog
      title={texts.restore}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{sharedTexts.cancel}</Button>
          {!isBusy && (
            <FileButton
              icon="file"
              kind={now === undefined ? 'primary' : 'plain'}
              accept=".tar,application/x-tar"
              onFiles={([file]) => void choose(file)}
            >
              {texts.choose}
            </FileButton>
          )}
          {now !== undefined && (
            <Button kind="danger" busy={isBusy} onClick={() => void restore(now)}>
              {texts.restore}
            </Button>
          )}
        </>
      }
    >
      {now === undefined ? (
        <p>{texts.which}</p>
      ) : (
        <>
          <p>
            {texts.from(now.file.name)} {now.found}
          </p>
          <p>
            <strong>{now.replaced}</strong>
          </p>
        </>
      )}
      {problem.value !== undefined && <p role="alert">{problem.value}</p>}
      <TransferBar label={texts.restore} progress={progress} words={texts.sending} />
    </Dialog>
  );
}

function TransferBar({
  label,
  progress,
  words,
}: {
  label: string;
  progress: Progress;
  words: (percent: string) => string;
}) {
  const now = progress.value;
  if (now === undefined) return null;
  const text = now.part === undefined ? texts.checking : words(formatPercent(now.part));
  return <BarWithWords label={label} part={now.part} valueText={text} />;
}

/** Returns the reason if the file cannot be restored here. The service checks the rest. */
async function readManifest(file: File, service: 'station' | 'plotter'): Promise<Manifest | string> {
  const read = async (from: number, length: number) =>
    new Uint8Array(await file.slice(from, from + length).arrayBuffer());
  try {
    const place = (await tarPlaces(read, file.size)).get(manifestName);
    if (place === undefined || place.size > maxManifestBytes) return texts.notABackup(file.name);
    const manifest = JSON.parse(await file.slice(place.offset, place.offset + place.size).text()) as Manifest;
    const { type, version } = manifest;
    if (type !== archiveTypes[service])
      return Object.values<unknown>(archiveTypes).includes(type)
        ? texts[service].other
        : texts.notABackup(file.name);
    return Number(version) > 1 ? texts.newer : manifest;
  } catch {
    return texts.notABackup(file.name);
  }
}
