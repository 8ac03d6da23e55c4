import type { Component } from '@stationery/mqtt/device';

/**
 * Describes the station's entities. The MQTT integration of Home Assistant has no media player, so buttons and a
 * number control playback. Its tag scanner cannot report removals, so an `event` entity reports taps and removals.
 */
export function stationEntities(
  topic: (name: string) => string,
  { canRestart, hasBattery }: { canRestart: boolean; hasBattery: boolean },
): Record<string, Component> {
  const player = { state_topic: topic('player') };
  const state = { state_topic: topic('state'), entity_category: 'diagnostic' };
  const button = (command: string, name: string, icon: string): Component => ({
    platform: 'button',
    name,
    icon,
    command_topic: topic('set/player'),
    payload_press: command,
  });
  return {
    scanner: {
      platform: 'tag',
      topic: topic('tag'),
      // Skip UIDs that change at every tap, because each would create a new tag.
      value_template:
        "{{ value_json.serial if value_json.event_type == 'tap' and not value_json.random else '' }}",
    },
    tag: {
      platform: 'event',
      name: 'Tag',
      icon: 'mdi:nfc-variant',
      state_topic: topic('tag'),
      event_types: ['tap', 'removal'],
    },
    play: button('play', 'Play', 'mdi:play'),
    pause: button('pause', 'Pause', 'mdi:pause'),
    stop: button('stop', 'Stop', 'mdi:stop'),
    next: button('next', 'Next', 'mdi:skip-next'),
    volume: {
      platform: 'number',
      name: 'Volume',
      icon: 'mdi:volume-high',
      ...player,
      value_template: '{{ value_json.volume }}',
      command_topic: topic('set/volume'),
      min: 0,
      max: 100,
      step: 1,
      mode: 'slider',
      unit_of_measurement: '%',
    },
    status: {
      platform: 'sensor',
      name: 'Player',
      icon: 'mdi:speaker',
      ...player,
      value_template: '{{ value_json.status }}',
      device_class: 'enum',
      options: ['playing', 'paused', 'stopped'],
      json_attributes_topic: topic('player'),
    },
    file: {
      platform: 'sensor',
      name: 'Now playing',
      icon: 'mdi:music-note',
      ...player,
      value_template:
        "{{ (value_json.file.filename if value_json.file else value_json.stream.title if value_json.stream else '–')[:255] }}",
    },
    problem: {
      platform: 'sensor',
      name: 'Problem',
      icon: 'mdi:alert-circle-outline',
      ...player,
      value_template: "{{ (value_json.problem.reason if value_json.problem else '–')[:255] }}",
      entity_category: 'diagnostic',
    },
    reader: {
      platform: 'sensor',
      name: 'Reader',
      icon: 'mdi:nfc',
      ...state,
      value_template: '{{ value_json.reader.state }}',
      device_class: 'enum',
      options: ['starting', 'ready', 'failed'],
    },
    card: {
      platform: 'sensor',
      name: 'Card',
      icon: 'mdi:micro-sd',
      ...state,
      value_template: '{{ value_json.card.state }}',
      device_class: 'enum',
      options: ['present', 'missing'],
    },
    files: {
      platform: 'sensor',
      name: 'Files',
      icon: 'mdi:file-music',
      ...state,
      value_template: '{{ value_json.card.files | default(0) }}',
      state_class: 'measurement',
    },
    ...(hasBattery && {
      battery: {
        platform: 'sensor',
        name: 'Battery',
        ...state,
        value_template: '{{ value_json.battery.percent | default(none) }}',
        device_class: 'battery',
        state_class: 'measurement',
        unit_of_measurement: '%',
      },
      charging: {
        platform: 'binary_sensor',
        name: 'Charging',
        ...state,
        value_template: "{{ 'ON' if value_json.battery.state == 'charging' else 'OFF' }}",
        device_class: 'battery_charging',
      },
    }),
    firmware: {
      platform: 'update',
      name: 'Firmware',
      state_topic: topic('firmware'),
      device_class: 'firmware',
      entity_category: 'diagnostic',
    },
    ...(canRestart && {
      restart: {
        platform: 'button',
        name: 'Restart',
        command_topic: topic('set/restart'),
        payload_press: 'restart',
        device_class: 'restart',
        entity_category: 'config',
      },
    }),
  };
}
