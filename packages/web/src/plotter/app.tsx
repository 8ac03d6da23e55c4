import { ConnectionBanner, connectionMark, TokenQuestion, tokenWanted } from '../service/index.ts';
import { plotterTexts } from '../texts/plotter.ts';
import { ConnectionMark, Shell } from '../ui/index.ts';
import './app.css';
import { BedPanel } from './bed/bed-panel.tsx';
import { CancelQuestion } from './cancel/cancel-question.tsx';
import { ConsolePanel } from './console/console-panel.tsx';
import { PlaceAgain } from './drawing/place-again.tsx';
import { desk as drawingDesk, placed } from './drawing/placed.ts';
import { DropTarget } from './drop/drop-target.tsx';
import { HandPanel } from './hand/hand-panel.tsx';
import { JobsPanel } from './jobs/jobs-panel.tsx';
import { OriginQuestion } from './jobs/origin-question.tsx';
import { LinkPanel } from './link/link-panel.tsx';
import { MachineDialog } from './machine/machine-dialog.tsx';
import { takeFiles } from './script/plot.ts';
import { ScriptPanel } from './script/script-panel.tsx';
import { ShortcutsDialog } from './shortcuts/shortcuts-dialog.tsx';
import { machine } from './store.ts';
import { Strip } from './strip/strip.tsx';

export function App() {
  const isLocked = tokenWanted.value !== undefined;
  return (
    <Shell
      kind={plotterTexts.kind}
      title={<h1>{machine.value?.name ?? plotterTexts.title}</h1>}
      status={<ConnectionMark state={connectionMark.value} />}
      banner={
        isLocked ? undefined : (
          <>
            <ConnectionBanner />
            <Strip />
          </>
        )
      }
    >
      {isLocked ? <TokenQuestion /> : <Desk />}
    </Shell>
  );
}

function Desk() {
  const Drawing = placed.value && drawingDesk.value?.DrawingPanel;
  return (
    <>
      <div class="desk">
        <div class="desk-wide">
          <BedPanel />
          <ScriptPanel />
          <ConsolePanel />
        </div>
        <div class="desk-narrow">
          {Drawing && <Drawing />}
          <PlaceAgain />
          <JobsPanel />
          <HandPanel />
          <LinkPanel />
        </div>
      </div>
      <CancelQuestion />
      <OriginQuestion />
      <MachineDialog />
      <ShortcutsDialog />
      <DropTarget onFiles={(files) => void takeFiles(files)} />
    </>
  );
}
