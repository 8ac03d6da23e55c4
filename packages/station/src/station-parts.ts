import type { BatteryState, StationEvent } from '@stationery/contract';
import {
  type CleanupStack,
  type Clock,
  type EventHub,
  type Logger,
  lazy,
  OnDemand,
  type OpenDatabase,
  type StoredSettings,
} from '@stationery/core';
import type { NfcReader } from '@stationery/nfc';
import type { InputDevices } from './buttons/buttons.ts';
import { Card } from './card/card.ts';
import { CardFolder } from './card/card-folder.ts';
import { ResumableUploads } from './card/upload/resumable-uploads.ts';
import { CardCollections } from './collection/card-collections.ts';
import { CarriedCollection } from './collection/carried/carried-collection.ts';
import { CollectionRestore } from './collection/restore.ts';
import type { StationConfig } from './config.ts';
import type { StationSettings } from './data-spec.ts';
import { cardEventData, publishCardChanges } from './events.ts';
import { MetadataReader } from './metadata/metadata-reader.ts';
import { runAction } from './player/actions.ts';
import { createPlayer } from './player/choose-player.ts';
import { systemTime } from './player/limits/system-time.ts';
import { StationPlayer } from './player/station-player.ts';
import { readPlayerChoice } from './player-choice.ts';
import { drawingsOf } from './plots/drawings-of.ts';
import { RemovalDebounce } from './scanner/removal-debounce.ts';
import { Scanner } from './scanner/scanner.ts';
import { Statistics } from './statistics/statistics.ts';
import { FileHashesTable } from './store/file-hashes-table.ts';
import { FilesTable } from './store/files-table.ts';
import { StatisticsTable } from './store/statistics-table.ts';
import { TagDetailsTable } from './store/tag-details-table.ts';
import { TagsTable } from './store/tags-table.ts';
import { UploadsTable } from './store/uploads-table.ts';
import type { Internet } from './streams/internet.ts';
import { TagRegistry } from './tags/tag-registry.ts';

interface StationPartsDeps {
  config: StationConfig;
  opened: OpenDatabase;
  settings: StoredSettings<StationSettings>;
  hub: EventHub<StationEvent>;
  reader: NfcReader;
  clock: Clock;
  log: Logger;
  cleanup: CleanupStack;
  /** The port of this station. It is read only when playback starts. */
  httpPort: () => number;
  shutDown: () => (() => void) | undefined;
  battery: () => BatteryState;
  /** For tests. */
  inputDevices: InputDevices | undefined;
  /** For tests. */
  internet: Internet | undefined;
  /** Called with the station's name in a restored backup. */
  rename: (nickname: string) => void;
}

export type StationParts = Awaited<ReturnType<typeof openStationParts>>;

export async function openStationParts(deps: StationPartsDeps) {
  const { config, opened, settings, hub, reader, clock, log, cleanup } = deps;
  const { database } = opened;
  // These are opened after the card and the tags, whose callbacks use them.
  const later: {
    player?: StationPlayer;
    metadata?: MetadataReader;
    collections?: CardCollections;
    carried?: CarriedCollection;
    restore?: CollectionRestore;
  } = {};
  const tags = new TagRegistry({
    tags: new TagsTable(database),
    details: new TagDetailsTable(database),
    onChange(kind, tag) {
      hub.publish({ name: `tag.${kind}`, data: tag });
      if (kind === 'removed') later.player?.tagRemoved(tag.id);
    },
    onDetails(data) {
      hub.publish({ name: 'tag.details', data });
      later.player?.tagChanged(data);
    },
    moveToo: (fromId, toId) => statistics.move(fromId, toId),
    onReplace: (lost, replacement) => later.player?.tagReplaced(lost.id, replacement),
  });
  const journal = lazy(() => opened.journal());
  const statisticsTable = new StatisticsTable(database, journal);
  const statistics = new Statistics({
    table: statisticsTable,
    stored: settings.at('statistics'),
    clock,
    time: systemTime,
    log,
  });
  cleanup.add(() => statistics.close());
  const folder = new CardFolder(config.cardDir, config.cardMount, {
    wasMounted: (path) => settings.get('card.mounted').includes(path),
    rememberMounted(path) {
      const mounted = settings.at('card.mounted');
      mounted.set([...mounted.get(), path].slice(-maxMounted));
    },
  });
  const uploads = new ResumableUploads({
    table: new UploadsTable(database),
    clock,
    log,
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
      later.player?.used();
      later.player?.filesChanged(changes);
      later.metadata?.filesChanged(changes);
    },
    onState(state) {
      hub.publish({ name: 'card', data: cardEventData(state) });
      later.player?.cardState(state);
    },
    onInserted() {
      later.collections?.inserted();
      void later.carried?.resume(log);
      void later.restore?.resume(log);
    },
  });
  await card.start();
  cleanup.add(() => card.close());
  uploads.start();
  cleanup.add(() => uploads.close());

  const metadata = new MetadataReader({
    opened,
    card,
    clock,
    onRead: (files) => hub.publish({ name: 'metadata', data: { files } }),
  });
  later.metadata = metadata;
  cleanup.add(() => metadata.close());

  const streams = new OnDemand(async () => {
    const { Streams } = await import('./streams/streams.ts');
    const internet = deps.internet ?? (await import('./streams/internet.ts')).machineInternet;
    return new Streams({ internet, clock });
  });
  cleanup.add(() => streams.close());
  const bluez = new OnDemand(async () => {
    const { Bluez } = await import('@stationery/appliance/bluetooth');
    return new Bluez();
  });
  cleanup.add(() => bluez.close());
  const player = new StationPlayer({
    player: await createPlayer(readPlayerChoice(config.player), {
      clock,
      log,
      httpPort: deps.httpPort,
      token: config.token,
      bluez,
    }),
    dataDir: config.dataDir,
    settings: {
      settings: settings.at('player.settings'),
      idleFile: settings.at('player.idle_file'),
      volume: settings.at('player.volume'),
      outputs: settings.at('player.output'),
      outputVolumes: settings.at('player.output-volumes'),
      limits: settings.at('player.limits'),
      pin: settings.at('player.pin'),
      wrongPins: settings.at('player.wrong-pins'),
    },
    journal,
    syncJournal: () => opened.syncJournal(),
    card,
    tags,
    streams,
    clock,
    log,
    onChange: (data) => hub.publish({ name: 'player', data }),
    onHeard: (tagId) => statistics.heard(tagId),
    shutDown: deps.shutDown,
    battery: deps.battery,
  });
  later.player = player;
  cleanup.add(() => player.close());
  const buttons = new OnDemand(async () => {
    const { Buttons, isKnob, knobVolumeStep } = await import('./buttons/buttons.ts');
    return new Buttons({
      stored: settings.at('buttons'),
      act(button) {
        player.used();
        return runAction(player, button, isKnob(button) ? knobVolumeStep : undefined);
      },
      devices: deps.inputDevices,
      clock,
      log,
    });
  });
  cleanup.add(() => buttons.close());
  if (settings.get('buttons').length > 0) await buttons.get();
  const plots = new OnDemand(async () => {
    const { Plots } = await import('./plots/plots.ts');
    return new Plots({
      config,
      card,
      tags,
      clock,
      log,
      onChange: (data) => hub.publish({ name: 'plots', data }),
    });
  });
  cleanup.add(() => plots.close());
  const collections = new CardCollections({
    card,
    tags,
    player,
    imported: settings.at('collections.imported'),
    log,
    onState: (data) => hub.publish({ name: 'collection', data }),
  });
  cleanup.add(() => collections.close());
  const hashes = new FileHashesTable(journal);
  const restore = new CollectionRestore({
    card,
    tags,
    player,
    hashes,
    dataDir: config.dataDir,
    stored: settings.at('backup.restoring'),
    rename: deps.rename,
  });
  await restore.resume(log);
  later.restore = restore;
  cleanup.add(() => restore.close());
  const carried = new CarriedCollection({
    card,
    tags,
    player,
    stored: { carried: settings.at('collection.carried'), switching: settings.at('collection.switching') },
    hashes,
    dataDir: config.dataDir,
  });
  // Complete an interrupted change of the collection before the card is served, so that no client sees half of it.
  await carried.resume(log);
  later.carried = carried;
  cleanup.add(() => carried.close());
  const plotDrawing = async (tagId: number) => {
    if (drawingsOf(tags.details(tagId)).length > 0) await (await plots.get()).tapped(tagId);
  };
  let readyAtMs = Number.NEGATIVE_INFINITY;
  const absence = new RemovalDebounce(clock, () => player.graceMs);
  const scanner = new Scanner({
    reader,
    tags,
    clock,
    onTap(kind, tap, isNew) {
      hub.publish({ name: `tap.${kind}`, data: tap });
      // Ignore removals from a reader that cannot see them, because they must not end playback.
      if (kind === 'off' && reader.seesRemoval === false) return;
      if (kind === 'off') absence.left(tap.serial);
      const isBack = kind === 'on' && absence.isBack(tap.serial);
      player.tapped(kind, tap, { isNew, isBack });
      if (kind === 'on' && !isBack && !isNew) {
        statistics.tapped(tap.id);
        const link = tap.id === null ? undefined : tags.link(tap.id);
        if (link !== undefined) hub.publish({ name: 'tap.link', data: link });
        const isFound = clock.nowMs() - readyAtMs < findsWithinMs;
        if (tap.id !== null && !isFound) void plotDrawing(tap.id);
      }
    },
  });
  cleanup.add(() => scanner.close());
  cleanup.add(
    reader.subscribe((event) => {
      if (event.type !== 'state') return;
      if (event.state.state === 'ready') readyAtMs = clock.nowMs();
      log.info({ reader: event.state }, 'reader');
      hub.publish({ name: 'reader', data: event.state });
    }),
  );
  return {
    card,
    uploads,
    tags,
    metadata,
    player,
    streams,
    bluez,
    buttons,
    plots,
    scanner,
    statistics,
    statisticsTable,
    collections,
    carried,
    restore,
    start() {
      player.start(() => scanner.present());
      later.collections = collections;
      collections.inserted();
    },
  };
}

/** Tags found this soon after the reader starts or returns were already on it, so they plot no drawings. */
const findsWithinMs = 2_000;

const maxMounted = 20;
