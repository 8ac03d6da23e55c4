import { ConnectionBanner, connectionMark, TokenQuestion, tokenWanted } from '../../service/index.ts';
import { plotterTexts } from '../../texts/plotter.ts';
import { ConnectionMark, Shell } from '../../ui/index.ts';
import './app.css';
import { BedPanel } from '../panels/bed/bed-panel.tsx';
import { LinkPanel } from '../panels/connection/connection-panel.tsx';
import { ConsolePanel } from '../panels/console/console-panel.tsx';
import { CancelQuestion } from '../panels/jobs/cancel-dialog.tsx';
import { JobsPanel } from '../panels/jobs/jobs-panel.tsx';
import { OriginQuestion } from '../panels/jobs/origin-dialog.tsx';
import { MachineDialog } from '../panels/machine/machine-dialog.tsx';
import { HandPanel } from '../panels/manual-control/manual-control-panel.tsx';
import { PlaceAgain } from '../panels/place-drawing/place-again.tsx';
import { ScriptPanel } from '../panels/script/script-panel.tsx';
import { Strip } from '../panels/status-bar/status-bar.tsx';
import { desk as drawingDesk, placed } from '../state/drawing/placed-drawing.ts';
import { takeFiles } from '../state/plot/plot-script.ts';
import { machine } from '../state/store.ts';
import { DropTarget } from './drop-target.tsx';
import { ShortcutsDialog } from './shortcuts/shortcuts-dialog.tsx';

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
