import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { digest } from './client.mjs';

/**
 * Compares the station with what its clients know. `owners`: the file of every id ever used. `mayChangeIds`:
 * whether files without a tag may have new ids.
 */
export async function checkStation({
  url,
  cardDir,
  clients,
  owners,
  mayChangeIds = false,
  isUnlisted = (/** @type {string} */ _) => false,
}) {
  const get = async (path) => {
    const answer = await fetch(`${url}${path}`);
    assert.equal(answer.status, 200, `GET ${path} was answered ${answer.status}`);
    return answer.json();
  };
  const { included: files } = await get('/api/v1/sdcard');
  const { included: tags } = await get('/api/v1/tags');
  const { data: settings } = await get('/api/v1/settings');
  const listed = new Map(files.map(({ id, attributes }) => [attributes.filename, { id, ...attributes }]));
  const onCard = readdirSync(cardDir).filter((name) => name !== '.filler' && !isUnlisted(name));
  assert.deepEqual(onCard.sort(), [...listed.keys()].sort(), 'the card holds other files than are listed');

  const contents = new Map(onCard.map((name) => [name, readFileSync(join(cardDir, name))]));
  for (const client of clients) settle(client, { listed, contents, tags, settings });
  checkFiles({ listed, contents, clients, owners, mayChangeIds });
  checkTags({ tags, listed, clients });
}

function settle(client, { listed, contents, tags, settings }) {
  const { inFlight } = client;
  client.inFlight = undefined;
  const tag = tags.find(({ attributes }) => attributes.serial === inFlight?.serial);
  switch (inFlight?.kind) {
    case 'upload':
      if (listed.has(inFlight.name)) client.happened(inFlight, listed.get(inFlight.name).id);
      break;
    case 'replace': {
      const content = contents.get(inFlight.name);
      if (content !== undefined && digest(content) === inFlight.digest) client.happened(inFlight);
      break;
    }
    case 'remove':
      if (!listed.has(inFlight.name)) client.happened(inFlight);
      break;
    case 'rename-file':
      if (listed.has(inFlight.to)) client.happened(inFlight);
      break;
    case 'add-tag':
      if (tag !== undefined) client.happened(inFlight, tag.id);
      break;
    case 'bind':
      if (tag?.attributes.filename === inFlight.filename) client.happened(inFlight);
      break;
    case 'rename':
      if (settings.nickname === inFlight.nickname) client.happened(inFlight);
  }
  if (client.nickname !== undefined)
    assert.equal(settings.nickname, client.nickname, 'the nickname is not the one that was acknowledged');
}

function checkFiles({ listed, contents, clients, owners, mayChangeIds }) {
  const bound = new Set(clients.flatMap(({ tags }) => [...tags.values()].map(({ filename }) => filename)));
  const expected = new Map(clients.flatMap((client) => [...client.files]));
  assert.deepEqual([...listed.keys()].sort(), [...expected.keys()].sort(), 'other files than acknowledged');
  for (const [name, { id, size }] of listed) {
    const known = expected.get(name);
    const content = contents.get(name);
    assert.equal(digest(content), known.digest, `the content of ${name} is not what was acknowledged`);
    assert.equal(Number(size), content.length, `the size of ${name} is wrong`);
    if (mayChangeIds && !bound.has(name)) known.id = id;
    known.id ??= id;
    assert.equal(id, known.id, `the id of ${name} has changed`);
    assert.equal(owners.get(id) ?? known.firstDigest, known.firstDigest, `the id ${id} was given twice`);
    owners.set(id, known.firstDigest);
  }
}

function checkTags({ tags, listed, clients }) {
  const expected = new Map(clients.flatMap((client) => [...client.tags]));
  const serials = tags.map(({ attributes }) => attributes.serial).sort();
  assert.deepEqual(serials, [...expected.keys()].sort(), 'other tags than acknowledged');
  for (const { id, attributes } of tags) {
    const { serial, filename } = attributes;
    assert.deepEqual({ id, filename }, expected.get(serial), `the tag ${serial} is not as acknowledged`);
    if (filename !== null) assert.ok(listed.has(filename), `the tag ${serial} names a file that is gone`);
  }
}
