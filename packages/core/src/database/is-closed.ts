/** libsql's error for using a closed database has no code. */
export function isClosedDatabase(error: unknown): boolean {
  return error instanceof TypeError && error.message === 'The database connection is not open';
}
