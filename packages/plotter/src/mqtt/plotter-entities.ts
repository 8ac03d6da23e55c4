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
  return {
    state: {
      platform: 'sensor',
      name: 'State',
      icon: 'mdi:draw',
      ...state,
      value_template: '{{ value_json.state }}',
      device_class: 'enum',
      options: [...shownStates],
      json_attributes_topic: topic('state'),
    },
    progress: {
      platform: 'sensor',
      name: 'Progress',
      icon: 'mdi:progress-clock',
      ...state,
      value_template: '{{ value_json.progress }}',
      unit_of_measurement: '%',
      state_class: 'measurement',
    },
    remaining: {
      platform: 'sensor',
      name: 'Remaining time',
      ...state,
      value_template: '{{ value_json.remaining }}',
      device_class: 'duration',
      unit_of_measurement: 's',
    },
    job: {
      platform: 'sensor',
      name: 'Job',
      icon: 'mdi:file-document-outline',
      ...state,
      value_template: "{{ (value_json.job.name or value_json.job.id) if value_json.job else '–' }}",
    },
    queued: {
      platform: 'sensor',
      name: 'Queued jobs',
      icon: 'mdi:tray-full',
      ...state,
      value_template: '{{ value_json.queued }}',
      state_class: 'measurement',
    },
    needs_pen: {
      platform: 'binary_sensor',
      name: 'Needs a pen',
      icon: 'mdi:pencil',
      ...state,
      value_template: "{{ 'ON' if value_json.needs_pen else 'OFF' }}",
    },
    pen: {
      platform: 'sensor',
      name: 'Requested pen',
      icon: 'mdi:fountain-pen',
      ...state,
      value_template: "{{ value_json.pen.name if value_json.pen else '–' }}",
    },
    reason: {
      platform: 'sensor',
      name: 'Reason',
      icon: 'mdi:information-outline',
      ...state,
      value_template: "{{ (value_json.reason or '–')[:255] }}",
      entity_category: 'diagnostic',
    },
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
