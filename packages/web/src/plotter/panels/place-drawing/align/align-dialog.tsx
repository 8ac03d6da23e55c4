import { useSignal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import { alignTexts as texts } from '../../../../texts/align.ts';
import { MarksForm } from '../../../components/align/marks-form.tsx';
import { alignSession, initialMarks } from '../../../state/drawing/alignment.ts';
import { movedLines } from '../../../state/drawing/changed-lines.ts';
import type { DrawingSession } from '../../../state/drawing/session.ts';
import { paperAtOf } from '../../../state/drawing/settings.ts';
import type { Lines } from '../../../state/drawing/sketch.ts';
import { setWantsSheet } from '../../../state/plot/fresh-sheet.ts';
import { machine } from '../../../state/store.ts';

interface AlignDialogProps {
  session: DrawingSession;
  onClose: () => void;
}

export function AlignDialog({ session, onClose }: AlignDialogProps) {
  const settings = session.settings.peek()!;
  const marks = useSignal(initialMarks(session, settings));
  return (
    <MarksForm
      title={texts.title}
      places={texts.places}
      submit={texts.apply}
      marks={marks}
      lines={useMemo(() => linesOnPaper(session), [session])}
      paperAt={paperAtOf(settings, machine.value!)}
      paper={session.placement.value?.paper}
      onSubmit={(found) => {
        alignSession(session, found);
        // Does not ask for a fresh sheet, because the sheet with the marks stays on the bed.
        setWantsSheet(false);
        onClose();
      }}
      onClose={onClose}
    >
      <p>{texts.intro}</p>
    </MarksForm>
  );
}

function linesOnPaper(session: DrawingSession): Lines | undefined {
  const [sketch, placement] = [session.sketch.peek(), session.placement.peek()];
  if (sketch === undefined || placement === undefined) return undefined;
  return session.shownPreview.peek()?.lines ?? movedLines<Lines>(sketch, placement.transform);
}
