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
  /** To a request there may be more than one answer. */
  hasManyAnswers?: true;
}

const api = '$JS.API';

/**
 * What a device may publish to; everything else is refused by the broker. With `*` it is what devices may in all.
 *
 * The list is not enough by itself, because the broker publishes too, without asking what the device may:
 *
 * - It sends an answer to whatever subject the request names: in one account with the board, a device could have an answer
 *   written over a job of the queue. So devices are in an account of their own, where the rest of the fleet does not exist,
 *   and reach that of the board by these subjects only.
 * - A consumer delivers to whatever subject it was created with. So no device creates one: the board does.
 * - What a device wrote itself must never be read out to it, such as its key in `fleet_devices`: sent to the subject of another
 *   device, it would be a forged report. The answers that are left are no messages of the fleet, and dropped.
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

/** What all devices may read from the account of the board. */
export const sharedSubscriptions: readonly Permission[] = [
  { subject: `$KV.${fleetBuckets.collections}.*.roll-out`, why: 'learns of a roll-out at once' },
];

/** What a device may subscribe to. */
export const subscribePermissions = (deviceId: string): Permission[] => [
  { subject: `${deviceInbox(deviceId)}.>`, why: 'answers to its own requests' },
  ...sharedSubscriptions,
];
