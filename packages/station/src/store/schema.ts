/** Each migration runs once, in order. Never change a released migration; add a new one instead. */
export const migrations: readonly string[] = [
  `
  CREATE TABLE settings (
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL
  ) STRICT;

  -- One row for each life of a file. AUTOINCREMENT: an id is never given twice.
  -- disk_name is the name as the card has it, byte for byte; name is the one shown, in NFC.
  -- A file that vanished keeps its row (present = 0): if the same file comes back with its card,
  -- so do its id and its tags.
  CREATE TABLE files (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    disk_name BLOB NOT NULL,
    name TEXT NOT NULL,
    size_bytes INTEGER NOT NULL,
    modified_ns TEXT NOT NULL,
    media_type TEXT,
    present INTEGER NOT NULL DEFAULT 1,
    -- The place of a file in a folder among all of them. Null for files outside folders.
    sort_key TEXT
  ) STRICT;
  CREATE UNIQUE INDEX files_present ON files (disk_name) WHERE present = 1;
  CREATE INDEX files_lost ON files (disk_name) WHERE present = 0;
  CREATE INDEX files_sorted ON files (sort_key) WHERE present = 1 AND sort_key IS NOT NULL;

  -- A tag with an action or an address has no files.
  CREATE TABLE tags (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    serial TEXT NOT NULL UNIQUE,
    model TEXT NOT NULL,
    name TEXT,
    colour TEXT,
    picture_id INTEGER REFERENCES files (id) ON DELETE SET NULL,
    note TEXT,
    shuffled INTEGER NOT NULL DEFAULT 0,
    action TEXT,
    -- Of an action: minutes of the sleep timer, seconds to move within the file, language to set.
    minutes INTEGER,
    seconds INTEGER,
    language TEXT,
    url TEXT,
    -- The folder of a tag that means an album, and its key in the order of files.
    folder TEXT,
    folder_key TEXT,
    -- The address of a stream.
    stream TEXT,
    -- Settings of the player that differ for this tag, in JSON.
    playback TEXT,
    -- How its drawings are plotted, in JSON.
    plot TEXT,
    -- Texts and pictures for a screen, in JSON; the pictures are ids of files.
    exhibit TEXT
  ) STRICT;
  CREATE INDEX tags_picture ON tags (picture_id) WHERE picture_id IS NOT NULL;
  CREATE INDEX tags_folder ON tags (folder_key) WHERE folder_key IS NOT NULL;

  -- The last position of each tag: in which of its files, and at which time. The order of a shuffled list is made from seed.
  CREATE TABLE places (
    tag_id INTEGER PRIMARY KEY REFERENCES tags (id) ON DELETE CASCADE,
    file_id INTEGER NOT NULL REFERENCES files (id) ON DELETE CASCADE,
    position_ms INTEGER NOT NULL,
    seed INTEGER NOT NULL DEFAULT 0
  ) STRICT;
  CREATE INDEX places_file ON places (file_id);

  -- Where the episodes of a podcast were left; null after the end. used counts up with each change.
  CREATE TABLE episodes (
    tag_id INTEGER NOT NULL REFERENCES tags (id) ON DELETE CASCADE,
    episode TEXT NOT NULL,
    position_ms INTEGER,
    used INTEGER NOT NULL,
    PRIMARY KEY (tag_id, episode)
  ) STRICT, WITHOUT ROWID;

  -- The files of a tag, in order. A file bound through the document's interface is a list of one.
  CREATE TABLE tag_files (
    tag_id INTEGER NOT NULL REFERENCES tags (id) ON DELETE CASCADE,
    position INTEGER NOT NULL,
    file_id INTEGER NOT NULL REFERENCES files (id) ON DELETE CASCADE,
    PRIMARY KEY (tag_id, position)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX tag_files_file ON tag_files (file_id);

  -- Title and cover of files, read once for each version of a file, when a client asks.
  CREATE TABLE metadata (
    file_id INTEGER PRIMARY KEY REFERENCES files (id) ON DELETE CASCADE,
    version TEXT NOT NULL,
    title TEXT,
    artist TEXT,
    album TEXT,
    duration_ms INTEGER,
    has_cover INTEGER NOT NULL
  ) STRICT;

  -- Taps and listening time of each tag by hour. Hours are counted since 1970, in UTC. Days long ago have one row for the
  -- whole day (span = 24). Tag 0 is all unknown tags. A deleted tag keeps its rows: an id is never given twice.
  CREATE TABLE statistics (
    hour INTEGER NOT NULL,
    tag_id INTEGER NOT NULL,
    span INTEGER NOT NULL,
    taps INTEGER NOT NULL,
    listened_ms INTEGER NOT NULL,
    PRIMARY KEY (hour, tag_id, span)
  ) STRICT, WITHOUT ROWID;

  -- The listening time of one day, for the limits.
  CREATE TABLE listened (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    day TEXT,
    used_ms INTEGER NOT NULL,
    run_ms INTEGER NOT NULL
  ) STRICT;

  -- Resumable uploads. The first stored_bytes bytes of an unfinished one (file_id IS NULL) are safe in a hidden file on
  -- the card. idle_ms counts only while the station runs, because it may not know the time.
  CREATE TABLE uploads (
    id TEXT PRIMARY KEY,
    filename TEXT NOT NULL,
    media_type TEXT,
    size_bytes INTEGER NOT NULL,
    stored_bytes INTEGER NOT NULL,
    metadata TEXT NOT NULL,
    replaces TEXT,
    file_id INTEGER,
    idle_ms INTEGER NOT NULL DEFAULT 0
  ) STRICT;

  -- The SHA-256 of files that were compared with a collection, each for one version of the file.
  CREATE TABLE file_hashes (
    file_id INTEGER PRIMARY KEY REFERENCES files (id) ON DELETE CASCADE,
    version TEXT NOT NULL,
    sha256 TEXT NOT NULL
  ) STRICT;
  `,
];
