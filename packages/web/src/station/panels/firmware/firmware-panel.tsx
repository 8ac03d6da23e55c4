import { stationTexts } from '../../../texts/station.ts';
import { formatPercent, formatSpeed } from '../../../ui/format.ts';
import { Banner, BarWithWords, FileButton, Panel } from '../../../ui/index.ts';
import { firmwareUpload, updateFirmware } from '../../state/firmware-update.ts';
import './firmware-panel.css';
import { firmware, firmwareProgress } from '../../state/store.ts';

export function FirmwarePanel() {
  const { firmware: texts } = stationTexts;
  const now = firmware.value;
  if (now === undefined) return null;
  const busy = ['sending', 'installing'].includes(firmwareUpload.value.state) || now.state !== 'idle';
  return (
    <Panel
      title={texts.title}
      aside={<span class="code">{now.fw_version}</span>}
      actions={
        now.installer !== 'none' && (
          <FileButton icon="upload" disabled={busy} onFiles={([bundle]) => void updateFirmware(bundle)}>
            {texts.choose}
          </FileButton>
        )
      }
    >
      {now.unsigned_allowed && <Banner tone="waiting" title={texts.unsigned} />}
      <Progress />
      {now.state === 'trial' && <p>{texts.trial}</p>}
      <div>
        <h3 class="firmware-heading">{texts.last}</h3>
        <LastUpdate />
      </div>
      {now.installer === 'none' && <p class="soft small">{texts.none}</p>}
    </Panel>
  );
}

function Progress() {
  const { firmware: texts } = stationTexts;
  const upload = firmwareUpload.value;
  const runs = firmware.value?.fw_version;
  switch (upload.state) {
    case 'none':
      return firmware.value?.state === 'updating' ? <Installing /> : null;
    case 'sending': {
      const words = texts.sending(formatPercent(upload.part), formatSpeed(upload.bytesPerSecond));
      return <BarWithWords label={texts.progress} part={upload.part} valueText={words} />;
    }
    case 'installing':
      return <Installing />;
    case 'installed':
      return upload.version === runs ? null : (
        <Banner tone="waiting" title={texts.installed(upload.version)} />
      );
    case 'failed':
      return (
        <Banner tone="danger" title={`${texts.failedNow}.`}>
          {upload.why}
        </Banner>
      );
  }
}

function Installing() {
  const { firmware: texts } = stationTexts;
  const words = firmwareProgress.value?.detail ?? texts.checking;
  return <BarWithWords label={texts.progress} part={undefined} valueText={words} />;
}

function LastUpdate() {
  const { firmware: texts } = stationTexts;
  const last = firmware.value?.last_update;
  if (last === undefined || last === null) return <p class="soft">{texts.never}</p>;
  const version = last.fw_version ?? texts.anUpdate;
  const said = { committed: texts.committed, 'rolled-back': texts.rolledBack, failed: texts.failed }[
    last.result
  ];
  const reason = (last.cause && texts.reason(last.cause)) ?? last.reason;
  return (
    <p>
      {said(version)} {reason !== null && <span class="soft">{reason}</span>}
    </p>
  );
}
