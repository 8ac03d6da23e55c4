import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { MqttState, StationEvent } from '@stationery/contract';
import {
  CleanupStack,
  type Clock,
  damageError,
  EventHub,
  keepCopies,
  type Logger,
  messageOf,
  openDatabase,
  SettingError,
  StoredSettings,
} from '@stationery/core';
import {
  createApp,
  jsonApiErrors,
  type Listening,
  listen,
  type OtherPage,
  openCertificate,
  urlForOthers,
} from '@stationery/http';
import { readMqttConfig } from '@stationery/mqtt';
import type { NfcReader, SimulatedReader } from '@stationery/nfc';
import type { CardState } from './card/card-state.ts';
import { openCardAndTags } from './card-and-tags.ts';
import type { StationConfig } from './config.ts';
import { type Advertiser, advertiseStation, hostNamesOf } from './discovery/index.ts';
import { cardEventData } from './events.ts';
import { Firmware } from './firmware/firmware.ts';
import type { LauncherLink } from './firmware/launcher/launcher-link.ts';
import { selfCheck } from './firmware/self-check.ts';
import { writeHostNames } from './network/host-names-file.ts';
import { probeAnswers } from './routes/probe-answers.ts';
import { settingsRoutes } from './routes/settings-routes.ts';
import { addStationRoutes } from './routes/station-routes.ts';
import { StationInfo } from './settings/station-info.ts';
import type { StationAccess } from './station-access.ts';
import { tapCounts } from './statistics/tap-counts.ts';
import { stationData } from './store/data-spec.ts';

export interface StationParts {
  reader: NfcReader;
  /** The same reader once more where it is the simulated one, which people drive over HTTP. */
  simulated?: SimulatedReader;
  /** What started the station, where it can start another version of it. */
  launcher?: LauncherLink;
  /** Ends this process; only where something starts it again. */
  restart?: () => void;
  /** The folder of the built page that is shown at `/`. */
  pages?: string;
  /** Where the page of the other service is, as far as it runs here. */
  otherPage?: () => OtherPage | undefined;
  /** Its serial at the first start; left out, it is that of the machine. For one of many on the same machine. */
  newSerial?: () => string;
  clock: Clock;
  log: Logger;
}

export interface Station {
  http: Listening;
  https: Listening;
  cardDir: string;
  /** How the card was when the station started. */
  card: CardState;
  /** How many clients wait for a tag right now. */
  waitingClients(): number;
  /** For another program in this process. */
  access: StationAccess;
  stop(): Promise<void>;
}

/** Builds a station from its parts and starts it. What was started is stopped again when a later step fails. */
export async function startStation(config: StationConfig, parts: StationParts): Promise<Station> {
  const { reader, clock, log } = parts;
  const cleanup = new CleanupStack(log);
  cleanup.add(() => reader.close());

  try {
    const opened = openDatabase({
      folder: config.dataDir,
      ...stationData,
      keepCopy: parts.launcher?.onTrial ?? false,
    });
    const { database } = opened;
    const copies = keepCopies({ database, folder: config.dataDir, spec: stationData, clock, log });
    cleanup.add(() => opened.close());
    cleanup.add(() => copies.close());
    if (config.makeCardDir) makeFolder(config.cardDir);
    const settings = new StoredSettings(database);
    const info = new StationInfo(settings, config.hwVersion, parts.newSerial);
    const tellNickname = () => {
      if (config.namesFile === undefined) return;
      const { address } = config.wifiAddress;
      writeHostNames(config.namesFile, { nickname: info.read().nickname, address }, log);
    };
    tellNickname();
    const hub = new EventHub<StationEvent>({ startAt: settings.nextRun() });
    let httpPort = 0;
    const inside = await openCardAndTags({
      config,
      opened,
      settings,
      hub,
      reader,
      clock,
      log,
      cleanup,
      httpPort: () => httpPort,
    });
    const { card, player, scanner } = inside;
    const firmware = new Firmware(config, {
      launcher: parts.launcher,
      clock,
      log,
      publish: (data) => hub.publish({ name: 'firmware', data }),
    });
    cleanup.add(() => firmware.close());
    const mqttConfig = readMqttConfig(config, 'STATION');
    let mqtt: MqttState =
      mqttConfig === undefined ? { state: 'off' } : { state: 'connecting', address: mqttConfig.address };
    const snapshotData = () => ({
      settings: info.read(),
      card: cardEventData(card.state),
      reader: reader.state,
      simulated: parts.simulated !== undefined,
      present: scanner.present(),
      firmware: firmware.status(),
      player: player.control.state(),
      mqtt,
      collection: inside.collections.state,
    });
    const snapshot = (): StationEvent => ({ name: 'snapshot', data: snapshotData() });

    const { corsOrigins, token } = config;
    let advertiser: Advertiser | undefined;
    const hostNames = () => [
      ...config.hostNames,
      ...hostNamesOf(info.read().nickname),
      ...(advertiser?.hostNames ?? []).map((name) => `${name}.local`),
    ];
    const app = createApp({
      log,
      errorStyle: jsonApiErrors,
      hostNames,
      corsOrigins,
      token,
      answerUnmatched: probeAnswers(config.portal),
    });
    cleanup.add(() => app.close());
    const stopping = new AbortController();
    const certificate = await openCertificate(
      {
        ...config,
        folder: join(config.dataDir, 'tls'),
        commonName: `Stationery ${info.serial}`,
        names: () => [...hostNames(), config.wifiAddress.address],
      },
      { clock, log },
    );
    cleanup.add(() => certificate.close());
    settingsRoutes(app, {
      info,
      onChange(data) {
        tellNickname();
        hub.publish({ name: 'settings', data });
        advertiser?.renamed(data);
        certificate.renew();
      },
    });
    addStationRoutes(app, {
      ...parts,
      config,
      inside,
      firmware,
      hub,
      snapshot,
      stopping: stopping.signal,
    });

    const common = { app, host: config.host, errorStyle: jsonApiErrors, log, clock };
    const http = await listen({
      ...common,
      port: portChoice(config.httpPort, 80, 8080, 'STATION_HTTP_PORT'),
    });
    httpPort = http.port;
    cleanup.add(() => http.close());
    const https = await listen({
      ...common,
      tls: certificate.files,
      port: portChoice(config.httpsPort, 443, 8443, 'STATION_HTTPS_PORT'),
    });
    certificate.onChange((files) => https.setTls(files));
    // Both stop accepting requests at the same time; waiting clients are answered first.
    cleanup.add(() => {
      stopping.abort();
      scanner.close();
      return Promise.all([http.close(), https.close()]);
    });
    if (config.discovery === 'on')
      advertiser = advertiseStation({ listening: http, info: info.read(), clock, log });
    cleanup.add(() => advertiser?.stop());
    const pageUrl = () => urlForOthers(config.host, http, advertiser?.hostNames[0]);
    inside.start();
    if (mqttConfig !== undefined) {
      const { startStationMqtt } = await import('./mqtt/station-mqtt.ts');
      const stopMqtt = startStationMqtt({
        config: mqttConfig,
        hub,
        snapshot: snapshotData,
        info: () => info.read(),
        player,
        pageUrl,
        restart: parts.launcher === undefined ? parts.restart : () => parts.launcher?.restart(),
        stored: settings,
        clock,
        log,
        onState(state) {
          mqtt = state;
          hub.publish({ name: 'mqtt', data: state });
        },
      });
      cleanup.add(stopMqtt);
    }
    firmware.started(selfCheck(config, http.port, clock), () => opened.dropCopies());
    return {
      http,
      https,
      cardDir: card.folder.path,
      card: card.state,
      waitingClients: () => scanner.waiting,
      access: {
        snapshot: snapshotData,
        subscribe: (listener) => hub.subscribe(({ event }) => listener(event)),
        page: pageUrl,
        taps: () =>
          inside.statistics.isRecording ? tapCounts(inside.statisticsTable, Date.now()) : undefined,
        collection: inside.carried,
      },
      stop: () => cleanup.run(),
    };
  } catch (error) {
    await cleanup.run();
    throw damageError(error, config.dataDir, stationData);
  }
}

function portChoice(set: number | undefined, usual: number, fallback: number, setting: string) {
  return set === undefined ? { usual, fallback, setting } : { port: set, setting };
}

function makeFolder(path: string): void {
  try {
    mkdirSync(path, { recursive: true });
  } catch (error) {
    throw new SettingError(`the folder for the card, ${path}, cannot be made: ${messageOf(error)}`);
  }
}
