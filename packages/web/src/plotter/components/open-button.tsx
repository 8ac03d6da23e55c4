import { useRef } from 'preact/hooks';
import { Button } from '../../ui/index.ts';
import { openFiles } from '../state/files/open-files.ts';

interface OpenButtonProps {
  kind?: 'primary' | 'plain' | 'quiet';
  children: string;
  /** What is done with the files; else they are opened. */
  onFiles?: (files: readonly File[]) => void;
}

/** Asks for files: drawings for one sheet, or a script. */
export function OpenButton({
  kind = 'plain',
  children,
  onFiles = (files) => void openFiles(files),
}: OpenButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        onChange={(event) => {
          onFiles([...(event.currentTarget.files ?? [])]);
          event.currentTarget.value = '';
        }}
      />
      <Button kind={kind} icon="file" onClick={() => input.current?.click()}>
        {children}
      </Button>
    </>
  );
}
