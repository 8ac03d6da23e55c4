import { computed } from '@preact/signals';
import {
  ConnectionBanner,
  connectionMark,
  MqttBanner,
  reportFailure,
  TokenQuestion,
  tokenWanted,
} from '../../service/index.ts';
import { sharedTexts } from '../../texts/shared.ts';
import { stationTexts } from '../../texts/station.ts';
import {
  ConnectionMark,
  DropAnywhere,
  LazyDialog,
  type LazyDialogList,
  LazyDialogs,
  type MenuItem,
  Shell,
} from '../../ui/index.ts';
import { useSteps } from '../../ui/use-steps.ts';
import { FilesPanel } from '../panels/files/files-panel.tsx';
import { FirmwarePanel } from '../panels/firmware/firmware-panel.tsx';
import { StationName } from '../panels/header/station-name.tsx';
import { NowPlayingPanel } from '../panels/now-playing/now-playing-panel.tsx';
import { PlotsPanel } from '../panels/plots/plots-panel.tsx';
import { TagsPanel } from '../panels/tags/tags-panel.tsx';
import { addTagDialog } from '../state/adding-tag.ts';
import {
  backupDialog,
  buttonsDialog,
  chooseDialog,
  editTagDialog,
  labelsDialog,
  limitsDialog,
  outputsDialog,
  phoneDialog,
  playerSettingsDialog,
  previewDialog,
  recordDialog,
  renameFileDialog,
  renameUploadDialog,
  setupDialog,
  statisticsDialog,
} from '../state/dialogs.ts';
import { uploadFolder } from '../state/dropped-folder.ts';
import { battery, files, hasPlayer, mqtt, settings, tags } from '../state/store.ts';
import { addUploads } from '../state/uploads.ts';
import './station-page.css';

const knownBattery = computed(() => (battery.value?.state === 'missing' ? undefined : battery.value));
const loadBattery = async () => (await import('../panels/header/battery-level.tsx')).BatteryLevel;

const dialogs: LazyDialogList = [
  [previewDialog, async () => (await import('../panels/preview/preview-dialog.tsx')).PreviewDialog],
  [addTagDialog, async () => (await import('../panels/add-tag/add-tag-dialog.tsx')).AddTagDialog],
  [chooseDialog, async () => (await import('../panels/choose-file/choose-dialog.tsx')).ChooseDialog],
  [renameFileDialog, async () => (await import('../panels/files/rename-dialogs.tsx')).RenameFileDialog],
  [renameUploadDialog, async () => (await import('../panels/files/rename-dialogs.tsx')).RenameUploadDialog],
  [editTagDialog, async () => (await import('../panels/edit-tag/edit-tag-dialog.tsx')).EditTagDialog],
  [recordDialog, async () => (await import('../panels/record/record-dialog.tsx')).RecordDialog],
  [
    statisticsDialog,
    async () => (await import('../panels/statistics/statistics-dialog.tsx')).StatisticsDialog,
  ],
  [
    playerSettingsDialog,
    async () => (await import('../panels/player-settings/player-settings-dialog.tsx')).PlayerSettingsDialog,
  ],
  [backupDialog, async () => (await import('../panels/backup/station-backup.tsx')).StationBackup],
  [labelsDialog, async () => (await import('../panels/labels/labels-dialog.tsx')).LabelsDialog],
  [limitsDialog, async () => (await import('../panels/limits/limits-dialog.tsx')).LimitsDialog],
  [outputsDialog, async () => (await import('../panels/outputs/outputs-dialog.tsx')).OutputsDialog],
  [buttonsDialog, async () => (await import('../panels/buttons/buttons-dialog.tsx')).ButtonsDialog],
  [setupDialog, async () => (await import('../panels/setup/setup-dialog.tsx')).SetupDialog],
  [phoneDialog, async () => (await import('../panels/phone/connect-phone.tsx')).ConnectPhone],
];

export function StationPage() {
  const { name: texts } = stationTexts;
  const known = settings.value;
  const isReady = known !== undefined && files.value !== undefined && tags.value !== undefined;
  const step = useSteps(isReady ? 2 : 0);
  return (
    <Shell
      kind={stationTexts.kind}
      title={<StationName />}
      facts={
        <>
          <span>
            {texts.serial} <span class="code">{known?.serial ?? '…'}</span>
          </span>
          <LazyDialog state={knownBattery} load={loadBattery} />
        </>
      }
      status={<ConnectionMark state={connectionMark.value} />}
      menu={[{ items: isReady ? stationItems() : [] }]}
      banner={
        <>
          <ConnectionBanner />
          <MqttBanner mqtt={mqtt.value} />
        </>
      }
    >
      {tokenWanted.value !== undefined ? (
        <TokenQuestion />
      ) : (
        <>
          {step < 2 && <p class="page-loading soft">{sharedTexts.loading}</p>}
          {step > 0 && <Panels step={step} />}
        </>
      )}
    </Shell>
  );
}

/**
 * Renders the panels in two steps but shows them together, so that no panel moves and a reload keeps the scroll
 * position.
 */
function Panels({ step }: { step: number }) {
  return (
    <div class="station-layout" hidden={step === 1}>
      <nav class="section-links" aria-label={stationTexts.sections}>
        <a href="#files">{stationTexts.files.title}</a>
        <a href="#tags">{stationTexts.tags.title}</a>
      </nav>
      <FilesPanel />
      {step > 1 && (
        <>
          <div class="station-side">
            <NowPlayingPanel />
            <PlotsPanel />
            <TagsPanel />
            <FirmwarePanel />
          </div>
          <DropAnywhere
            label={stationTexts.files.dropNow}
            onDrop={(dropped, folders) => {
              addUploads(dropped);
              for (const folder of folders) void reportFailure(() => uploadFolder(folder));
            }}
          />
          <LazyDialogs dialogs={dialogs} />
        </>
      )}
    </div>
  );
}

function stationItems(): MenuItem[] {
  return [
    ...(hasPlayer.value
      ? [
          { icon: 'sliders' as const, label: stationTexts.player.settings, run: playerSettingsDialog.open },
          { icon: 'volume' as const, label: stationTexts.player.outputs, run: outputsDialog.open },
          { icon: 'moon' as const, label: stationTexts.player.limits, run: limitsDialog.open },
          { icon: 'keyboard' as const, label: stationTexts.player.buttons, run: buttonsDialog.open },
        ]
      : []),
    { icon: 'chip', label: stationTexts.settings, run: () => setupDialog.open('settings') },
    { icon: 'phone', label: sharedTexts.connectPhone, run: phoneDialog.open },
    { icon: 'picture', label: stationTexts.kiosk, href: 'play' },
    { icon: 'download', label: sharedTexts.saveEverything, run: () => backupDialog.open('save') },
    { icon: 'upload', label: sharedTexts.restore, run: () => backupDialog.open('restore') },
  ];
}
