// Reports to the host. The host answers each line, so that guest and host agree on the order of events.
import { openSync, readdirSync, readFileSync, readSync, writeSync } from 'node:fs';

const portName = 'power';

export function openControl() {
  const ports = '/sys/class/virtio-ports';
  const device = readdirSync(ports).find(
    (name) => readFileSync(`${ports}/${name}/name`, 'utf8').trim() === portName,
  );
  const port = openSync(`/dev/${device}`, 'r+');
  const piece = Buffer.alloc(4096);
  return {
    ask(message) {
      const text = Buffer.from(`${JSON.stringify(message)}\n`);
      for (let sent = 0; sent < text.length; ) sent += writeSync(port, text, sent);
      let answer = '';
      while (!answer.endsWith('\n')) answer += piece.toString('utf8', 0, readSync(port, piece));
      return JSON.parse(answer);
    },
  };
}
