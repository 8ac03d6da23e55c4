import { FileButton } from '../../ui/index.ts';
import { openFiles } from '../state/files/open-files.ts';

interface OpenButtonProps {
  kind?: 'primary' | 'plain' | 'quiet';
  children: string;
  /** Opens the files by default. */
  onFiles?: (files: readonly File[]) => void;
}

/** Asks for files: drawings for one sheet, or a script. */
export function OpenButton({
  kind = 'plain',
  children,
  onFiles = (files) => void openFiles(files),
}: OpenButtonProps) {
  return (
    <FileButton kind={kind} icon="file" multiple onFiles={onFiles}>
      {children}
    </FileButton>
  );
}
