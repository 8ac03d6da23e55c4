import { mkdirSync } from 'node:fs';
import { type MqttState, type StationEvent, stationRoutes } from '@stationery/contract';
import {
  CleanupStack,
  type Clock,
  damageError,
  EventHub,
  keepCopies,
  type Logger,
  lazy,
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
  otherPageRoute,
  pageRoutes,
} from '@stationery/http';
import { readMqttConfig } from '@stationery/mqtt';
import type { NfcReader, SimulatedReader } from '@stationery/nfc';
import { Card } from './card/card.ts';
import { CardFolder } from './card/card-folder.ts';
import type { CardState } from './card/card-state.ts';
import { ResumableUploads } from './card/upload/resumable-uploads.ts';
import { openCertificate } from './certificate.ts';
import { CardCollections } from './collection/card-collections.ts';
import { CarriedCollection } from './collection/carried/carried-collection.ts';
import type { StationConfig } from './config.ts';
import { type Advertiser, advertiseStation, hostNamesOf } from './discovery/index.ts';
import { cardEventData, publishCardChanges } from './events.ts';
import { Firmware } from './firmware/firmware.ts';
import type { LauncherLink } from './firmware/launcher/launcher-link.ts';
import { selfCheck } from './firmware/self-check.ts';
import { MetadataReader } from './metadata/metadata-reader.ts';
import { writeHostNames } from './network/host-names-file.ts';
import { StationPlayer } from './player/station-player.ts';
import { cardRoutes } from './routes/card-routes.ts';
import { contentRoute } from './routes/content-route.ts';
import { descriptionRoutes } from './routes/description-routes.ts';
import { eventRoutes } from './routes/event-routes.ts';
import { firmwareRoutes } from './routes/firmware-routes.ts';
import { metadataRoutes } from './routes/metadata-routes.ts';
import { playerRoutes } from './routes/player-routes.ts';
import { probeAnswers } from './routes/probe-answers.ts';
import { settingsRoutes } from './routes/settings-routes.ts';
import { simulatorRoutes } from './routes/simulator-routes.ts';
import { statisticsRoutes } from './routes/statistics-routes.ts';
import { tagDetailsRoutes } from './routes/tag-details-routes.ts';
import { tagRoutes } from './routes/tag-routes.ts';
import { uploadRoutes } from './routes/upload-routes.ts';
import { BriefAbsence } from './scanner/brief-absence.ts';
import { Scanner } from './scanner/scanner.ts';
import { StationInfo } from './settings/station-info.ts';
import type { StationAccess } from './station-access.ts';
import { Statistics } from './statistics/statistics.ts';
import { tapCounts } from './statistics/tap-counts.ts';
import { stationData } from './store/data-spec.ts';
import { FileHashesTable } from './store/file-hashes-table.ts';
import { FilesTable } from './store/files-table.ts';
import { StatisticsTable } from './store/statistics-table.ts';
import { TagDetailsTable } from './store/tag-details-table.ts';
import { TagsTable } from './store/tags-table.ts';
import { UploadsTable } from './store/uploads-table.ts';
import { TagRegistry } from './tags/tag-registry.ts';

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
    let player: StationPlayer | undefined;
    let metadata: MetadataReader | undefined;
    let collections: CardCollections | undefined;
    let carried: CarriedCollection | undefined;
    const tags = new TagRegistry({
      tags: new TagsTable(database),
      details: new TagDetailsTable(database),
      onChange(kind, tag) {
        hub.publish({ name: `tag.${kind}`, data: tag });
        if (kind === 'removed') player?.tagRemoved(tag.id);
      },
      onDetails(data) {
        hub.publish({ name: 'tag.details', data });
        player?.tagChanged(data);
      },
      moveToo: (fromId, toId) => statistics.move(fromId, toId),
      onReplace: (lost, replacement) => player?.tagReplaced(lost.id, replacement),
    });
    const journal = lazy(() => opened.journal());
    const statisticsTable = new StatisticsTable(database, journal);
    const statistics = new Statistics({
      table: statisticsTable,
      settings,
      clock,
      timeMs: () => Date.now(),
      log,
    });
    cleanup.add(() => statistics.close());
    const folder = new CardFolder(config.cardDir, config.cardMount, {
      wasMounted: (path) => settings.get(`card.mounted:${path}`) === 'yes',
      rememberMounted: (path) => settings.set(`card.mounted:${path}`, 'yes'),
    });
    const uploads = new ResumableUploads({
      table: new UploadsTable(database),
      clock,
      limitBytes: config.maxUploadBytes,
      card: () => card,
    });
    const card: Card = new Card({
      folder,
      files: new FilesTable(database),
      unfinished: uploads,
      clock,
      log,
      onChange(changes) {
        publishCardChanges(hub, tags, changes);
        player?.filesChanged(changes);
        metadata?.filesChanged(changes);
      },
      onState(state) {
        hub.publish({ name: 'card', data: cardEventData(state) });
        player?.cardState(state);
      },
      onInserted() {
        collections?.inserted();
        void carried?.resumeLater(log);
      },
    });
    await card.start();
    cleanup.add(() => card.close());
    uploads.start();
    cleanup.add(() => uploads.close());

    const titles = new MetadataReader({
      opened,
      card,
      clock,
      onRead: (files) => hub.publish({ name: 'metadata', data: { files } }),
    });
    metadata = titles;
    cleanup.add(() => titles.close());

    let httpPort = 0;
    const playing = new StationPlayer({
      config,
      settings,
      journal,
      syncJournal: () => opened.syncJournal(),
      card,
      tags,
      httpPort: () => httpPort,
      clock,
      log,
      onChange: (data) => hub.publish({ name: 'player', data }),
      onHeard: (tagId) => statistics.heard(tagId),
    });
    player = playing;
    cleanup.add(() => playing.close());
    const onCard = new CardCollections({
      card,
      tags,
      player: playing,
      settings,
      log,
      onState: (data) => hub.publish({ name: 'collection', data }),
    });
    cleanup.add(() => onCard.close());
    const followed = new CarriedCollection({
      card,
      tags,
      player: playing,
      settings,
      hashes: new FileHashesTable(journal),
      dataDir: config.dataDir,
    });
    // Before anybody can see the card: half of a change is never shown.
    await followed.resumeLater(log);
    carried = followed;
    cleanup.add(() => followed.close());
    const absence = new BriefAbsence(clock, () => playing.graceMs);
    const scanner = new Scanner({
      reader,
      tags,
      clock,
      onTap(kind, tap, isNew) {
        hub.publish({ name: `tap.${kind}`, data: tap });
        if (kind === 'off') absence.left(tap.serial);
        const isBack = kind === 'on' && absence.isBack(tap.serial);
        playing.tapped(kind, tap, { isNew, isBack });
        if (kind === 'on' && !isBack && !isNew) {
          statistics.tapped(tap.id);
          const link = tap.id === null ? undefined : tags.link(tap.id);
          if (link !== undefined) hub.publish({ name: 'tap.link', data: link });
        }
      },
    });
    cleanup.add(() => scanner.close());
    cleanup.add(
      reader.subscribe((event) => {
        if (event.type !== 'state') return;
        log.info({ reader: event.state }, 'reader');
        hub.publish({ name: 'reader', data: event.state });
      }),
    );
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
      player: playing.control.state(),
      mqtt,
      collection: onCard.state,
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
    const certificate = await openCertificate(config, { hostNames, serial: info.serial, clock, log });
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
    cardRoutes(app, { card, maxUploadBytes: config.maxUploadBytes });
    contentRoute(app, { card });
    metadataRoutes(app, { metadata: titles });
    uploadRoutes(app, { uploads, card, maxUploadBytes: config.maxUploadBytes });
    tagRoutes(app, { tags, scanner, card });
    tagDetailsRoutes(app, { tags, card });
    playerRoutes(app, { player: playing });
    statisticsRoutes(app, { statistics, table: statisticsTable });
    firmwareRoutes(app, { firmware, clock });
    eventRoutes(app, { hub, card, snapshot, clock, log, stopping: stopping.signal });
    descriptionRoutes(app, notices(config));
    pageRoutes(app, parts.pages, stationRoutes.getStationDocs.path);
    otherPageRoute(app, 'plotter', { local: parts.otherPage });
    if (parts.simulated !== undefined) simulatorRoutes(app, { reader: parts.simulated });

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
    playing.start(() => scanner.present());
    collections = onCard;
    onCard.inserted();
    if (mqttConfig !== undefined) {
      const { startStationMqtt } = await import('./mqtt/station-mqtt.ts');
      const stopMqtt = startStationMqtt({
        config: mqttConfig,
        hub,
        snapshot: snapshotData,
        info: () => info.read(),
        player: playing,
        pageUrl: () => pageUrl(config.host, http, advertiser?.hostNames[0]),
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
      cardDir: folder.path,
      card: card.state,
      waitingClients: () => scanner.waiting,
      access: {
        snapshot: snapshotData,
        subscribe: (listener) => hub.subscribe(({ event }) => listener(event)),
        page: () => pageUrl(config.host, http, advertiser?.hostNames[0]),
        taps: () => (statistics.isRecording ? tapCounts(statisticsTable, Date.now()) : undefined),
        collection: followed,
      },
      stop: () => cleanup.run(),
    };
  } catch (error) {
    await cleanup.run();
    throw damageError(error, config.dataDir, stationData);
  }
}

/** Warnings that people must see. */
function notices({ firmwareAllowUnsigned }: StationConfig): string[] {
  return firmwareAllowUnsigned === 'yes'
    ? ['This station installs firmware that nobody signed. Use this for development only.']
    : [];
}

/** Where other machines find the page, as far as that is known. */
function pageUrl(host: string, { url, port }: Listening, name: string | undefined): string | undefined {
  if (name !== undefined) return `http://${name}.local${port === 80 ? '' : `:${port}`}`;
  return ['0.0.0.0', '::', '127.0.0.1', '::1', 'localhost'].includes(host) ? undefined : url;
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
