import type { TagDetails, TagDetailsChange } from '@stationery/client/tags';
import type { CommandContext } from '../../command-line/command.ts';
import { describeDetails } from './describe-details.ts';
import { connectTags, findTag } from './find-tag.ts';

export async function changeTag(
  context: Pick<CommandContext, 'sources' | 'signal' | 'out'>,
  word: string,
  changeOf: (known: TagDetails) => TagDetailsChange | undefined,
): Promise<undefined> {
  const { out, signal } = context;
  const tags = await connectTags(context);
  const known = findTag(await tags.list({ signal }), word);
  const change = changeOf(known);
  const tag = change === undefined ? known : await tags.change(known.id, change, { signal });
  out.result(tag, () => out.line(describeDetails(tag)));
}
