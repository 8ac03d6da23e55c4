import { ConnectionBanner, connectionMark, TokenQuestion, tokenWanted } from '../../service/index.ts';
import { plotterTexts } from '../../texts/plotter.ts';
import { ConnectionMark, Shell } from '../../ui/index.ts';
import { BedPanel } from '../panels/bed/bed-panel.tsx';
import { ConnectionPanel } from '../panels/connection/connection-panel.tsx';
import { ConsolePanel } from '../panels/console/console-panel.tsx';
import { Attention } from '../panels/jobs/attention.tsx';
import { CancelDialog, OriginDialog } from '../panels/jobs/job-dialogs.tsx';
import { JobsPanel } from '../panels/jobs/jobs-panel.tsx';
import { MachineDialog } from '../panels/machine/machine-dialog.tsx';
import { ManualControlPanel } from '../panels/manual-control/manual-control-panel.tsx';
import { PlaceAgain } from '../panels/place-drawing/place-again.tsx';
import { ScriptPanel } from '../panels/script/script-panel.tsx';
import { StatusBar } from '../panels/status-bar/status-bar.tsx';
import { placedDrawing } from '../state/drawing/placed-drawing.ts';
import { openFiles } from '../state/files/open-files.ts';
import { machine } from '../state/store.ts';
import { DropTarget } from './drop-target.tsx';
import { placeDrawingTools } from './load-place-drawing.ts';
import { ShortcutsDialog } from './shortcuts/shortcuts-dialog.tsx';
import './app.css';

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
            <StatusBar />
          </>
        )
      }
    >
      {isLocked ? <TokenQuestion /> : <Workspace />}
    </Shell>
  );
}

function Workspace() {
  const tools = placedDrawing.value && placeDrawingTools.value;
  return (
    <>
      <div class="workspace">
        <div class="workspace-wide">
          <BedPanel attention={<Attention />} overlay={tools && <tools.DrawingOnBed />} />
          <ScriptPanel />
          <ConsolePanel />
        </div>
        <div class="workspace-narrow">
          {tools && <tools.PlaceDrawingPanel />}
          <PlaceAgain />
          <JobsPanel />
          <ManualControlPanel />
          <ConnectionPanel />
        </div>
      </div>
      <CancelDialog />
      <OriginDialog />
      <MachineDialog />
      <ShortcutsDialog />
      <DropTarget onFiles={(files) => void openFiles(files)} />
    </>
  );
}
