/** Reads a part of the artwork of an album or of the audio of a track, through the guard of addresses. */
import type { Run } from '../../kit/commands/listed.ts';
import { type Operation, requireRecord } from '../../kit/commands/operation.ts';
import { problem } from '../../kit/values/problems.ts';
import { Unreadable } from '../../platform/egress/unreadable.ts';
import { readSettings } from '../../platform/settings.ts';
import { albums } from '../api/albums.ts';
import { tracks } from '../api/tracks.ts';
import type { readFile } from '../commands.ts';
import { filePart } from '../masters/file-part.ts';

const REQUEST_TIMEOUT_MS = 20_000;

export const run = (async ({ file, id, from, length }, operation) => {
  const url = await addressOf(operation, file, id);
  if (url === null) throw problem('unknown_record', `The ${file} ${id} has no file.`);
  const { webhookAllowedCidrs: allowedCidrs } = readSettings();
  const signal = AbortSignal.timeout(REQUEST_TIMEOUT_MS);
  try {
    const check = { allowedCidrs, requestTimeoutMs: REQUEST_TIMEOUT_MS, signal };
    const { bytes, size, version } = await filePart(url, { from, length }, check);
    return { from, size, version, content: bytes.toString('base64') };
  } catch (error) {
    if (error instanceof Unreadable) throw problem('file_unreadable', error.message);
    throw error;
  }
}) satisfies Run<typeof readFile>;

async function addressOf(
  operation: Operation,
  file: 'artwork' | 'audio',
  id: string,
): Promise<string | null> {
  if (file === 'artwork') return (await requireRecord(operation, albums, id)).fields.artwork;
  return (await requireRecord(operation, tracks, id)).fields['full-audiofile-url'];
}
