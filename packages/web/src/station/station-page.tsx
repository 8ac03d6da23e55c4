import { ConnectionBanner, connectionMark, TokenQuestion, tokenWanted } from '../service/index.ts';
import { stationTexts } from '../texts/station.ts';
import { ConnectionMark, Shell } from '../ui/index.ts';
import { BindDialog } from './bind-dialog.tsx';
import { DropAnywhere } from './drop-anywhere.tsx';
import { FilesPanel } from './files-panel.tsx';
import { FirmwarePanel } from './firmware-panel.tsx';
import { LearnDialog } from './learn-dialog.tsx';
import { PreviewDialog } from './preview-dialog.tsx';
import { StationName } from './station-name.tsx';
import './station-page.css';
import { files, settings, tags } from './store.ts';
import { TagsPanel } from './tags-panel.tsx';

export function StationPage() {
  const { name: texts } = stationTexts;
  const known = settings.value;
  // All at once, so that nothing jumps away from under a finger.
  const isReady = known !== undefined && files.value !== undefined && tags.value !== undefined;
  return (
    <Shell
      kind={stationTexts.kind}
      title={<StationName />}
      facts={
        <>
          <span>
            {texts.serial} <span class="code">{known?.serial ?? '…'}</span>
          </span>
          <span>
            {texts.firmware} <span class="code">{known?.fw_version ?? '…'}</span>
          </span>
        </>
      }
      status={<ConnectionMark state={connectionMark.value} />}
      banner={<ConnectionBanner />}
    >
      {tokenWanted.value !== undefined ? (
        <TokenQuestion />
      ) : !isReady ? (
        <p class="station-loading soft">{stationTexts.loading}</p>
      ) : (
        <div class="station-desk">
          <FilesPanel />
          <div class="station-side">
            <TagsPanel />
            <FirmwarePanel />
          </div>
          <DropAnywhere />
          <PreviewDialog />
          <LearnDialog />
          <BindDialog />
        </div>
      )}
    </Shell>
  );
}
