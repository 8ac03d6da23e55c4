import {
  askSubject,
  deviceInbox,
  fleetBuckets,
  fleetObjects,
  fleetStreams,
  ordersConsumer,
  reportsSubject,
} from './names.ts';

export interface Permission {
  subject: string;
  why: string;
  hasManyAnswers?: true;
}

const api = '$JS.API';

/**
 * Returns the subjects that a device may publish to; the broker refuses all others. `*` gives the permissions of all
 * devices.
 * This list is not sufficient, because the broker itself publishes without checking the permissions of the
 * device:
 * - It replies to any subject that the request names. In the board's account, a device could have a reply
 * written over a queued job. So devices have their own account and reach the board's account by these
 * subjects only.
 * - A consumer delivers to the subject it was created with. So the board creates consumers, never a device.
 * - A device must not be able to read back its own writes, such as its key in `fleet_devices`: delivered to
 * the subject of a different device, they would be a forged report. All other replies are not fleet messages
 * and are dropped.
 */
export function publishPermissions(deviceId: string): Permission[] {
  const orders = fleetStreams.orders.name;
  const consumer = deviceId === '*' ? '*' : ordersConsumer(deviceId);
  const objects = `OBJ_${fleetObjects.drawings}`;
  const read = (bucket: string) => `${api}.DIRECT.GET.KV_${bucket}.$KV.${bucket}.>`;
  return [
    { subject: reportsSubject(deviceId), why: 'reports what became of its jobs' },
    { subject: askSubject(deviceId), why: 'asks the board whether it may resume a job' },
    { subject: `$KV.${fleetBuckets.devices}.${deviceId}`, why: 'says how it is' },
    { subject: `$KV.${fleetBuckets.statistics}.*.*.*.${deviceId}`, why: 'reports the taps of a day' },
    { subject: `${api}.INFO`, why: 'the client library asks whether there is JetStream' },
    { subject: `${api}.CONSUMER.INFO.${orders}.${consumer}`, why: 'opens the consumer of its orders' },
    {
      subject: `${api}.CONSUMER.MSG.NEXT.${orders}.${consumer}`,
      why: 'asks for the next order',
      hasManyAnswers: true,
    },
    { subject: `$JS.ACK.${orders}.${consumer}.>`, why: 'acknowledges an order' },
    { subject: `${api}.STREAM.INFO.${objects}`, why: 'opens the store of drawings' },
    {
      subject: `${api}.STREAM.MSG.GET.${objects}`,
      why: 'reads a drawing; all plotters may read all drawings',
    },
    { subject: read(fleetBuckets.collections), why: 'reads which version of a collection it is to carry' },
    { subject: read(fleetBuckets.files), why: 'reads the files of collections' },
  ];
}

/** Subjects in the board's account that all devices may read. */
export const sharedSubscriptions: readonly Permission[] = [
  { subject: `$KV.${fleetBuckets.collections}.*.roll-out`, why: 'learns of a roll-out at once' },
];

export const subscribePermissions = (deviceId: string): Permission[] => [
  { subject: `${deviceInbox(deviceId)}.>`, why: 'answers to its own requests' },
  ...sharedSubscriptions,
];
