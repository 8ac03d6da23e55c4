import type { BoardDevice } from '@stationery/client/board';
import { boardTexts } from '../../texts/board.ts';
import { Icon } from '../../ui/index.ts';
import { pageOf } from '../state/device-condition.ts';
import { nameOf } from '../state/device-order.ts';
import { devices } from '../state/store.ts';
import './device-link.css';

export function DeviceLink({ device }: { device: BoardDevice }) {
  const page = pageOf(device.state);
  const name = nameOf(device);
  if (page === undefined) return <span class="device-link">{name}</span>;
  return (
    <a
      class="device-link"
      href={page}
      target="_blank"
      rel="noreferrer"
      title={boardTexts.devices.openPage(name)}
    >
      {name}
      <Icon name="arrow" size={14} />
    </a>
  );
}

export function DeviceLinkById({ id }: { id: string }) {
  const device = devices.value?.get(id);
  return device === undefined ? <span class="device-link">{id}</span> : <DeviceLink device={device} />;
}
