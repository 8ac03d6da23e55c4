import { useSignal } from '@preact/signals';
import { useLayoutEffect } from 'preact/hooks';
import { stationTexts } from '../../texts/station.ts';
import { Icon, showToast } from '../../ui/index.ts';
import { carriesOutsideFiles } from '../state/drag.ts';
import './drop-anywhere.css';
import { addUploads } from '../state/uploads.ts';

/** The whole page takes files, and says so while some are held over it. */
export function DropAnywhere() {
  const over = useSignal(false);
  useLayoutEffect(() => {
    const ending = new AbortController();
    const listen = (name: 'dragenter' | 'dragover' | 'dragleave' | 'drop', act: (event: DragEvent) => void) =>
      addEventListener(
        name,
        (event) => {
          if (!carriesOutsideFiles(event)) return;
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
      // Leaving one element for another is not leaving the page.
      if (event.relatedTarget === null) over.value = false;
    });
    listen('drop', (event) => {
      over.value = false;
      const items = [...(event.dataTransfer?.items ?? [])];
      const entries = items.filter(({ kind }) => kind === 'file').map((item) => item.webkitGetAsEntry());
      const files = [...(event.dataTransfer?.files ?? [])];
      addUploads(files.filter((_, at) => !entries[at]?.isDirectory));
      if (entries.some((entry) => entry?.isDirectory)) showToast({ message: stationTexts.uploads.folders });
    });
    return () => ending.abort();
  }, []);
  return over.value ? (
    <div class="drop-anywhere">
      <p>
        <Icon name="upload" size={32} />
        {stationTexts.files.dropNow}
      </p>
    </div>
  ) : null;
}
