/**
 * The PC/SC library in a process of its own. Stopping it can block for ever when a card comes or goes at the
 * same moment, and so can a call to a card; from outside, a process can always be ended.
 *
 * Plain JavaScript, because it is started by path, from the sources as well as from what is built of them.
 *
 * @import { Card, Client } from 'pcsc-mini'
 * @import { FromPcscProcess, ToPcscProcess } from './pcsc-messages.ts'
 */

const [moduleName = 'pcsc-mini'] = process.argv.slice(2);

/** @type {Map<number, Card>} */
const cards = new Map();
let lastCard = 0;

process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));

/** @param {FromPcscProcess} message */
const tell = (message) => process.send?.(message);

/** @param {unknown} error */
const textOf = (error) => (error instanceof Error ? error.message : String(error));

const client = await start();
if (client !== undefined) {
  process.on('message', (message) => void obey(client, /** @type {ToPcscProcess} */ (message)));
}

/** @returns {Promise<Client | undefined>} */
async function start() {
  let library;
  try {
    library = (await import(moduleName)).default;
  } catch (error) {
    tell({ event: 'refused', why: 'not-installed', text: textOf(error) });
    return undefined;
  }
  /** @type {Client} */
  const started = new library.Client();
  started.on('error', (error) => tell({ event: 'error', text: textOf(error) }));
  started.on('reader', (slot) => {
    const name = slot.name();
    tell({ event: 'reader', name });
    slot.on('change', ({ raw }) => tell({ event: 'change', name, raw }));
    slot.on('disconnect', () => tell({ event: 'disconnect', name }));
  });
  try {
    started.start();
    tell({ event: 'started' });
    return started;
  } catch (error) {
    tell({ event: 'refused', why: 'no-service', text: textOf(error) });
    return undefined;
  }
}

/** @param {Client} pcsc @param {ToPcscProcess} message */
async function obey(pcsc, message) {
  try {
    tell({ event: 'done', id: message.id, result: await perform(pcsc, message) });
  } catch (error) {
    tell({ event: 'undone', id: message.id, text: textOf(error) });
  }
}

/** @param {Client} pcsc @param {ToPcscProcess} message */
async function perform(pcsc, message) {
  if (message.call === 'connect') {
    const slot = pcsc.reader(message.name);
    if (slot === undefined) throw new Error('the reader is gone');
    cards.set(++lastCard, await slot.connect(message.mode));
    return lastCard;
  }
  const card = cards.get(message.card);
  if (card === undefined) throw new Error('the card is gone');
  switch (message.call) {
    case 'state':
      return { atr: Uint8Array.from((await card.state()).atr) };
    case 'transmit':
      return Uint8Array.from(await card.transmit(message.command));
    case 'disconnect':
      cards.delete(message.card);
      return card.disconnect(message.disposition);
  }
}
