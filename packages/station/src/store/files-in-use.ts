/** The name of the setting that is the id of the idle file. */
export const idleFileSetting = 'player.idle_file';

/** In SQL: the ids of files that a tag has or that are chosen for something else. */
export const filesInUse = `SELECT file_id FROM tag_files
  UNION SELECT picture_id FROM tags WHERE picture_id IS NOT NULL
  UNION SELECT CAST(value AS INTEGER) FROM settings WHERE name = '${idleFileSetting}'`;
