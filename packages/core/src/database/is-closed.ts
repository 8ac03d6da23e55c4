/** What libsql throws when a database is used after it was closed. It has no code. */
export function isClosedDatabase(error: unknown): boolean {
  return error instanceof TypeError && error.message === 'The database connection is not open';
}
