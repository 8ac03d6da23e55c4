import { registerMarks } from '@stationery/drawing';
import { useEffect } from 'preact/hooks';
import { alignTexts as texts } from '../../../../texts/align.ts';
import { DialogState } from '../../../../ui/dialog-state.ts';
import { Button, LazyDialog } from '../../../../ui/index.ts';
import { areMarksOutdated } from '../../../state/drawing/alignment.ts';
import type { DrawingSession } from '../../../state/drawing/session.ts';
import type { Settings } from '../../../state/drawing/settings.ts';

const alignDialog = new DialogState<DrawingSession>();

async function loadAlignDialog() {
  const { AlignDialog } = await import('./align-dialog.tsx');
  return () => <AlignDialog session={alignDialog.value!} onClose={alignDialog.close} />;
}

export function AlignToMarks({ session }: { session: DrawingSession }) {
  useEffect(() => alignDialog.close, []);
  return (
    <>
      <Button aria-label={texts.open} title={texts.open} onClick={() => alignDialog.open(session)}>
        {texts.openShort}
      </Button>
      <LazyDialog state={alignDialog} load={loadAlignDialog} />
    </>
  );
}

interface AlignmentProps {
  session: DrawingSession;
  settings: Settings;
}

export function Alignment({ session, settings }: AlignmentProps) {
  const { marks } = settings;
  if (marks === undefined) return null;
  const { degrees, scale } = registerMarks(marks);
  return (
    <div class="wrap">
      {areMarksOutdated(settings) ? (
        <p class="caution small" role="status">
          {texts.outdated}
        </p>
      ) : (
        <p class="small">{texts.lies(degrees, scale, marks.length)}</p>
      )}
      <Button onClick={() => session.change({ marks: undefined })}>{texts.remove}</Button>
    </div>
  );
}
