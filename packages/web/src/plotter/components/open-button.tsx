import { FileButton } from '../../ui/index.ts';
import { openFiles } from '../state/files/open-files.ts';

interface OpenButtonProps {
  kind?: 'primary' | 'plain' | 'quiet';
  children: string;
  /** Default: opens the files. */
  onFiles?: (files: readonly File[]) => void;
}

export function OpenButton(props: OpenButtonProps) {
  const { kind = 'plain', children, onFiles = (files) => void openFiles(files) } = props;
  return (
    <FileButton kind={kind} icon="file" multiple onFiles={onFiles}>
      {children}
    </FileButton>
  );
}
