/** What keeps a reader from working. The message is for a person: what is wrong and what to do. */
export class ReaderTrouble extends Error {
  override readonly name = 'ReaderTrouble';
}
