export const idleFileSetting = 'player.idle_file';

export const filesInUse = `SELECT file_id FROM tag_files
  UNION SELECT picture_id FROM tags WHERE picture_id IS NOT NULL
  UNION SELECT pictures.value FROM tags, json_each(exhibit, '$.pictures') AS pictures WHERE exhibit IS NOT NULL
  UNION SELECT CAST(value AS INTEGER) FROM settings WHERE name = '${idleFileSetting}'`;
