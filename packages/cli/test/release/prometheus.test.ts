import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createPlotterClient, createStationClient } from '@stationery/client';
import { needsProgram, temporaryFolder, unusedPort } from '@stationery/core/testing';
import { expect, it } from 'vitest';
import { Program } from '../support/program.ts';

const prometheus = needsProgram('prometheus', 'prometheus');
const token = 'sesame';
const dashboard = new URL('../../../../docs/grafana-dashboard.json', import.meta.url);

it.skipIf(!prometheus.run)(
  `Prometheus scrapes all services, one with a token (${prometheus.label})`,
  async () => {
    const folder = await temporaryFolder();
    const ports = await Promise.all([unusedPort(), unusedPort(), unusedPort(), unusedPort()]);
    const [station, plotter, board, own] = ports.map((port) => `127.0.0.1:${port}`);
    const services = new Program(['up'], {
      STATION_DATA_DIR: join(folder, 'station'),
      STATION_HTTP_PORT: String(ports[0]),
      STATION_HTTPS_PORT: '0',
      PLOTTER_DATA_DIR: join(folder, 'plotter'),
      PLOTTER_HTTP_PORT: String(ports[1]),
      PLOTTER_TOKEN: token,
    });
    const fleet = new Program(['fleet', 'board'], {
      BOARD_DATA_DIR: join(folder, 'board'),
      BOARD_HTTP_PORT: String(ports[2]),
      BOARD_HTTPS_PORT: '0',
      FLEET_URL: `nats://127.0.0.1:${await unusedPort()}`,
    });
    for (const program of [services, fleet])
      await program.printed((text) => text.includes('Stop with Ctrl+C') || undefined);

    const stationClient = createStationClient({ baseUrl: `http://${station}` });
    await stationClient.simulator.put({ serial: '0x04A2245A6B2C80', model: 'mifare' });
    const plotterClient = createPlotterClient({ baseUrl: `http://${plotter}`, token });
    await expect.poll(async () => (await plotterClient.status()).link.state).toBe('ready');
    await plotterClient.runJob({ commands: ['PENUP'] });

    expect((await fetch(`http://${plotter}/metrics`)).status).toBe(401);
    const headers = { authorization: `Bearer ${token}` };
    for (const address of [station, plotter, board]) {
      const text = await (await fetch(`http://${address}/metrics`, { headers })).text();
      execFileSync('promtool', ['check', 'metrics'], { input: text, stdio: ['pipe', 'pipe', 'pipe'] });
    }

    const config = {
      global: { scrape_interval: '1s' },
      scrape_configs: [
        { job_name: 'open', static_configs: [{ targets: [station, board] }] },
        {
          job_name: 'with-token',
          authorization: { credentials: token },
          static_configs: [{ targets: [plotter] }],
        },
      ],
    };
    // Written as JSON, which is valid YAML.
    writeFileSync(join(folder, 'prometheus.yml'), JSON.stringify(config));
    new Program(
      [
        `--config.file=${join(folder, 'prometheus.yml')}`,
        `--storage.tsdb.path=${join(folder, 'tsdb')}`,
        `--web.listen-address=${own}`,
      ],
      {},
      { program: [prometheus.path] },
    );
    const query = async (text: string): Promise<string[]> => {
      const url = `http://${own}/api/v1/query?query=${encodeURIComponent(text)}`;
      const answer = await fetch(url).catch(() => undefined);
      if (answer === undefined) return [];
      const { data } = (await answer.json()) as { data?: { result: { value: [number, string] }[] } };
      return data?.result.map(({ value }) => value[1]) ?? [];
    };
    await expect.poll(() => query('sum(up)')).toEqual(['3']);
    await expect.poll(() => query('stationery_taps_total{tag="unknown"}')).toEqual(['1']);
    await expect.poll(() => query('stationery_jobs_finished_total{result="done"}')).toEqual(['1']);
    expect(await query('stationery_machine_connected')).toEqual(['1']);
    expect(await query('stationery_fleet_connected')).toEqual(['0']);

    // Every query of the dashboard finds something.
    const { panels } = JSON.parse(readFileSync(dashboard, 'utf8')) as {
      panels: { title: string; targets: { expr: string }[] }[];
    };
    for (const { title, targets } of panels)
      for (const { expr } of targets)
        await expect.poll(() => query(expr), { message: title }).not.toEqual([]);
  },
);
