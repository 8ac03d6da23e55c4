import { choice, named, optionalText, textList } from './setting.ts';

/** These settings are in this package, because services list them but do not import the fleet package. */
const fleetDeviceSettings = named('', {
  fleetUrl: optionalText({
    placeholder: '<url>',
    help: 'NATS server of the fleet: nats://<host>[:<port>], or tls:// for TLS',
    defaultText: 'the server from “stationery fleet join”; otherwise not part of a fleet',
  }),
  fleetName: optionalText({
    placeholder: '<name>',
    help: 'Name of this device in the fleet, such as “Plotter by the window”',
    defaultText: 'the name of the machine or station',
  }),
  fleetTags: textList({ help: 'Words by which jobs and people choose this device, such as “room 3”' }),
});

export const fleetPlotterSettings = named('', {
  ...fleetDeviceSettings,
  fleetSheets: choice({
    choices: ['ask', 'automatic'],
    help: 'Whether a person puts in a new sheet after each job of the fleet, or the plotter does',
    default: 'ask',
  }),
});

export const fleetStationSettings = named('', {
  ...fleetDeviceSettings,
  fleetCollection: optionalText({
    placeholder: '<name>',
    help: 'Collection of the fleet that the station carries',
  }),
});
