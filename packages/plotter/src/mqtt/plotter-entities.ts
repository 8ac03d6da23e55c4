import type { Component } from '@stationery/mqtt/device';
import { shownStates } from './shown-state.ts';

export function plotterEntities(
  topic: (name: string) => string,
  { canRestart }: { canRestart: boolean },
): Record<string, Component> {
  const state = { state_topic: topic('state') };
  const button = (command: string, name: string, icon: string): Component => ({
    platform: 'button',
    name,
    icon,
    command_topic: topic(`set/${command}`),
    payload_press: command,
  });
  const sensor = (name: string, icon: string | undefined, value: string, more: object = {}): Component => ({
    platform: 'sensor',
    name,
    ...(icon !== undefined && { icon: `mdi:${icon}` }),
    ...state,
    value_template: `{{ ${value} }}`,
    ...more,
  });
  const all = { device_class: 'enum', options: [...shownStates], json_attributes_topic: topic('state') };
  const percent = { unit_of_measurement: '%', state_class: 'measurement' };
  const seconds = { device_class: 'duration', unit_of_measurement: 's' };
  return {
    state: sensor('State', 'draw', 'value_json.state', all),
    progress: sensor('Progress', 'progress-clock', 'value_json.progress', percent),
    remaining: sensor('Remaining time', undefined, 'value_json.remaining', seconds),
    job: sensor(
      'Job',
      'file-document-outline',
      "(value_json.job.name or value_json.job.id) if value_json.job else '–'",
    ),
    queued: sensor('Queued jobs', 'tray-full', 'value_json.queued', { state_class: 'measurement' }),
    needs_pen: {
      ...sensor('Needs a pen', 'pencil', "'ON' if value_json.needs_pen else 'OFF'"),
      platform: 'binary_sensor',
    },
    pen: sensor('Requested pen', 'fountain-pen', "value_json.pen.name if value_json.pen else '–'"),
    reason: sensor('Reason', 'information-outline', "(value_json.reason or '–')[:255]", {
      entity_category: 'diagnostic',
    }),
    pause: button('pause', 'Pause', 'mdi:pause'),
    resume: button('resume', 'Resume', 'mdi:play'),
    stop: button('stop', 'Stop', 'mdi:stop'),
    ...(canRestart && {
      restart: {
        ...button('restart', 'Restart', 'mdi:restart'),
        device_class: 'restart',
        entity_category: 'config',
      },
    }),
  };
}
