/** What keeps a reader from working. The message is for a person: what is wrong and what to do. */
export class ReaderError extends Error {
  override readonly name = 'ReaderError';
}
