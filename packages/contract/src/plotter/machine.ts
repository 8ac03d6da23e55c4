import { Type } from 'typebox';
import { flag, object, orNull } from '../exact.ts';
import { json } from '../media-types.ts';
import { defineRoutes } from '../route.ts';
import { driverNames } from './driver-names.ts';
import { jobUnderWay, MachineProfile } from './resources.ts';

const SavedMachine = object('SavedMachine', {
  id: Type.Integer({ minimum: 1 }),
  name: Type.String(),
  driver: orNull(Type.Enum([...driverNames]), 'The driver that the profile is for; null for any'),
  inUse: flag('Whether this profile is in use'),
});

const id = Type.Object({ id: Type.Integer({ minimum: 1 }) });
const unknown = ['There is no such profile', 'unknown-machine', 'unknown-path'] as const;

export const machineRoutes = defineRoutes('Machine', json, {
  getMachine: {
    call: 'GET /api/plotter/machine',
    summary: 'Get the machine profile: scale, limits, speeds',
    answer: { description: 'The profile', schema: MachineProfile },
  },
  putMachine: {
    call: 'PUT /api/plotter/machine',
    summary: 'Change the machine profile that is in use',
    description:
      'If it names a different driver, that driver is used from now on. Members that the machine reported keep their values.',
    body: { schema: MachineProfile },
    answer: { description: 'The profile', schema: MachineProfile },
    errors: {
      400: ['The request is invalid', 'invalid-request'],
      409: ['A job is running; `job` names it', 'plotter-busy'],
    },
  },
});

export const machineListRoutes = defineRoutes('Setup', json, {
  listMachines: {
    call: 'GET /api/plotter/machines',
    summary: 'List the saved machine profiles',
    answer: {
      description: 'The profiles, oldest first',
      schema: object({ machines: Type.Array(SavedMachine) }),
    },
  },
  addMachine: {
    call: 'POST /api/plotter/machines',
    summary: 'Save one more machine profile, and use it',
    description: 'If it names a driver, that driver is used from now on.',
    body: { schema: MachineProfile },
    answer: { status: 201, description: 'The saved profile', schema: SavedMachine },
    errors: { 400: ['The request is invalid', 'invalid-request'], 409: jobUnderWay },
  },
  chooseMachine: {
    call: 'POST /api/plotter/machines/{id}/choose',
    summary: 'Use a saved machine profile, and the driver that it is for',
    params: id,
    answer: { description: 'The profile that is in use now', schema: MachineProfile },
    errors: { 404: unknown, 409: jobUnderWay },
  },
  deleteMachine: {
    call: 'DELETE /api/plotter/machines/{id}',
    summary: 'Delete a saved machine profile',
    params: id,
    answer: { status: 204, description: 'Deleted' },
    errors: { 404: unknown, 409: ['The profile is in use', 'machine-in-use'] },
  },
});
