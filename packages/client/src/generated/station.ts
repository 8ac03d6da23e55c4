// Written by `npm run client-types` from the route tables of packages/contract. Not to be edited.

/** What each operation takes and gives, as it is on the wire. */
export interface StationOperations {
  /** Get the station information */
  getSettings: {
    answer: {
      data: StationInfo;
    };
  };
  /** Change the nickname */
  updateSettings: {
    body: {
      data: {
        type: 'setting';
        /** A string or an integer */
        id: string | number;
        attributes: {
          /** 1 to 64 characters after trimming, no control characters */
          nickname?: string;
          value?: string;
        };
      };
    };
    answer: {
      data: StationInfo;
    };
  };
  /** List the files on the card */
  getCard: {
    answer: {
      links: {
        /** The path of the request */
        self: string;
      };
      data: {
        id: 'sdcard';
        type: 'sdcard';
        /** Decimal digits */
        size: string;
        /** Decimal digits */
        free: string;
        files: FileIdentifier[];
      };
      included: ListedFile[];
    };
  };
  /** Upload a file */
  uploadFile: {
    query: {
      /** The id of the file to replace; `filename` must be its name */
      replace?: number;
    };
    body: {
      data: {
        type: 'file';
        /** 1 to 255 bytes; none of / \ : * ? " < > | or control characters, no leading dot or space, no trailing dot or space, no reserved DOS name */
        filename: string;
        media_type?: string;
        encoding?: 'base64';
        /** The content in base64; padding may be left out */
        encoded: string;
      };
    };
    answer: {
      links: {
        /** The path of the request */
        self: string;
      };
      data: {
        /** Unique, never reused */
        id: number;
        type: 'file';
        attributes: {
          filename: string;
          size: number;
        };
      };
    };
  };
  /** Get one file that the card lists */
  getFile: {
    params: {
      /** Unique, never reused */
      id: number;
    };
    answer: {
      links: {
        /** The path of the request */
        self: string;
      };
      data: {
        /** Unique, never reused */
        id: number;
        type: 'file';
        attributes: {
          filename: string;
          size: number;
        };
      };
    };
  };
  /** Rename a file */
  renameFile: {
    params: {
      /** Unique, never reused */
      id: number;
    };
    body: {
      data: {
        /** A string or an integer */
        id: string | number;
        type: 'file';
        attributes: {
          /** As for an upload */
          filename: string;
        };
      };
    };
    answer: {
      links: {
        /** The path of the request */
        self: string;
      };
      data: {
        /** Unique, never reused */
        id: number;
        type: 'file';
        attributes: {
          filename: string;
          size: number;
        };
      };
    };
  };
  /** Delete a file from the card */
  deleteFile: {
    params: {
      /** Unique, never reused */
      id: number;
    };
    answer: undefined;
  };
  /** Download a file */
  getFileContent: {
    params: {
      /** Unique, never reused */
      id: number;
    };
    answer: undefined;
  };
  /** List the titles and covers of the files */
  getMetadata: {
    answer: {
      links: {
        /** The path of the request */
        self: string;
      };
      data: ({
        /** Unique, never reused */
        id: number;
        /** Its id is that of the file */
        type: 'metadata';
        attributes: {
          title: string | null;
          artist: string | null;
          album: string | null;
          /** Seconds, where the file says it */
          duration: number | null;
          /** The path of its picture, which changes with the file */
          cover: string | null;
        };
      })[];
      meta: {
        /** How many files are still to be read */
        unread: number;
      };
    };
  };
  /** Get the title and cover of a file */
  getFileMetadata: {
    params: {
      /** Unique, never reused */
      id: number;
    };
    answer: {
      links: {
        /** The path of the request */
        self: string;
      };
      data: {
        /** Unique, never reused */
        id: number;
        /** Its id is that of the file */
        type: 'metadata';
        attributes: {
          title: string | null;
          artist: string | null;
          album: string | null;
          /** Seconds, where the file says it */
          duration: number | null;
          /** The path of its picture, which changes with the file */
          cover: string | null;
        };
      };
    };
  };
  /** Get the cover of a file */
  getFileCover: {
    params: {
      /** Unique, never reused */
      id: number;
    };
    query: {
      version?: string;
    };
    answer: undefined;
  };
  /** List unfinished uploads */
  getUploads: {
    answer: {
      links: {
        /** The path of the request */
        self: string;
      };
      data: Upload[];
    };
  };
  /** Get what the station knows of tus */
  getUploadCapabilities: {
    answer: undefined;
  };
  /** Begin a resumable upload */
  createUpload: {
    body?: unknown;
    answer: {
      links: {
        /** The path of the request */
        self: string;
      };
      data: Upload;
    };
  };
  /** Get one upload */
  getUpload: {
    params: {
      /** As in the `Location` of its creation */
      id: string;
    };
    answer: {
      links: {
        /** The path of the request */
        self: string;
      };
      data: Upload;
    };
  };
  /** Continue an upload */
  appendToUpload: {
    params: {
      /** As in the `Location` of its creation */
      id: string;
    };
    body?: unknown;
    answer: undefined;
  };
  /** Cancel an upload */
  cancelUpload: {
    params: {
      /** As in the `Location` of its creation */
      id: string;
    };
    answer: undefined;
  };
  /** List the tags and the files bound to them */
  getTags: {
    answer: {
      links: {
        /** The path of the request */
        self: string;
      };
      data: TagIdentifier[];
      included: Tag[];
    };
  };
  /** Get one tag and the file bound to it */
  getTag: {
    params: {
      /** Unique, never reused */
      id: number;
    };
    answer: {
      links: {
        /** The path of the request */
        self: string;
      };
      data: Tag;
    };
  };
  /** Bind a file to a tag, or remove the binding */
  updateTag: {
    params: {
      /** Unique, never reused */
      id: number;
    };
    body: {
      data: {
        /** A string or an integer */
        id: string | number;
        type: 'tag';
        attributes: {
          /** The file bound to it, if any */
          filename: string | null;
        };
      };
    };
    answer: {
      links: {
        /** The path of the request */
        self: string;
      };
      data: Tag;
    };
  };
  /** Add a tag: wait for a new tag on the reader */
  scanTags: {
    query: {
      /** Seconds to wait, fractions allowed */
      timeout?: number;
    };
    answer: {
      data: TagIdentifier[];
      included: ScannedTag[];
    };
  };
  /** List the names of all tags, and what they do */
  listTagDetails: {
    answer: {
      links: {
        /** The path of the request */
        self: string;
      };
      data: TagDetailsResource[];
    };
  };
  /** Add a tag by its serial, without the tag */
  addTag: {
    body: {
      data: {
        type: 'tag-details';
        attributes: {
          /** `0x` and all bytes of its UID in upper-case hex */
          serial: string;
          model: 'mifare' | 'mifare_classic';
        };
      };
    };
    answer: {
      links: {
        /** The path of the request */
        self: string;
      };
      data: TagDetailsResource;
    };
  };
  /** Get the name of one tag, and what it does */
  getTagDetails: {
    params: {
      /** Unique, never reused */
      id: number;
    };
    answer: {
      links: {
        /** The path of the request */
        self: string;
      };
      data: TagDetailsResource;
    };
  };
  /** Name a tag, and choose what it does */
  updateTagDetails: {
    params: {
      /** Unique, never reused */
      id: number;
    };
    body: {
      data: {
        /** A string or an integer */
        id: string | number;
        type: 'tag-details';
        attributes: {
          /** One line, 1 to 100 characters */
          name?: string | null;
          /** As in CSS, for example `#ff8800` */
          colour?: string | null;
          /** The name of a picture on the card */
          picture?: string | null;
          /** Text of up to 2,000 characters */
          note?: string | null;
          /** What a tap does; null for nothing */
          meaning?: TagMeaning | null;
        };
      };
    };
    answer: {
      links: {
        /** The path of the request */
        self: string;
      };
      data: TagDetailsResource;
    };
  };
  /** Forget a tag */
  deleteTag: {
    params: {
      /** Unique, never reused */
      id: number;
    };
    answer: undefined;
  };
  /** Replace a lost tag by another one */
  replaceTag: {
    body: {
      data: {
        type: 'tag-replacement';
        attributes: {
          /** The id of the lost tag */
          lost: number;
          /** The id of the tag that takes its place */
          replacement: number;
          /** Also where the other tag has a name or files of its own */
          overwrite?: boolean;
        };
      };
    };
    answer: {
      links: {
        /** The path of the request */
        self: string;
      };
      data: TagDetailsResource;
    };
  };
  /** Get what plays */
  getPlayer: {
    answer: {
      links: {
        /** The path of the request */
        self: string;
      };
      data: {
        id: 'player';
        type: 'player';
        attributes: PlayerState;
      };
    };
  };
  /** Set the volume, the position or the sleep timer */
  updatePlayer: {
    body: {
      data: {
        /** A string or an integer */
        id: string | number;
        type: 'player';
        attributes: {
          /** Above `volume_cap` it is lowered to it */
          volume?: number;
          /** Seconds */
          position?: number;
          /** Seconds until it pauses; null for never */
          sleep?: number | null;
        };
      };
    };
    answer: {
      links: {
        /** The path of the request */
        self: string;
      };
      data: {
        id: 'player';
        type: 'player';
        attributes: PlayerState;
      };
    };
  };
  /** Play, pause, stop, or skip to another file */
  commandPlayer: {
    body: {
      data: {
        type: 'player-command';
        attributes: {
          /** `play` resumes what is paused, or plays the file that is named; `previous` starts the file over, or the one before it where it has just begun */
          command: 'play' | 'pause' | 'stop' | 'next' | 'previous';
          /** Only with `play` */
          filename?: string;
        };
      };
    };
    answer: {
      links: {
        /** The path of the request */
        self: string;
      };
      data: {
        id: 'player';
        type: 'player';
        attributes: PlayerState;
      };
    };
  };
  /** Get what a tap does */
  getPlayerSettings: {
    answer: {
      links: {
        /** The path of the request */
        self: string;
      };
      data: {
        id: 'player-settings';
        type: 'player-settings';
        attributes: PlayerSettings;
      };
    };
  };
  /** Change what a tap does */
  updatePlayerSettings: {
    body: {
      data: {
        /** A string or an integer */
        id: string | number;
        type: 'player-settings';
        attributes: {
          /** What happens when the tag is taken away */
          on_removal?: 'continue' | 'pause' | 'stop';
          /** What a tag does that has played before: resume where it was left, restart, or play the next file */
          on_again?: 'resume' | 'restart' | 'next';
          /** Seconds that a tag may be missing before it counts as taken away */
          grace?: number;
          /** Seconds of fading before a pause or a stop */
          fade?: number;
          /** The volume never exceeds it */
          volume_cap?: number;
          /** Play a sound for a tag that is not known or has no file */
          unknown_sound?: boolean;
          /** A file on the card that plays again and again while nothing else does; null for silence */
          idle_file?: string | null;
        };
      };
    };
    answer: {
      links: {
        /** The path of the request */
        self: string;
      };
      data: {
        id: 'player-settings';
        type: 'player-settings';
        attributes: PlayerSettings;
      };
    };
  };
  /** Report from a page that plays */
  reportPlayback: {
    body: {
      data: {
        type: 'player-report';
        attributes: {
          /** Made up by the page, the same until it closes */
          page: string;
          /** Which load it is about */
          load: number;
          /** `ready`: it could play; `blocked`: the browser waits for a click; `closed`: the page is left. The others are about the file. */
          status: 'ready' | 'playing' | 'ended' | 'failed' | 'blocked' | 'closed';
          position?: number;
          duration?: number;
        };
      };
    };
    answer: undefined;
  };
  /** Get the sound for a tag that is not known */
  getUnknownSound: {
    answer: undefined;
  };
  /** Get how often each tag was tapped, and how long it was listened to */
  getStatistics: {
    query: {
      /** The first day, for example `2026-06-01`; default: 29 days before the last one */
      from?: string;
      /** The last day; default: today */
      to?: string;
      /** Days and hours of this tag only */
      tag?: number;
    };
    answer: {
      links: {
        /** The path of the request */
        self: string;
      };
      data: {
        id: 'statistics';
        type: 'statistics';
        attributes: Statistics;
      };
    };
  };
  /** Export the statistics as CSV */
  exportStatistics: {
    query: {
      /** The first day, for example `2026-06-01`; default: 29 days before the last one */
      from?: string;
      /** The last day; default: today */
      to?: string;
    };
    answer: undefined;
  };
  /** Switch the statistics on or off */
  updateStatistics: {
    body: {
      data: {
        /** A string or an integer */
        id: string | number;
        type: 'statistics';
        attributes: {
          recording: boolean;
        };
      };
    };
    answer: {
      links: {
        /** The path of the request */
        self: string;
      };
      data: {
        id: 'statistics';
        type: 'statistics';
        attributes: Statistics;
      };
    };
  };
  /** Delete everything that was recorded */
  deleteStatistics: {
    answer: undefined;
  };
  /** Get the running version and the result of the last update */
  getFirmware: {
    answer: {
      data: {
        type: 'firmware';
        id: 'firmware';
        attributes: {
          /** The running version */
          fw_version: string;
          /** The slot it runs from; null if the station was not started by its launcher */
          slot: 'factory' | 'a' | 'b' | null;
          /** `updating`: an update is running; `installed`: the new version is about to start; `trial`: the new version runs on trial */
          state: 'idle' | 'updating' | 'installed' | 'trial';
          installer: 'slots' | 'command' | 'none';
          /** Unsigned bundles are installed */
          unsigned_allowed: boolean;
          /** The ids of the keys that a bundle may be signed with; none: no signed bundle is accepted */
          trusted_keys: string[];
          /** A bundle that was refused by its header, before anything was written, does not count */
          last_update: {
            /** The version to install, if known */
            fw_version: string | null;
            result: 'committed' | 'rolled-back' | 'failed';
            /** Why it was rolled back or failed */
            reason: string | null;
            cause?: FirmwareReason;
          } | null;
        };
      };
    };
  };
  /** Update the firmware */
  updateFirmware: {
    body: {
      /** The firmware file */
      update: string;
    };
    answer: {
      data: {
        type: 'firmware';
        id: 'firmware';
        attributes: {
          fw_version: string;
          state: string;
        };
      };
    };
  };
  /** Stream the events of the station */
  streamStationEvents: {
    answer: string;
  };
  /** Get this description as OpenAPI 3.1 */
  getStationDescription: {
    answer: unknown;
  };
  /** Read this description as a page */
  getStationDocs: {
    answer: string;
  };
  /** Put a tag on the simulated reader */
  putSimulatedTag: {
    body: {
      /** 0x and 4, 7 or 10 bytes in hex */
      serial: string;
      model?: 'mifare' | 'mifare_classic';
    };
    answer: undefined;
  };
  /** Remove the tag from the simulated reader */
  removeSimulatedTag: {
    answer: undefined;
  };
}

/** What each event carries, by its name. */
export interface StationEvents {
  'snapshot': {
    settings: StationInfo;
    card: {
      state: 'present';
      size: number;
      free: number;
      /** How many files are on it */
      files: number;
      /** The card is a folder on the disk of the machine: `size` and `free` are those of the whole disk */
      is_folder?: true;
      /** Why it cannot be written, and what to do; absent where it can be */
      read_only?: string;
      /** The same for programs: its device is write-protected, the system found errors on it, or it was mounted so */
      read_only_code?: 'locked' | 'damaged' | 'mounted';
    } | {
      state: 'missing';
      reason: string;
      /** The same for programs, as in docs/error-codes.md */
      code: 'card-missing' | 'card-failed';
    };
    reader: {
      state: 'starting';
    } | {
      state: 'ready';
      device: string;
    } | {
      state: 'failed';
      reason: string;
      cause?: ReaderReason;
    };
    /** The reader is simulated: `/simulator/reader` exists */
    simulated: boolean;
    present: ({
      model: 'mifare' | 'mifare_classic';
      /** Every byte of the UID */
      serial: string;
      /** The file bound to it, if any */
      filename: string | null;
      id: number | null;
      /** Its UID changes at every tap, so it cannot be added */
      random: boolean;
    })[];
    firmware: {
      /** The running version */
      fw_version: string;
      /** The slot it runs from; null if the station was not started by its launcher */
      slot: 'factory' | 'a' | 'b' | null;
      /** `updating`: an update is running; `installed`: the new version is about to start; `trial`: the new version runs on trial */
      state: 'idle' | 'updating' | 'installed' | 'trial';
      installer: 'slots' | 'command' | 'none';
      /** Unsigned bundles are installed */
      unsigned_allowed: boolean;
      /** The ids of the keys that a bundle may be signed with; none: no signed bundle is accepted */
      trusted_keys: string[];
      /** A bundle that was refused by its header, before anything was written, does not count */
      last_update: {
        /** The version to install, if known */
        fw_version: string | null;
        result: 'committed' | 'rolled-back' | 'failed';
        /** Why it was rolled back or failed */
        reason: string | null;
        cause?: FirmwareReason;
      } | null;
    };
    player: PlayerState;
    mqtt: MqttState;
    collection: {
      state: 'none';
    } | {
      state: 'importing';
      /** The name of the folder on the card */
      folder: string;
    } | {
      state: 'imported';
      /** The name of the folder on the card */
      folder: string;
      /** How many files were added */
      files: number;
      /** How many tags were added or set */
      tags: number;
      /** How many tags the station had with other details; these stay as they were */
      kept: number;
    } | {
      state: 'refused';
      /** The name of the folder on the card */
      folder: string;
      /** What is wrong, and what to do */
      reason: string;
      /** The same for programs */
      code: 'collection-damaged' | 'collection-newer' | 'collection-conflict' | 'collection-too-many' | 'collection-failed' | 'card-missing' | 'card-failed' | 'card-read-only' | 'card-full';
    };
  };
  'settings': StationInfo;
  'card': {
    state: 'present';
    size: number;
    free: number;
    /** How many files are on it */
    files: number;
    /** The card is a folder on the disk of the machine: `size` and `free` are those of the whole disk */
    is_folder?: true;
    /** Why it cannot be written, and what to do; absent where it can be */
    read_only?: string;
    /** The same for programs: its device is write-protected, the system found errors on it, or it was mounted so */
    read_only_code?: 'locked' | 'damaged' | 'mounted';
  } | {
    state: 'missing';
    reason: string;
    /** The same for programs, as in docs/error-codes.md */
    code: 'card-missing' | 'card-failed';
  };
  'collection': {
    state: 'none';
  } | {
    state: 'importing';
    /** The name of the folder on the card */
    folder: string;
  } | {
    state: 'imported';
    /** The name of the folder on the card */
    folder: string;
    /** How many files were added */
    files: number;
    /** How many tags were added or set */
    tags: number;
    /** How many tags the station had with other details; these stay as they were */
    kept: number;
  } | {
    state: 'refused';
    /** The name of the folder on the card */
    folder: string;
    /** What is wrong, and what to do */
    reason: string;
    /** The same for programs */
    code: 'collection-damaged' | 'collection-newer' | 'collection-conflict' | 'collection-too-many' | 'collection-failed' | 'card-missing' | 'card-failed' | 'card-read-only' | 'card-full';
  };
  'reader': {
    state: 'starting';
  } | {
    state: 'ready';
    device: string;
  } | {
    state: 'failed';
    reason: string;
    cause?: ReaderReason;
  };
  'file.added': {
    /** Unique, never reused */
    id: number;
    filename: string;
    size: number;
  };
  'file.changed': {
    /** Unique, never reused */
    id: number;
    filename: string;
    size: number;
  };
  'file.removed': {
    /** Unique, never reused */
    id: number;
    filename: string;
    size: number;
  };
  'metadata': {
    files: FileMetadata[];
  };
  'tag.learned': {
    /** Unique, never reused */
    id: number;
    model: 'mifare' | 'mifare_classic';
    /** Every byte of the UID */
    serial: string;
    /** The file bound to it, if any */
    filename: string | null;
  };
  'tag.changed': {
    /** Unique, never reused */
    id: number;
    model: 'mifare' | 'mifare_classic';
    /** Every byte of the UID */
    serial: string;
    /** The file bound to it, if any */
    filename: string | null;
  };
  'tag.removed': {
    /** Unique, never reused */
    id: number;
    model: 'mifare' | 'mifare_classic';
    /** Every byte of the UID */
    serial: string;
    /** The file bound to it, if any */
    filename: string | null;
  };
  'tag.details': {
    /** Unique, never reused */
    id: number;
    /** Every byte of the UID */
    serial: string;
    model: 'mifare' | 'mifare_classic';
    /** One line, 1 to 100 characters */
    name: string | null;
    /** As in CSS, for example `#ff8800` */
    colour: string | null;
    /** The name of a picture on the card */
    picture: string | null;
    /** Text of up to 2,000 characters */
    note: string | null;
    /** What a tap does; null for nothing */
    meaning: TagMeaning | null;
    /** Those files of the playlist that are not on the card now. They come back with their card */
    missing: string[];
  };
  'tap.on': {
    model: 'mifare' | 'mifare_classic';
    /** Every byte of the UID */
    serial: string;
    /** The file bound to it, if any */
    filename: string | null;
    id: number | null;
    /** Its UID changes at every tap, so it cannot be added */
    random: boolean;
  };
  'tap.off': {
    model: 'mifare' | 'mifare_classic';
    /** Every byte of the UID */
    serial: string;
    /** The file bound to it, if any */
    filename: string | null;
    id: number | null;
    /** Its UID changes at every tap, so it cannot be added */
    random: boolean;
  };
  'tap.link': {
    /** Unique, never reused */
    id: number;
    /** Every byte of the UID */
    serial: string;
    /** One line, 1 to 100 characters */
    name: string | null;
    url: string;
  };
  'player': PlayerState;
  'mqtt': MqttState;
  'firmware': {
    state: 'receiving' | 'installing' | 'installed' | 'failed' | 'committed' | 'rolled-back';
    fw_version: string | null;
    /** A line of the installer’s output, or why the update failed or was rolled back */
    detail: string | null;
  };
}

export type StationInfo = {
  fw_version: string;
  hw_version: string;
  serial: string;
  nickname: string;
};

export type FileIdentifier = {
  /** Unique, never reused */
  id: number;
  type: 'file';
};

export type ListedFile = {
  /** Unique, never reused */
  id: number;
  type: 'file';
  attributes: {
    filename: string;
    /** Decimal digits */
    size: string;
  };
};

export type Upload = {
  id: string;
  type: 'upload';
  attributes: {
    filename: string;
    media_type: string | null;
    /** Of the whole file */
    size: number;
    /** How many of its bytes the station has */
    offset: number;
    /** The metadata `fingerprint` that the client sent to recognise its file by */
    fingerprint: string | null;
    /** The file that it has become */
    file_id: number | null;
  };
};

export type TagIdentifier = {
  /** Unique, never reused */
  id: number;
  type: 'tag';
};

export type Tag = {
  /** Unique, never reused */
  id: number;
  type: 'tag';
  attributes: {
    model: 'mifare' | 'mifare_classic';
    /** Every byte of the UID */
    serial: string;
    /** The file bound to it, if any */
    filename: string | null;
  };
};

export type ScannedTag = {
  /** Unique, never reused */
  id: number;
  type: 'tag';
  model: 'mifare' | 'mifare_classic';
  /** Every byte of the UID */
  serial: string;
  /** The file bound to it, if any */
  filename: string | null;
};

export type TagDetailsResource = {
  /** Unique, never reused */
  id: number;
  type: 'tag-details';
  attributes: TagDetails;
};

export type TagDetails = {
  /** Every byte of the UID */
  serial: string;
  model: 'mifare' | 'mifare_classic';
  /** One line, 1 to 100 characters */
  name: string | null;
  /** As in CSS, for example `#ff8800` */
  colour: string | null;
  /** The name of a picture on the card */
  picture: string | null;
  /** Text of up to 2,000 characters */
  note: string | null;
  /** What a tap does; null for nothing */
  meaning: TagMeaning | null;
  /** Those files of the playlist that are not on the card now. They come back with their card */
  missing: string[];
};

export type TagMeaning = {
  kind: 'playlist';
  /** The names of files on the card, each once */
  files: string[];
  /** In another order each time; otherwise as listed */
  shuffled: boolean;
} | {
  kind: 'action';
  /** `pause` also resumes what is paused; `sleep` sets the sleep timer */
  action: 'volume_up' | 'volume_down' | 'next' | 'previous' | 'pause' | 'stop' | 'sleep';
  /** Only for `sleep`, default 30 */
  minutes?: number;
} | {
  kind: 'link';
  /** An address of the web, for the page of a visitor: the event `tap.link` */
  url: string;
};

export type PlayerState = {
  player: 'mpv' | 'mpd' | 'browser' | 'none';
  status: 'playing' | 'paused' | 'stopped';
  /** The file that plays or is paused; null where nothing is, and while the sound for an unknown tag plays: `problem` says then which tag it is */
  file: {
    /** Unique, never reused */
    id: number;
    filename: string;
  } | null;
  /** The tag that started it; null where a command did */
  tag: {
    /** Unique, never reused */
    id: number;
    /** Every byte of the UID */
    serial: string;
    /** Its name, if any */
    name: string | null;
  } | null;
  /** Where it is in the files of the tag; null where it is the only one */
  playlist: {
    /** Which of the files it is, from 1 */
    position: number;
    count: number;
    shuffled: boolean;
  } | null;
  /** It is the idle file, because nothing else plays */
  idle: boolean;
  /** Seconds, at the time of the answer or event */
  position: number;
  /** Seconds; null until the player knows it */
  duration: number | null;
  volume: number;
  volume_cap: number;
  /** Seconds until the sleep timer pauses; null where none is set */
  sleep: number | null;
  /** Why nothing plays, or why it stopped */
  problem: {
    reason: string;
    cause: PlayerReason;
  } | null;
  /** For a page that plays, where `player` is `browser` */
  output: {
    /** Grows each time a file is loaded, also the same one again */
    load: number;
    /** The path of the bytes to play */
    content: string | null;
    /** The page that plays; any page may report when it is null */
    page: string | null;
    /** Seconds in which the sound fades out, from now on */
    fade: number | null;
  };
};

/** Why nothing plays, or why it stopped */
export type PlayerReason = {
  code: 'player-not-set';
} | {
  code: 'player-missing';
} | {
  code: 'player-stopped';
} | {
  code: 'player-silent';
} | {
  code: 'mpd-unreachable';
  address: string;
} | {
  code: 'mpd-refused';
  /** What MPD answered */
  message: string;
} | {
  code: 'mpd-needs-open-files';
} | {
  code: 'sound-device-failed';
} | {
  code: 'page-not-open';
} | {
  code: 'page-blocked';
} | {
  code: 'file-not-playable';
  filename: string;
} | {
  code: 'file-removed';
  filename: string;
} | {
  code: 'card-removed';
} | {
  code: 'tag-file-missing';
  filename: string;
} | {
  code: 'playlist-file-missing';
  filename: string;
} | {
  code: 'tag-not-bound';
  serial: string;
} | {
  code: 'tag-unknown';
  serial: string;
} | {
  code: 'tag-random';
};

export type PlayerSettings = {
  /** What happens when the tag is taken away */
  on_removal: 'continue' | 'pause' | 'stop';
  /** What a tag does that has played before: resume where it was left, restart, or play the next file */
  on_again: 'resume' | 'restart' | 'next';
  /** Seconds that a tag may be missing before it counts as taken away */
  grace: number;
  /** Seconds of fading before a pause or a stop */
  fade: number;
  /** The volume never exceeds it */
  volume_cap: number;
  /** Play a sound for a tag that is not known or has no file */
  unknown_sound: boolean;
  /** A file on the card that plays again and again while nothing else does; null for silence */
  idle_file: string | null;
};

export type Statistics = {
  /** Whether taps are counted */
  recording: boolean;
  /** The first day */
  from: string;
  /** The last day */
  to: string;
  /** Those that were tapped, the most tapped first */
  tags: ({
    /** null for all taps of unknown tags together */
    tag: number | null;
    /** null for a tag that was forgotten */
    serial: string | null;
    /** The name of the tag, if it has one */
    name: string | null;
    taps: number;
    /** Seconds */
    listened: number;
  })[];
  /** The days with taps, in order */
  days: ({
    /** The day */
    date: string;
    taps: number;
    /** Seconds */
    listened: number;
  })[];
  /** The hours of the day with taps. Of days long ago the hour is not kept */
  hours: ({
    hour: number;
    taps: number;
    /** Seconds */
    listened: number;
  })[];
};

/** Why the last update failed or was rolled back */
export type FirmwareReason = {
  code: 'bundle-incomplete';
} | {
  code: 'bundle-too-long';
} | {
  code: 'payload-changed';
} | {
  code: 'not-enough-space';
  neededBytes: number;
  freeBytes: number;
} | {
  code: 'archive-unusable';
  /** What is wrong with it, in English */
  message: string;
} | {
  code: 'archive-differs';
} | {
  code: 'archive-damaged';
} | {
  code: 'archive-incomplete';
} | {
  code: 'files-differ';
} | {
  code: 'program-missing';
} | {
  code: 'version-differs';
  version: string;
  found: string;
} | {
  code: 'not-a-station';
} | {
  code: 'not-a-file';
  program: string;
} | {
  code: 'installer-missing';
  program: string;
} | {
  code: 'installer-not-started';
  program: string;
  message: string;
} | {
  code: 'installer-failed';
  program: string;
  /** The last lines that it wrote, or empty */
  output: string;
  status: number;
} | {
  code: 'installer-killed';
  program: string;
  /** The last lines that it wrote, or empty */
  output: string;
  signal: string;
} | {
  code: 'installer-too-slow';
  program: string;
  /** The last lines that it wrote, or empty */
  output: string;
} | {
  code: 'installer-cut-off';
  program: string;
  /** The last lines that it wrote, or empty */
  output: string;
} | {
  code: 'disk-full';
} | {
  code: 'disk-read-only';
} | {
  code: 'disk-not-allowed';
} | {
  code: 'unexpected-error';
} | {
  code: 'version-incomplete';
  version: string;
} | {
  code: 'version-damaged';
  version: string;
  /** What differs, in English */
  damage: string;
} | {
  code: 'version-unproven';
  version: string;
  tries: number;
} | {
  code: 'version-late';
  version: string;
  /** The last line that it wrote, or empty */
  output: string;
  timeoutMs: number;
} | {
  code: 'version-mismatch';
  version: string;
  /** The last line that it wrote, or empty */
  output: string;
  found: string;
} | {
  code: 'version-not-started';
  version: string;
  /** The last line that it wrote, or empty */
  output: string;
  message: string;
} | {
  code: 'version-exited';
  version: string;
  /** The last line that it wrote, or empty */
  output: string;
  status: number;
} | {
  code: 'version-killed';
  version: string;
  /** The last line that it wrote, or empty */
  output: string;
  signal: string;
} | {
  code: 'slot-incomplete';
  /** Where the version was installed */
  slot: string;
} | {
  code: 'slot-damaged';
  /** Where the version was installed */
  slot: string;
  /** What differs, in English */
  damage: string;
} | {
  code: 'slot-failed';
  /** Where the version was installed */
  slot: string;
} | {
  code: 'state-damaged';
};

/** Why the NFC reader does not work */
export type ReaderReason = {
  code: 'reader-not-set';
} | {
  code: 'reader-missing';
  port: string;
} | {
  code: 'reader-not-allowed';
  port: string;
} | {
  code: 'reader-in-use';
  port: string;
} | {
  code: 'reader-not-opened';
  port: string;
} | {
  code: 'reader-unplugged';
  port: string;
} | {
  code: 'reader-other-device';
  port: string;
} | {
  code: 'reader-silent';
  port: string;
} | {
  code: 'reader-stopped';
  port: string;
} | {
  code: 'reader-failed';
} | {
  code: 'pcsc-not-running';
} | {
  code: 'pcsc-not-allowed';
} | {
  code: 'pcsc-unknown-protocol';
} | {
  code: 'pcsc-silent';
} | {
  code: 'pcsc-stopped';
} | {
  code: 'pcsc-linux-only';
} | {
  code: 'pcsc-no-reader';
} | {
  code: 'pcsc-unplugged';
  name: string;
} | {
  code: 'pcsc-no-match';
  filter: string;
  /** Of the readers that are there */
  names: string;
};

/** The connection to the MQTT broker */
export type MqttState = {
  state: 'off';
} | {
  state: 'connecting';
  /** Of the broker, without user name and password */
  address: string;
} | {
  state: 'connected';
  /** Of the broker, without user name and password */
  address: string;
} | {
  state: 'failed';
  /** Of the broker, without user name and password */
  address: string;
  reason: string;
  cause: MqttReason;
};

/** Why the connection to MQTT does not work */
export type MqttReason = {
  code: 'mqtt-unreachable';
  /** Of the broker, without user name and password */
  address: string;
  /** What the names of its settings begin with, such as STATION_MQTT */
  settings: string;
} | {
  code: 'mqtt-login-refused';
  /** Of the broker, without user name and password */
  address: string;
  /** What the names of its settings begin with, such as STATION_MQTT */
  settings: string;
} | {
  code: 'mqtt-not-allowed';
  topic: string;
} | {
  code: 'mqtt-tls-failed';
  /** Of the broker, without user name and password */
  address: string;
  /** What the names of its settings begin with, such as STATION_MQTT */
  settings: string;
  /** What the broker or the system said */
  message: string;
} | {
  code: 'mqtt-lost';
  /** Of the broker, without user name and password */
  address: string;
} | {
  code: 'mqtt-session-taken';
  /** Of the broker, without user name and password */
  address: string;
} | {
  code: 'mqtt-refused';
  /** Of the broker, without user name and password */
  address: string;
  /** What the broker or the system said */
  message: string;
} | {
  code: 'mqtt-ca-unreadable';
  file: string;
  /** What the names of its settings begin with, such as STATION_MQTT */
  settings: string;
};

export type FileMetadata = {
  /** Unique, never reused */
  id: number;
  title: string | null;
  artist: string | null;
  album: string | null;
  /** Seconds, where the file says it */
  duration: number | null;
  /** The path of its picture, which changes with the file */
  cover: string | null;
};

/** Why the service can refuse a request; docs/error-codes.md says what each code means and what to do. */
export type StationErrorCode =
  | 'malformed-request'
  | 'invalid-request'
  | 'resource-mismatch'
  | 'read-only-member'
  | 'unknown-parameter'
  | 'invalid-parameter'
  | 'unsupported-media-type'
  | 'not-acceptable'
  | 'request-too-large'
  | 'request-too-slow'
  | 'headers-too-large'
  | 'range-not-satisfiable'
  | 'unknown-path'
  | 'method-not-allowed'
  | 'unauthorized'
  | 'cross-site-request'
  | 'wrong-host'
  | 'service-stopping'
  | 'disk-full'
  | 'unexpected-error'
  | 'card-missing'
  | 'card-read-only'
  | 'card-failed'
  | 'card-full'
  | 'name-taken'
  | 'invalid-name'
  | 'invalid-content'
  | 'file-too-large'
  | 'file-changed'
  | 'unknown-file'
  | 'no-cover'
  | 'unknown-upload'
  | 'offset-mismatch'
  | 'tus-version'
  | 'unknown-tag'
  | 'tag-in-use'
  | 'file-not-on-card'
  | 'reader-unavailable'
  | 'player-unavailable'
  | 'nothing-to-play'
  | 'firmware-file-missing'
  | 'firmware-rejected'
  | 'update-running';

export type StationPlayerOperation =
  'getPlayer' | 'updatePlayer' | 'commandPlayer' | 'getPlayerSettings' | 'updatePlayerSettings' | 'reportPlayback' | 'getUnknownSound';

export type StationTagDetailsOperation =
  'renameFile' | 'listTagDetails' | 'addTag' | 'getTagDetails' | 'updateTagDetails' | 'deleteTag' | 'replaceTag';

export type StationStatisticsOperation =
  'getStatistics' | 'exportStatistics' | 'updateStatistics' | 'deleteStatistics';

export type StationMetadataOperation =
  'getMetadata' | 'getFileMetadata' | 'getFileCover';

export type StationUploadsOperation =
  'getUploads' | 'getUploadCapabilities' | 'createUpload' | 'getUpload' | 'appendToUpload' | 'cancelUpload';

export const stationPlaces: Record<Exclude<keyof StationOperations, StationPlayerOperation | StationTagDetailsOperation | StationStatisticsOperation | StationMetadataOperation | StationUploadsOperation>, string> = {
  getSettings: 'GET /api/v1/settings',
  updateSettings: 'PATCH /api/v1/settings',
  getCard: 'GET /api/v1/sdcard',
  uploadFile: 'POST /api/v1/files',
  getFile: 'GET /api/v1/files/{id}',
  deleteFile: 'DELETE /api/v1/files/{id}',
  getFileContent: 'GET /api/v1/files/{id}/content',
  getTags: 'GET /api/v1/tags',
  getTag: 'GET /api/v1/tags/{id}',
  updateTag: 'PATCH /api/v1/tags/{id}',
  scanTags: 'GET /api/v1/scanner/tags',
  getFirmware: 'GET /api/v1/firmware',
  updateFirmware: 'PATCH /api/v1/firmware',
  streamStationEvents: 'GET /api/v1/events',
  getStationDescription: 'GET /api/v1/openapi.json',
  getStationDocs: 'GET /api/docs',
  putSimulatedTag: 'PUT /simulator/reader',
  removeSimulatedTag: 'DELETE /simulator/reader',
};

export const stationPlayerPlaces: Record<StationPlayerOperation, string> = {
  getPlayer: 'GET /api/v1/player',
  updatePlayer: 'PATCH /api/v1/player',
  commandPlayer: 'POST /api/v1/player/commands',
  getPlayerSettings: 'GET /api/v1/player/settings',
  updatePlayerSettings: 'PATCH /api/v1/player/settings',
  reportPlayback: 'POST /api/v1/player/reports',
  getUnknownSound: 'GET /api/v1/player/sounds/unknown',
};

export const stationTagDetailsPlaces: Record<StationTagDetailsOperation, string> = {
  renameFile: 'PATCH /api/v1/files/{id}',
  listTagDetails: 'GET /api/v1/tag-details',
  addTag: 'POST /api/v1/tag-details',
  getTagDetails: 'GET /api/v1/tag-details/{id}',
  updateTagDetails: 'PATCH /api/v1/tag-details/{id}',
  deleteTag: 'DELETE /api/v1/tags/{id}',
  replaceTag: 'POST /api/v1/tag-replacements',
};

export const stationStatisticsPlaces: Record<StationStatisticsOperation, string> = {
  getStatistics: 'GET /api/v1/statistics',
  exportStatistics: 'GET /api/v1/statistics.csv',
  updateStatistics: 'PATCH /api/v1/statistics',
  deleteStatistics: 'DELETE /api/v1/statistics',
};

export const stationMetadataPlaces: Record<StationMetadataOperation, string> = {
  getMetadata: 'GET /api/v1/metadata',
  getFileMetadata: 'GET /api/v1/files/{id}/metadata',
  getFileCover: 'GET /api/v1/files/{id}/cover',
};

export const stationUploadsPlaces: Record<StationUploadsOperation, string> = {
  getUploads: 'GET /api/v1/uploads',
  getUploadCapabilities: 'OPTIONS /api/v1/uploads',
  createUpload: 'POST /api/v1/uploads',
  getUpload: 'GET /api/v1/uploads/{id}',
  appendToUpload: 'PATCH /api/v1/uploads/{id}',
  cancelUpload: 'DELETE /api/v1/uploads/{id}',
};
