// The floor for serialport: write a line, wait for the end of the reply, write the next.
// node serial-floor.mjs <path>: reads commands from standard input, one per line. Prints the seconds and CPU seconds.
import { readFileSync } from 'node:fs';
import { SerialPort } from 'serialport';

const commands = readFileSync(0, 'utf8').trimEnd().split('\n');
const port = new SerialPort({ path: process.argv[2], baudRate: 115_200, autoOpen: false });
await new Promise((resolve, reject) => port.open((error) => (error ? reject(error) : resolve(undefined))));

let next = 0;
const before = process.cpuUsage();
const started = performance.now();
const finished = new Promise((resolve) => {
  port.on('data', (bytes) => {
    if (bytes[bytes.length - 1] !== 0x0a) return;
    if (next === commands.length) resolve(undefined);
    else port.write(`${commands[next++]}\n`);
  });
});
port.write(`${commands[next++]}\n`);
await finished;
const seconds = (performance.now() - started) / 1000;
const { user, system } = process.cpuUsage(before);
console.log(JSON.stringify({ seconds, processorSeconds: (user + system) / 1e6 }));
port.close();
