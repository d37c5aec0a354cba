/** Places the file that tells a store that others are complete. */
import { StoreFailure } from '../connected/store-failure.ts';
import type { PlacedFile } from '../connected/store-files.ts';
import { isWhole, putFile } from './put-file.ts';
import type { SftpSession } from './sftp-session.ts';

/**
 * Under another name first, because a store that sees the file must be able to read all of it.
 * @param confirm called before the store can see it.
 * @returns how many bytes were sent.
 */
export async function placeMark(
  session: SftpSession,
  mark: PlacedFile,
  confirm: () => Promise<void>,
): Promise<number> {
  const there = await session.stat(mark.path);
  if (there && (await isWhole(session, mark, there.bytes))) return 0;
  const part = `${mark.path}.part`;
  const sent = await putFile(session, { ...mark, path: part });
  await confirm();
  if (there) await session.remove(mark.path);
  try {
    await session.rename(part, mark.path);
    return sent;
  } catch (error) {
    // Some servers do not rename.
    if (!(error instanceof StoreFailure) || (error.fault !== 'protocol' && error.fault !== 'permission'))
      throw error;
    const placed = await putFile(session, mark);
    await session.remove(part).catch(() => {});
    return sent + placed;
  }
}
