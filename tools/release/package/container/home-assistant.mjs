// Prints the environment of a service that runs as an add-on of Home Assistant, for the shell: from the add-on's
// options and from the supervisor, which knows the MQTT broker.
import { readFileSync } from 'node:fs';

const { service, reader, serial_path: serialPath } = JSON.parse(readFileSync('/data/options.json', 'utf8'));
const supervisor = process.env.SUPERVISOR_URL ?? 'http://supervisor';
const prefix = service === 'plotter' ? 'PLOTTER' : 'STATION';

const environment = {
  SERVICE: prefix.toLowerCase(),
  [`${prefix}_HTTP_PORT`]: process.env.INGRESS_PORT ?? '8099',
  // Accept any host name, because only Home Assistant reaches the port.
  [`${prefix}_HOST_NAMES`]: '*',
  ...(reader ? { STATION_READER: reader } : {}),
  ...(serialPath ? { PLOTTER_SERIAL_PATH: serialPath } : {}),
  ...(await mqttSettings()),
};
for (const [name, value] of Object.entries(environment))
  console.log(`export ${name}='${String(value).replaceAll("'", "'\\''")}'`);

/** Returns the settings of the MQTT broker; empty without one, because it is optional. */
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
