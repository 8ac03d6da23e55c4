import { Type } from 'typebox';
import { list, object, oneOf, orNull } from '../exact.ts';
import { json } from '../media-types.ts';
import { defineRoutes } from '../route.ts';
import { driverNames } from './driver-names.ts';
import { jobUnderWay, MachineProfile, PlotterStatus } from './resources.ts';

const Driver = Type.Enum([...driverNames]);
const Choice = oneOf(
  ['auto', ...driverNames],
  '`auto`: detected by the port, the USB ids and the reply of the machine',
);

const titleDe = Type.Optional(Type.String({ description: 'The title in German, if it differs' }));

const Preset = object('MachinePreset', {
  id: Type.String(),
  title: Type.String({ description: 'The common name of the machine' }),
  titleDe,
  driver: Driver,
  profile: MachineProfile,
});

export const driverRoutes = defineRoutes('Setup', json, {
  getDrivers: {
    call: 'GET /api/plotter/drivers',
    summary: 'List the drivers, and presets for the plotters people own',
    answer: {
      description: 'The drivers',
      schema: object({
        drivers: Type.Array(object({ name: Driver, title: Type.String(), titleDe })),
        presets: Type.Array(Preset),
        choice: Choice,
        configured: oneOf(['auto', ...driverNames], 'The driver of the settings (`PLOTTER_DRIVER`)'),
      }),
    },
  },
  chooseDriver: {
    call: 'PUT /api/plotter/driver',
    summary: 'Choose the driver of the plotter, and connect',
    description:
      'The choice is kept over restarts until the driver in the settings changes. A different driver counts as a different machine: earlier jobs need a confirmation of the origin.',
    body: { schema: object({ driver: Choice }), example: { driver: 'auto' } },
    answer: { description: 'The status', schema: PlotterStatus },
    errors: { 400: ['A request that cannot be understood or used', 'invalid-request'], 409: jobUnderWay },
  },
  detectDriver: {
    call: 'POST /api/plotter/driver/detect',
    summary: 'Ask the machine what it is, and connect',
    description:
      'Reopens the port and asks for the version like each known driver. Sends nothing that moves a machine. The recognised driver is used unless one is chosen.',
    answer: {
      description: 'The result',
      schema: object({
        driver: orNull(Driver, 'The driver for the machine; null if it is not sure'),
        lines: list(Type.String(), 'The reply of the machine'),
      }),
      example: { driver: driverNames[0], lines: ['READY stationery-plotter 1.1.0'] },
    },
    errors: { 409: jobUnderWay, 503: ['The port cannot be opened', 'port-closed'] },
  },
});
