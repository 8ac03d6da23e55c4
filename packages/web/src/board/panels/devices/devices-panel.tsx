import type { Signal } from '@preact/signals';
import { boardTexts } from '../../../texts/board.ts';
import { Button, EmptyState, LongList, Menu, type MenuItem, Panel } from '../../../ui/index.ts';
import { addingDevice, collectionsOpen, enrolledOpen, tapsOpen } from '../../state/dialogs.ts';
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
            <Button
              icon="plus"
              onClick={() => {
                addingDevice.value = true;
              }}
            >
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

/** What concerns many devices at once. */
function menuItems(): MenuItem[] {
  const opens = (isOpen: Signal<boolean>) => () => {
    isOpen.value = true;
  };
  const { taps, collections, enrolment } = boardTexts;
  return [
    ...(countingStations.value.length > 0
      ? [{ icon: 'tag' as const, label: taps.title, run: opens(tapsOpen) }]
      : []),
    { icon: 'music', label: collections.title, run: opens(collectionsOpen) },
    ...(isViewer.value ? [] : [{ icon: 'key' as const, label: enrolment.title, run: opens(enrolledOpen) }]),
  ];
}
