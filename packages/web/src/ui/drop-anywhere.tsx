import { useSignal } from '@preact/signals';
import { useLayoutEffect } from 'preact/hooks';
import './drop-anywhere.css';
import { Icon } from './icon.tsx';

interface DropAnywhereProps {
  label: string;
  onDrop: (files: File[], folders: FileSystemDirectoryEntry[]) => void;
}

const carriesFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') === true;

export function DropAnywhere({ label, onDrop }: DropAnywhereProps) {
  const over = useSignal(false);
  // Listens at once. If it listened a frame later, a file dropped on a busy page would replace the page.
  useLayoutEffect(() => {
    const ending = new AbortController();
    const listen = (name: 'dragenter' | 'dragover' | 'dragleave' | 'drop', act: (event: DragEvent) => void) =>
      addEventListener(
        name,
        (event) => {
          if (!carriesFiles(event)) return;
          event.preventDefault();
          act(event);
        },
        { signal: ending.signal },
      );
    const come = () => {
      over.value = true;
    };
    listen('dragenter', come);
    listen('dragover', come);
    listen('dragleave', (event) => {
      // The event has no related target only if the pointer leaves the page.
      if (event.relatedTarget === null) over.value = false;
    });
    listen('drop', (event) => {
      over.value = false;
      const items = [...(event.dataTransfer?.items ?? [])];
      const entries = items.filter(({ kind }) => kind === 'file').map((item) => item.webkitGetAsEntry());
      const files = [...(event.dataTransfer?.files ?? [])];
      onDrop(
        files.filter((_, at) => !entries[at]?.isDirectory),
        entries.filter((entry): entry is FileSystemDirectoryEntry => entry?.isDirectory === true),
      );
    });
    return () => ending.abort();
  }, []);
  return over.value ? (
    <div class="drop-anywhere">
      <p>
        <Icon name="upload" size={32} />
        {label}
      </p>
    </div>
  ) : null;
}
