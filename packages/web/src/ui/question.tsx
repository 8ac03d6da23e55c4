import type { ComponentChildren } from 'preact';
import { sharedTexts } from '../texts/shared.ts';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';

interface QuestionProps {
  title: string;
  yes: string;
  no?: string;
  before?: ComponentChildren;
  kind?: 'danger' | 'primary';
  onYes: () => void;
  onClose: () => void;
  children: ComponentChildren;
}

export function Question(props: QuestionProps) {
  const { title, yes, no = sharedTexts.cancel, before, kind = 'danger', onYes, onClose, children } = props;
  return (
    <Dialog
      title={title}
      onClose={onClose}
      actions={
        <>
          {before}
          <Button onClick={onClose}>{no}</Button>
          <Button
            kind={kind}
            onClick={() => {
              onClose();
              onYes();
            }}
          >
            {yes}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  );
}
