import { json } from '../media-types.ts';
import { defineRoute } from '../route.ts';
import { MachineProfile } from './resources.ts';

export const getMachine = defineRoute({
  operationId: 'getMachine',
  method: 'GET',
  path: '/api/plotter/machine',
  group: 'Machine',
  summary: 'Get the machine profile: scale, limits, speeds',
  answer: { status: 200, description: 'The profile', mediaType: json, schema: MachineProfile },
  errors: {},
});

export const putMachine = defineRoute({
  operationId: 'putMachine',
  method: 'PUT',
  path: '/api/plotter/machine',
  group: 'Machine',
  summary: 'Set the machine profile',
  body: { mediaTypes: [json], mode: 'json', schema: MachineProfile },
  answer: { status: 200, description: 'The profile', mediaType: json, schema: MachineProfile },
  errors: {
    400: ['The request is invalid', 'invalid-request'],
    409: ['A job is running; `job` names it', 'plotter-busy'],
    415: ['Not a JSON body', 'unsupported-media-type'],
  },
});
