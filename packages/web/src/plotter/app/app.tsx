import { ConnectionBanner, MqttBanner, TokenQuestion, tokenWanted } from '../../service/index.ts';
import { plotterTexts } from '../../texts/plotter.ts';
import { sharedTexts } from '../../texts/shared.ts';
import { bound } from '../../ui/bound.ts';
import {
  DropAnywhere,
  type LazyDialogList,
  LazyDialogs,
  type MenuItem,
  PageMenu,
  Segmented,
  Shell,
  showToast,
} from '../../ui/index.ts';
import { BedPanel } from '../panels/bed/bed-panel.tsx';
import { ConnectionState } from '../panels/connection/connection-state.tsx';
import { ConsolePanel } from '../panels/console/console-panel.tsx';
import { FrontJob } from '../panels/jobs/front-job.tsx';
import { JobsPanel } from '../panels/jobs/jobs-panel.tsx';
import { ManualControlPanel } from '../panels/manual-control/manual-control-panel.tsx';
import { PlaceAgain } from '../panels/place-drawing/place-again.tsx';
import { ScriptPanel } from '../panels/script/script-panel.tsx';
import { StatusBar } from '../panels/status-bar/status-bar.tsx';
import {
  alignJobDialog,
  backupDialog,
  connectionDialog,
  machineDialog,
  penHeightsDialog,
  phoneDialog,
  photoDialog,
  pictureDialog,
  restDialog,
  setupDialog,
  shortcutsDialog,
  textDialog,
} from '../state/dialogs.ts';
import { placedDrawing } from '../state/drawing/placed-drawing.ts';
import { openFiles, openTestCard } from '../state/files/open-files.ts';
import {
  cancelQuestion,
  closeCancelQuestion,
  closeNewOriginQuestion,
  newOriginQuestion,
  originQuestion,
} from '../state/jobs/job-questions.ts';
import { areNotificationsOn, canNotify, switchNotifications } from '../state/jobs/notifications.ts';
import { status } from '../state/store.ts';
import { type View, view } from '../state/view.ts';
import { placeDrawingTools } from './load-place-drawing.ts';
import './app.css';

const viewNames: readonly View[] = ['drawing', 'queue', 'control'];

const dialogOf = (question: { readonly value: unknown }, close: () => void) => ({
  get value() {
    return question.value;
  },
  close,
});
const menuDialogs = () => import('./menu-dialogs.ts');
const originDialogs = () => import('../panels/jobs/origin-dialogs.tsx');

const dialogs: LazyDialogList = [
  [
    dialogOf(cancelQuestion, closeCancelQuestion),
    async () => (await import('../panels/jobs/cancel-dialog.tsx')).CancelDialog,
  ],
  [originQuestion, async () => (await originDialogs()).OriginDialog],
  [dialogOf(newOriginQuestion, closeNewOriginQuestion), async () => (await originDialogs()).NewOriginDialog],
  [
    connectionDialog,
    async () => (await import('../panels/connection/connection-dialog.tsx')).ConnectionDialog,
  ],
  [machineDialog, async () => (await import('../panels/machine/machine-dialog.tsx')).MachineDialog],
  [
    penHeightsDialog,
    async () => (await import('../panels/pen-heights/pen-heights-dialog.tsx')).PenHeightsDialog,
  ],
  [setupDialog, async () => (await import('../panels/setup/setup-dialog.tsx')).SetupDialog],
  [textDialog, async () => (await import('../panels/text/text-dialog.tsx')).TextDialog],
  [pictureDialog, async () => (await import('../panels/picture/picture-dialog.tsx')).PictureDialog],
  [restDialog, async () => (await import('../panels/rest/rest-dialog.tsx')).RestDialog],
  [alignJobDialog, async () => (await import('../panels/align-job/align-job-dialog.tsx')).AlignJobDialog],
  [photoDialog, async () => (await import('../panels/photo/photo-dialog.tsx')).PhotoDialog],
  [shortcutsDialog, async () => (await menuDialogs()).ShortcutsDialog],
  [phoneDialog, async () => (await menuDialogs()).ConnectPhone],
  [backupDialog, async () => (await menuDialogs()).PlotterBackup],
];

export function App() {
  const isLocked = tokenWanted.value !== undefined;
  return (
    <Shell
      bar={<StatusBar connection={<ConnectionState />} menu={<PlotterMenu />} />}
      banner={
        isLocked ? undefined : (
          <>
            <ConnectionBanner />
            <MqttBanner mqtt={status.value?.mqtt} />
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
  const jobsAndManual = (
    <>
      <JobsPanel />
      <ManualControlPanel />
    </>
  );
  return (
    <>
      <div class="workspace stack gap-3" data-view={view.value}>
        <div class="workspace-views">
          <Segmented
            label={plotterTexts.views.label}
            options={viewNames.map((name) => [name, plotterTexts.views[name]] as const)}
            {...bound(view)}
          />
        </div>
        <div class="workspace-first stack gap-3">
          <BedPanel overlay={tools && <tools.DrawingOnBed />} />
          <div class="workspace-side">
            <FrontJob />
            <PlaceAgain />
            {/* While a drawing is being placed, the other panels are below. */}
            {tools ? <tools.PlaceDrawingPanel /> : jobsAndManual}
          </div>
        </div>
        {tools && jobsAndManual}
        <ScriptPanel />
        <ConsolePanel />
      </div>
      <LazyDialogs dialogs={dialogs} />
      <DropAnywhere
        label={plotterTexts.script.dropNow}
        onDrop={(files, folders) => {
          void openFiles(files);
          if (folders.length > 0) showToast({ message: plotterTexts.script.folders });
        }}
      />
    </>
  );
}

function PlotterMenu() {
  const texts = plotterTexts.menu;
  return (
    <PageMenu
      groups={[
        {
          items: [
            { icon: 'chip', label: texts.machine, run: machineDialog.open },
            { icon: 'pen', label: plotterTexts.connection.which, run: setupDialog.open },
            { icon: 'file', label: texts.testCard, run: () => void openTestCard() },
            { icon: 'link', label: texts.connection, run: connectionDialog.open },
            { icon: 'phone', label: sharedTexts.connectPhone, run: phoneDialog.open },
            { icon: 'download', label: sharedTexts.saveEverything, run: () => backupDialog.open('save') },
            { icon: 'upload', label: sharedTexts.restore, run: () => backupDialog.open('restore') },
            { icon: 'keyboard', label: plotterTexts.shortcuts.open, run: shortcutsDialog.open },
            ...(canNotify() ? [notify()] : []),
          ],
        },
      ]}
    />
  );
}

function notify(): MenuItem {
  const isOn = areNotificationsOn.value;
  return {
    icon: 'bell',
    label: plotterTexts.notifications.on,
    checked: isOn,
    toggles: true,
    run: () => void switchNotifications(!isOn),
  };
}
