import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import {
  Firmware,
  type LauncherLink,
  powerSupplyFolder,
  selfCheck,
  writeHostNames,
} from '@stationery/appliance';
import { type Advertiser, advertiseStation, hostNamesOf } from '@stationery/appliance/discovery';
import { describeStation, type StationEvent, stationRoutes } from '@stationery/contract';
import { type HourRange, messageOf, readWebhookConfig, SettingError } from '@stationery/core';
import {
  jsonApiErrors,
  type Listening,
  type RunningService,
  type ServiceDeps,
  startService,
} from '@stationery/http';
import { readMqttConfig } from '@stationery/mqtt';
import type { NfcReader, SimulatedReader } from '@stationery/nfc';
import { BatteryWatch } from './battery/battery-watch.ts';
import type { InputDevices } from './buttons/buttons.ts';
import type { CardState } from './card/card-state.ts';
import type { CarriedCollection } from './collection/carried/carried-collection.ts';
import type { StationConfig } from './config.ts';
import { type StationSettings, stationData } from './data-spec.ts';
import { cardEventData } from './events.ts';
import { stationMetrics } from './metrics.ts';
import { probeAnswers } from './routes/probe-answers.ts';
import { refreshCard } from './routes/refresh-card.ts';
import { settingsRoutes } from './routes/settings-routes.ts';
import { setupRoutes } from './routes/setup-routes.ts';
import { addStationRoutes } from './routes/station-routes.ts';
import { nicknameProblem } from './settings/nickname.ts';
import { type Info, StationInfo } from './settings/station-info.ts';
import { type SetupMachine, thisMachine } from './setup/setup-machine.ts';
import { machineShutDown } from './setup/shut-down.ts';
import { StationSetup } from './setup/station-setup.ts';
import { openStationParts } from './station-parts.ts';
import { type TapCounts, type TapHour, tapCounts, tapHours } from './statistics/tap-counts.ts';
import type { Internet } from './streams/internet.ts';

export interface StationDeps extends ServiceDeps {
  reader: NfcReader;
  /** The same reader, if it is simulated and controlled over HTTP. */
  simulated?: SimulatedReader;
  launcher?: LauncherLink;
  /** Returns a new serial, for several stations on one machine. By default it is the machine's. */
  newSerial?: () => string;
  /** This and the following options are for tests. */
  setupMachine?: SetupMachine;
  shutDown?: () => (() => void) | undefined;
  powerSupplies?: string;
  inputDevices?: InputDevices;
  internet?: Internet;
}

export interface Station extends RunningService {
  https: Listening;
  cardDir: string;
  card: CardState;
  waitingClients(): number;
  /** For other modules in this process, such as the fleet agent. */
  access: StationAccess;
}

export async function startStation(config: StationConfig, deps: StationDeps): Promise<Station> {
  const { reader, simulated, launcher, clock, log } = deps;
  const mqttConfig = readMqttConfig(config, 'STATION');
  const options = {
    config,
    deps,
    data: stationData,
    keepDatabase: launcher?.onTrial ?? false,
    mqtt: mqttConfig,
    webhook: readWebhookConfig(config, 'STATION'),
    closeDevice: () => reader.close(),
  };
  return startService<StationEvent, Station, StationSettings>(
    options,
    async ({ store, settings, hub, cleanup, mqttState, httpPort }) => {
      if (config.makeCardDir) makeFolder(config.cardDir);
      const info = new StationInfo(
        { serial: settings.at('serial'), nickname: settings.at('nickname') },
        config,
        deps.newSerial,
      );
      const { address } = config.wifiAddress;
      let advertiser: Advertiser | undefined;
      let renewCertificate: (() => void) | undefined;
      const writeNickname = () => {
        if (config.namesFile === undefined) return;
        writeHostNames(config.namesFile, { nickname: info.read().nickname, address }, log);
      };
      writeNickname();
      const renamed = (data: Info) => {
        writeNickname();
        hub.publish({ name: 'settings', data });
        advertiser?.renamed(data);
        renewCertificate?.();
      };
      const setup = new StationSetup({
        config,
        clock,
        serial: info.serial,
        stored: settings.at('setup'),
        machine: deps.setupMachine ?? thisMachine,
        hasPin: () => settings.at('player.pin').get() !== '',
        rename: (nickname) => renamed(info.rename(nickname, '/data/attributes/name')),
        onChange: (data) => hub.publish({ name: 'setup', data }),
      });
      cleanup.add(() => setup.close());
      const battery = new BatteryWatch({
        folder: deps.powerSupplies ?? powerSupplyFolder,
        clock,
        onChange: (data) => hub.publish({ name: 'battery', data }),
      });
      await battery.start();
      cleanup.add(() => battery.close());
      const parts = await openStationParts({
        config,
        opened: store,
        settings,
        hub,
        reader,
        clock,
        log,
        cleanup,
        httpPort,
        inputDevices: deps.inputDevices,
        battery: () => battery.state,
        internet: deps.internet,
        shutDown: deps.shutDown ?? (() => machineShutDown(config.setupFile)),
        rename(nickname) {
          if (nicknameProblem(nickname.trim()) === undefined) renamed(info.rename(nickname, ''));
        },
      });
      const { card, player, scanner, statistics, statisticsTable } = parts;
      const firmware = new Firmware(config, {
        launcher,
        clock,
        log,
        publish: (data) => hub.publish({ name: 'firmware', data }),
      });
      cleanup.add(() => firmware.close());
      const snapshot = () => ({
        settings: info.read(),
        setup: setup.read(),
        card: cardEventData(card.state),
        battery: battery.state,
        reader: reader.state,
        simulated: simulated !== undefined,
        present: scanner.present(),
        firmware: firmware.status(),
        player: player.control.state(),
        plots: parts.plots.loaded?.list ?? [],
        mqtt: mqttState(),
        collection: parts.collections.state,
      });
      return {
        app: { errorStyle: jsonApiErrors, answerUnmatched: probeAnswers(config, setup) },
        hostNames: () => [
          ...hostNamesOf(info.read().nickname),
          ...(advertiser?.hostNames ?? []).map((name) => `${name}.local`),
        ],
        announcedName: () => advertiser?.hostNames[0],
        httpPort: portChoice(config.httpPort, 80, 8080, 'STATION_HTTP_PORT'),
        https: {
          ...config,
          port: portChoice(config.httpsPort, 443, 8443, 'STATION_HTTPS_PORT'),
          folder: join(config.dataDir, 'tls'),
          commonName: `Stationery ${info.serial}`,
          addresses: [address],
        },
        api: {
          describe: describeStation,
          json: stationRoutes.getStationDescription,
          page: stationRoutes.getStationDocs,
          notices: notices(config),
        },
        events: stationRoutes.streamStationEvents,
        beforeEvents: () => refreshCard(card),
        snapshot: () => ({ name: 'snapshot', data: snapshot() }),
        metrics: { service: 'station', read: stationMetrics(hub, snapshot, () => scanner.waiting) },
        isPosted: ({ name }) => name === 'tap.on' || name === 'tap.off',
        otherPage: 'plotter',
        routes(app, certificate) {
          renewCertificate = () => certificate?.renew();
          settingsRoutes(app, { info, onChange: renamed });
          setupRoutes(app, { setup, player });
          addStationRoutes(app, { config, parts, firmware, simulated, clock, info });
        },
        stopWaiting() {
          scanner.close();
          parts.buttons.loaded?.close();
        },
        mqtt: mqttConfig && {
          async start(link) {
            const { startStationMqtt } = await import('./mqtt/station-mqtt.ts');
            return startStationMqtt({
              ...link,
              config: mqttConfig,
              hub,
              snapshot,
              player,
              stored: settings.at('mqtt.retained'),
              clock,
              log,
              info: () => info.read(),
              restart: launcher === undefined ? deps.restart : () => launcher.restart(),
            });
          },
          onState: (data) => hub.publish({ name: 'mqtt', data }),
        },
        started({ http, https, pageUrl, stop }) {
          if (config.discovery === 'on')
            advertiser = advertiseStation({ listening: http, info: info.read(), clock, log });
          cleanup.add(() => advertiser?.stop());
          parts.start();
          firmware.started(selfCheck(config, http.port, clock), () => store.dropCopies());
          return {
            http,
            https: https!,
            stop,
            cardDir: card.folder.path,
            card: card.state,
            waitingClients: () => scanner.waiting,
            access: {
              snapshot,
              subscribe: (listener) => hub.subscribe(({ event }) => listener(event)),
              page: pageUrl,
              taps: () => (statistics.isRecording ? tapCounts(statisticsTable, Date.now()) : undefined),
              tapHours: (range, most) =>
                statistics.isRecording ? tapHours(statisticsTable, range, most) : undefined,
              collection: parts.carried,
            },
          };
        },
      };
    },
  );
}

function notices({ firmwareAllowUnsigned }: StationConfig): string[] {
  return firmwareAllowUnsigned === 'yes'
    ? ['This station installs unsigned firmware. Use this for development only.']
    : [];
}

function portChoice(set: number | undefined, preferred: number, fallback: number, setting: string) {
  return set === undefined ? { preferred, fallback, setting } : { port: set, setting };
}

function makeFolder(path: string): void {
  try {
    mkdirSync(path, { recursive: true });
  } catch (error) {
    throw new SettingError(`the folder for the card, ${path}, cannot be created: ${messageOf(error)}`);
  }
}

export interface StationAccess {
  snapshot(): Extract<StationEvent, { name: 'snapshot' }>['data'];
  subscribe(listener: (event: StationEvent) => void): () => void;
  /** Returns the URL of the page; undefined if only this machine can reach it. */
  page(): string | undefined;
  taps(): TapCounts | undefined;
  /** Returns undefined if taps are not counted. */
  tapHours(range: HourRange, most: number): TapHour[] | undefined;
  collection: CarriedCollection;
}
