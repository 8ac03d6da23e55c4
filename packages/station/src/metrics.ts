import type { StationEvent } from '@stationery/contract';
import type { EventHub } from '@stationery/core';
import { type Metric, perLabel } from '@stationery/http';

type Snapshot = Extract<StationEvent, { name: 'snapshot' }>['data'];

export function stationMetrics(
  hub: EventHub<StationEvent>,
  snapshot: () => Snapshot,
  waiting: () => number,
): () => Metric[] {
  const taps = { known: 0, unknown: 0 };
  hub.subscribe(({ event: { name, data } }) => {
    if (name === 'tap.on') taps[data.id === null ? 'unknown' : 'known']++;
  });
  return () => {
    const { battery, card, reader, player, present } = snapshot();
    const space: Metric[] =
      card.state === 'missing'
        ? []
        : [
            { name: 'card_size_bytes', help: 'Size of the card.', value: card.size },
            { name: 'card_free_bytes', help: 'Free space on the card.', value: card.free },
            { name: 'card_files', help: 'Files on the card.', value: card.files },
          ];
    const power: Metric[] =
      battery.state === 'missing'
        ? []
        : [
            { name: 'battery_percent', help: 'Level of the battery.', value: battery.percent },
            {
              name: 'battery_charging',
              help: 'Whether a charger is connected.',
              value: Number(battery.state === 'charging'),
            },
          ];
    return [
      {
        name: 'reader_connected',
        help: 'Whether the reader works.',
        value: Number(reader.state === 'ready'),
      },
      { name: 'card_present', help: 'Whether there is a card.', value: Number(card.state === 'present') },
      ...space,
      ...power,
      { name: 'taps_total', help: 'Taps since the start.', value: perLabel('tag', taps) },
      { name: 'tags_present', help: 'Tags on the reader.', value: present.length },
      { name: 'clients_waiting', help: 'Clients that wait for a new tag.', value: waiting() },
      { name: 'playing', help: 'Whether a file is playing.', value: Number(player.status === 'playing') },
    ];
  };
}
