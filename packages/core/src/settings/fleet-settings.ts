import { choice, optionalText, textList } from './setting.ts';

/** Here, because services list them but do not import the fleet package. */
const fleetDeviceSettings = {
  fleetUrl: optionalText({
    flag: 'fleet-url',
    env: 'FLEET_URL',
    placeholder: '<url>',
    help: 'NATS server of the fleet: nats://<host>[:<port>], or tls:// for TLS',
    default: undefined,
    defaultText: 'that of “stationery fleet join”; else not part of a fleet',
  }),
  fleetName: optionalText({
    flag: 'fleet-name',
    env: 'FLEET_NAME',
    placeholder: '<name>',
    help: 'What it is called in the fleet, such as “Plotter by the window”',
    default: undefined,
    defaultText: 'the name of the machine or station',
  }),
  fleetTags: textList({
    flag: 'fleet-tags',
    env: 'FLEET_TAGS',
    help: 'Words by which jobs and people find it, such as “room 3”',
    default: [],
    defaultText: 'none',
  }),
};

export const fleetPlotterSettings = {
  ...fleetDeviceSettings,
  fleetSheets: choice({
    flag: 'fleet-sheets',
    env: 'FLEET_SHEETS',
    choices: ['ask', 'automatic'],
    help: 'Whether a person puts in a new sheet after each job of the fleet, or the plotter does',
    default: 'ask',
  }),
};

export const fleetStationSettings = {
  ...fleetDeviceSettings,
  fleetCollection: optionalText({
    flag: 'fleet-collection',
    env: 'FLEET_COLLECTION',
    placeholder: '<name>',
    help: 'Collection of the fleet that the station carries',
    default: undefined,
    defaultText: 'none',
  }),
};
