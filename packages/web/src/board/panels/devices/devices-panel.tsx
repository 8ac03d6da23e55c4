import { boardTexts } from '../../../texts/board.ts';
import { Button, EmptyState, LongList, Menu, type MenuItem, Panel } from '../../../ui/index.ts';
import { addDeviceDialog, collectionsDialog, enrolledDialog, tapsDialog } from '../../state/dialogs.ts';
import { deviceLines, foundDevices } from '../../state/shown-devices.ts';
import { devices, isViewer } from '../../state/store.ts';
import { countingStations } from '../../state/tap-totals.ts';
import { DeviceRow } from './device-row.tsx';
import { DeviceTools } from './device-tools.tsx';
import './devices.css';

const texts = boardTexts.devices;

/** All devices, live. */
export function DevicesPanel() {
  const all = devices.value?.size ?? 0;
  const found = foundDevices.value.length;
  return (
    <Panel
      title={texts.title}
      aside={<span role="status">{found === all ? texts.count(all) : texts.found(found, all)}</span>}
      actions={
        <>
          {!isViewer.value && (
            <Button icon="plus" onClick={() => addDeviceDialog.open()}>
              {boardTexts.enrolment.add}
            </Button>
          )}
          <Menu label={texts.more} items={menuItems()} />
        </>
      }
      class="devices"
      anchor="devices"
    >
      {all === 0 ? (
        <EmptyState title={texts.emptyTitle}>{texts.empty}</EmptyState>
      ) : (
        <>
          <DeviceTools />
          {found === 0 && <p class="soft">{texts.nothingFound}</p>}
          <LongList class="device-list" items={deviceLines.value} rowPixels={64}>
            {(line, position, of) =>
              line.device === undefined ? (
                <li key={line.key} class="device-group">
                  <h3>{line.title}</h3>
                  <span class="soft small">{texts.count(line.count)}</span>
                </li>
              ) : (
                <DeviceRow key={line.key} device={line.device} position={position} of={of} />
              )
            }
          </LongList>
        </>
      )}
    </Panel>
  );
}

/** Actions for many devices at once. */
function menuItems(): MenuItem[] {
  const { taps, collections, enrolment } = boardTexts;
  return [
    ...(countingStations.value.length > 0
      ? [{ icon: 'tag' as const, label: taps.title, run: tapsDialog.open }]
      : []),
    { icon: 'music', label: collections.title, run: collectionsDialog.open },
    ...(isViewer.value ? [] : [{ icon: 'key' as const, label: enrolment.title, run: enrolledDialog.open }]),
  ];
}
