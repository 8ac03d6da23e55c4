// Starts one service as an add-on of Home Assistant: reads the add-on's options, and asks the supervisor for the MQTT broker.
import { spawn } from 'node:child_process';

const { service, reader, serial_path: serialPath } = JSON.parse(process.env.ADDON_OPTIONS);
const supervisor = process.env.SUPERVISOR_URL ?? 'http://supervisor';
const prefix = service === 'plotter' ? 'PLOTTER' : 'STATION';

const env = {
  ...process.env,
  [`${prefix}_HTTP_PORT`]: process.env.INGRESS_PORT ?? '8099',
  // Only Home Assistant reaches the port, under any name.
  [`${prefix}_HOST_NAMES`]: '*',
  ...(reader ? { STATION_READER: reader } : {}),
  ...(serialPath ? { PLOTTER_SERIAL_PATH: serialPath } : {}),
  ...(await mqttSettings()),
};
const program = '/usr/bin/stationery';
const child = spawn(program, [prefix.toLowerCase()], { env, stdio: 'inherit' });
process.on('SIGTERM', () => child.kill('SIGTERM'));
child.on('exit', (code) => process.exit(code ?? 1));

/** Returns the settings of the MQTT broker; none without a broker, which is optional. */
async function mqttSettings() {
  try {
    const answer = await fetch(`${supervisor}/services/mqtt`, {
      headers: { authorization: `Bearer ${process.env.SUPERVISOR_TOKEN}` },
      signal: AbortSignal.timeout(10_000),
    });
    const { data } = await answer.json();
    if (!answer.ok || !data?.host) return {};
    const { host, port, ssl, username, password } = data;
    return {
      [`${prefix}_MQTT_URL`]: `${ssl ? 'mqtts' : 'mqtt'}://${host}:${port}`,
      ...(username ? { [`${prefix}_MQTT_USER`]: username } : {}),
      ...(password ? { [`${prefix}_MQTT_PASSWORD`]: password } : {}),
    };
  } catch (error) {
    console.error(`No MQTT: the supervisor did not answer (${error.message}).`);
    return {};
  }
}
