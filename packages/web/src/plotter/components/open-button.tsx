import { FileButton } from '../../ui/index.ts';
import { openFiles } from '../state/files/open-files.ts';

interface OpenButtonProps {
  kind?: 'primary' | 'plain' | 'quiet';
  children: string;
}

export function OpenButton(props: OpenButtonProps) {
  return <FileButton {...props} icon="file" multiple onFiles={(files) => void openFiles(files)} />;
}
