/**
 * The release that the deliveries of an approval hand over. The first of them reads it and stores it for the others, and
 * for later attempts if it must stay as an operator has approved it. The last one removes it.
 */
import { promisify } from 'node:util';
import { zstdCompress, zstdDecompress } from 'node:zlib';
import * as v from 'valibot';
import type { Item } from '../../kit/table/item.ts';
import {
  bucketReader,
  deleteContent,
  readContent,
  storeContent,
  storedContent,
} from '../../kit/table/stored-content.ts';
import type { Table } from '../../kit/table/table.ts';
import { required } from '../../kit/values/required.ts';
import { makeOnce } from '../../kit/work/make-once.ts';
import { describedError, writeLine } from '../../platform/log.ts';
import type { Delivery } from '../api/deliveries.ts';
import { type Approval, RELEASE_PREFIX, sharedReleaseKey } from '../keys.ts';
import { type HandedRelease, handedRelease } from './parcel-for.ts';

/** When a shared release expires that no delivery has removed. Objects remain a day longer (infra/storage/package-bucket.ts). */
export const SHARED_SECONDS = 86_400;

export interface Sharing {
  readonly table: Table;
  readonly now: () => Date;
  readonly approval: Approval;
}

export const approvalOf = ({ fields }: Delivery): Approval => ({
  requestId: required(fields['distribution-request'], 'Each delivery has a request.'),
  at: fields['created-at'],
});

/** @param read the release as it is now. Called if no delivery has stored it, or it cannot be read. */
export async function sharedRelease(
  { table, now, approval }: Sharing,
  read: () => Promise<HandedRelease>,
): Promise<HandedRelease> {
  let own: HandedRelease | undefined;
  const making = { table, now, key: sharedReleaseKey(approval), keptSeconds: SHARED_SECONDS };
  const row = await makeOnce(making, async () => {
    own = await read();
    return { content: await stored(approval, own) };
  });
  return own ?? (row && (await storedIn(row, approval))) ?? read();
}

/** @returns the release that was stored before, which can be gone. */
export async function storedRelease({
  table,
  approval,
}: Pick<Sharing, 'table' | 'approval'>): Promise<HandedRelease | undefined> {
  const row = await table.get(sharedReleaseKey(approval));
  return row && 'content' in row ? storedIn(row, approval) : undefined;
}

const compress = promisify(zstdCompress);
const decompress = promisify(zstdDecompress);

const stored = async ({ requestId }: Approval, release: HandedRelease) =>
  storeContent(`${RELEASE_PREFIX}${requestId}`, await compress(JSON.stringify(release)));

/** @returns undefined if it cannot be read, also because another version of the service stored it. */
async function storedIn({ content }: Item, { requestId }: Approval): Promise<HandedRelease | undefined> {
  try {
    const bytes = await readContent(v.parse(storedContent, content), bucketReader);
    return v.parse(handedRelease, JSON.parse((await decompress(bytes)).toString()));
  } catch (error) {
    writeLine({ level: 'warn', message: 'release.unreadable', requestId, problem: describedError(error) });
    return undefined;
  }
}

/** What is not removed expires. */
export async function removeSharedRelease(table: Table, approval: Approval): Promise<void> {
  const key = sharedReleaseKey(approval);
  try {
    const content = (await table.get(key))?.['content'];
    if (v.is(storedContent, content)) await deleteContent(content);
    await table.commit([{ delete: key }]);
  } catch (error) {
    const { requestId } = approval;
    writeLine({ level: 'warn', message: 'release.not_removed', requestId, problem: describedError(error) });
  }
}
