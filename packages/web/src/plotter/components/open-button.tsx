import { useRef } from 'preact/hooks';
import { Button } from '../../ui/index.ts';
import { openFiles } from '../state/files/open-files.ts';

interface OpenButtonProps {
  kind?: 'primary' | 'plain' | 'quiet';
  children: string;
}

/** Asks for a file: a drawing or a script. */
export function OpenButton({ kind = 'plain', children }: OpenButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        onChange={(event) => {
          void openFiles([...(event.currentTarget.files ?? [])]);
          event.currentTarget.value = '';
        }}
      />
      <Button kind={kind} icon="file" onClick={() => input.current?.click()}>
        {children}
      </Button>
    </>
  );
}
