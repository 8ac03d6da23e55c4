import { useRef } from 'preact/hooks';
import { Button, type ButtonProps } from './button.tsx';

interface FileButtonProps extends Omit<ButtonProps, 'onClick'> {
  accept?: string;
  multiple?: boolean;
  /** The files of a folder have a `webkitRelativePath`. */
  folder?: boolean;
  capture?: boolean;
  onFiles: (files: [File, ...File[]]) => void;
}

export function FileButton(props: FileButtonProps) {
  const { accept, multiple = false, folder = false, capture = false, onFiles, ...button } = props;
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button
        {...button}
        onClick={() => {
          if (input.current === null) return;
          input.current.webkitdirectory = folder;
          input.current.click();
        }}
      />
      <input
        ref={input}
        type="file"
        accept={accept}
        multiple={multiple}
        capture={capture ? 'user' : undefined}
        hidden
        onChange={(event) => {
          const [first, ...others] = event.currentTarget.files ?? [];
          // Lets the user choose the same file again.
          event.currentTarget.value = '';
          if (first !== undefined) onFiles([first, ...others]);
        }}
      />
    </>
  );
}
