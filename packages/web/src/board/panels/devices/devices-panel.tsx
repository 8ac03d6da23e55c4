import { boardTexts } from '../../../texts/board.ts';
import { bound } from '../../../ui/bound.ts';
import {
  Button,
  ChoiceField,
  EmptyState,
  LongList,
  Menu,
  type MenuItem,
  Panel,
  SearchField,
  Segmented,
} from '../../../ui/index.ts';
import { nameOf } from '../../state/device-order.ts';
import { addDeviceDialog, collectionsDialog, enrolledDialog, tapsDialog } from '../../state/dialogs.ts';
import {
  deviceLines,
  type Filter,
  filter,
  foundDevices,
  type Grouping,
  groupBy,
  grouping,
  kind,
  search,
} from '../../state/shown-devices.ts';
import { devices, isViewer } from '../../state/store.ts';
import { countingStations } from '../../state/tap-totals.ts';
import { DeviceRow } from './device-row.tsx';
import './devices.css';

const texts = boardTexts.devices;

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
          <LongList
            items={deviceLines.value}
            rowPixels={64}
            nameOf={(line) => (line.device === undefined ? line.title : nameOf(line.device))}
          >
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

function DeviceTools() {
  return (
    <div class="device-tools wrap">
      <SearchField label={texts.search} words={search} />
      <Segmented label={texts.kind} options={texts.kinds} {...bound(kind)} />
      <ChoiceField<Filter> label={texts.filter} labelUnseen {...bound(filter)} options={texts.filters} />
      <ChoiceField<Grouping>
        label={texts.grouping}
        labelUnseen
        value={grouping.value}
        options={texts.groupings}
        onChange={groupBy}
      />
    </div>
  );
}
