import type { ComponentChildren } from 'preact';
import { sharedTexts } from '../texts/shared.ts';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';

interface QuestionProps {
  title: string;
  yes: string;
  /** Left out, it is “Cancel”. */
  no?: string;
  /** What stands before the two answers. */
  before?: ComponentChildren;
  onYes: () => void;
  onClose: () => void;
  children: ComponentChildren;
}

/** Asks before something that cannot be undone. */
export function Question({
  title,
  yes,
  no = sharedTexts.cancel,
  before,
  onYes,
  onClose,
  children,
}: QuestionProps) {
  return (
    <Dialog
      title={title}
      onClose={onClose}
      actions={
        <>
          {before}
          <Button onClick={onClose}>{no}</Button>
          <Button
            kind="danger"
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
