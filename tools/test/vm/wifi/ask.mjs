// Asks for base stations on the network of an address by multicast DNS, and prints the first answer.
import { createSocket } from 'node:dgram';
// Imports one file, because the whole package loads slowly without acceleration.
import { emptyMessage } from '../../../../packages/appliance/dist/discovery/dns/message.js';
import { readMessage } from '../../../../packages/appliance/dist/discovery/dns/read-message.js';
import { writeMessage } from '../../../../packages/appliance/dist/discovery/dns/write-message.js';

const pointer = 12;
const name = ['_stationery', '_tcp', 'local'];
const question = writeMessage({ ...emptyMessage, questions: [{ name, type: pointer, unicast: false }] });
const socket = createSocket('udp4');
socket.on('message', (bytes) => {
  const { answers, additionals } = readMessage(bytes);
  console.log(JSON.stringify([...answers, ...additionals].map(({ data }) => data)));
  process.exit();
});
socket.bind(0, () => {
  socket.setMulticastInterface(process.argv[2]);
  const ask = () => socket.send(question, 5353, '224.0.0.251');
  ask();
  setInterval(ask, 1_000);
  setTimeout(() => process.exit(1), 60_000);
});
