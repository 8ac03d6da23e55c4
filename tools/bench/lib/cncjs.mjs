// CNCjs, controlled over the socket that its page uses. Installed only for a bench and one test.
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { freePort, homeOf, installOnce } from '../../lib/programs.mjs';

const version = '1.11.5';
const home = homeOf('cncjs', version);

export const installCncjs = () => installOnce('cncjs', version);

export async function startCncjs({ folder, line }) {
  installCncjs();
  const port = await freePort();
  const config = join(folder, 'cncrc.json');
  writeFileSync(config, '{}');
  const entry = join(home, 'node_modules/cncjs/bin/cncjs');
  const program = spawn(
    process.execPath,
    [entry, '--port', String(port), '--host', '127.0.0.1', '--config', config],
    { cwd: home, stdio: 'ignore', env: { ...process.env, HOME: folder } },
  );
  const ended = new Promise((resolve) => program.once('exit', resolve));
  const stop = async () => {
    program.kill('SIGKILL');
    await ended;
  };
  try {
    const url = `http://127.0.0.1:${port}`;
    const token = await signIn(url, ended);
    const io = createRequire(join(home, 'package.json'))('socket.io-client');
    const socket = io.connect(url, { query: `token=${token}`, transports: ['websocket'] });
    await within(10_000, 'the socket', once(socket, 'connect'));
    const opened = once(socket, 'serialport:open');
    socket.emit('open', line, { baudrate: 115_200, controllerType: 'Grbl' });
    await within(10_000, 'opening the port', opened);
    // CNCjs sends only after the banner of the device.
    const greeted = once(socket, 'serialport:read', (text) => String(text).startsWith('Grbl'));
    socket.emit('command', line, 'reset');
    await within(10_000, 'the greeting', greeted);
    return {
      /** Streams the lines. Returns the seconds from the first line sent to the last reply, by CNCjs' clock. */
      stream: (lines) => within(180_000, 'streaming', stream(socket, line, lines)),
      async stop() {
        socket.close();
        await stop();
      },
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function stream(socket, line, lines) {
  const gcode = lines.join('\n');
  const count = lines.length;
  await new Promise((resolve, reject) => {
    const loaded = (error) => (error ? reject(new Error(String(error))) : resolve(undefined));
    socket.emit('command', line, 'gcode:load', `bench-${Date.now()}.gcode`, gcode, {}, loaded);
  });
  const isFinished = ({ received, finishTime }) => received >= count && finishTime > 0;
  const finished = once(socket, 'sender:status', isFinished);
  const idle = once(socket, 'workflow:state', (state) => state === 'idle');
  socket.emit('command', line, 'gcode:start');
  const { startTime, finishTime } = await finished;
  await idle;
  return (finishTime - startTime) / 1000;
}

async function signIn(url, ended) {
  const deadline = Date.now() + 60_000;
  let gone = false;
  void ended.then(() => {
    gone = true;
  });
  while (Date.now() < deadline && !gone) {
    const answer = await fetch(`${url}/api/signin`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ token: '', name: '', password: '' }),
    }).catch(() => undefined);
    if (answer?.ok) return (await answer.json()).token;
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
  throw new Error(gone ? 'cncjs ended by itself' : 'cncjs did not answer');
}

/** @param {(value: unknown) => boolean} wanted */
function once(socket, name, wanted = () => true) {
  return new Promise((resolve) => {
    const listener = (value) => {
      if (!wanted(value)) return;
      socket.off(name, listener);
      resolve(value);
    };
    socket.on(name, listener);
  });
}

function within(timeoutMs, what, work) {
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${what} took too long`)), timeoutMs);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
