/** Files that are placed at a store, from the beginning and after an interruption. */
import { createHash, randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { PlacedFile } from '../../../shared/distribution/stores/connected/store-files.ts';
import { putFile } from '../../../shared/distribution/stores/sftp/put-file.ts';
import { SftpSession } from '../../../shared/distribution/stores/sftp/sftp-session.ts';
import { withSftpStore } from '../../support/stores/sftp-store.ts';

const store = withSftpStore();
afterEach(() => store.empty());

const content = randomBytes(3_000_017);
const PATH = 'song.wav';

/** @param asked takes the places from which the content is read. */
const fileOf = (bytes: Buffer, asked: number[] = []): PlacedFile => ({
  path: PATH,
  bytes: bytes.length,
  sha256: createHash('sha256').update(bytes).digest('hex'),
  read: async function* (from) {
    asked.push(from);
    for (let at = from; at < bytes.length; at += 50_000) yield bytes.subarray(at, at + 50_000);
  },
});

async function put(file: PlacedFile): Promise<number> {
  const { port, fingerprint } = store.server;
  const session = await SftpSession.open(
    {
      host: '127.0.0.1',
      port,
      user: 'label',
      signIn: { password: 'Correct-Horse-1' },
      hostKeys: [fingerprint],
    },
    { allowedCidrs: ['127.0.0.0/8'], idleTimeoutMs: 10_000, until: new AbortController().signal },
  );
  try {
    return await putFile(session, file);
  } finally {
    session.close();
  }
}

const there = (): Buffer => readFileSync(join(store.folder, PATH));
const leave = (bytes: Buffer): void => writeFileSync(join(store.folder, PATH), bytes);

describe('a file uploaded to a store', () => {
  it.each([0, 1, 32_768, 32_769, content.length])('has all of its %i bytes', async (length) => {
    const bytes = content.subarray(0, length);
    expect(await put(fileOf(bytes))).toBe(length);
    expect(there().equals(bytes)).toBe(true);
  });

  it('is not sent again if it is already there', async () => {
    leave(content);
    const asked: number[] = [];
    expect(await put(fileOf(content, asked))).toBe(0);
    expect(asked).toEqual([]);
    expect(store.calls.filter(({ name }) => name === 'write')).toEqual([]);
  });

  it.each([1, 32_768, 1_000_000, content.length - 1])('resumes after %i bytes', async (length) => {
    leave(content.subarray(0, length));
    const sent = await put(fileOf(content));
    expect(there().equals(content)).toBe(true);
    expect(content.length - sent).toBeGreaterThan(length - 32_768);
    expect(content.length - sent).toBeLessThanOrEqual(length);
  });

  it('is sent from the first difference, even at the same length', async () => {
    const damaged = Buffer.from(content);
    damaged[2_000_000] = (damaged[2_000_000] ?? 0) ^ 1;
    leave(damaged);
    expect(await put(fileOf(content))).toBeLessThan(1_100_000);
    expect(there().equals(content)).toBe(true);
  });

  it('is shortened if the store has more', async () => {
    leave(Buffer.concat([content, Buffer.from('more')]));
    await put(fileOf(content));
    expect(there().equals(content)).toBe(true);
  });

  it('replaces another file', async () => {
    leave(randomBytes(5_000_000));
    expect(await put(fileOf(content))).toBe(content.length);
    expect(there().equals(content)).toBe(true);
  });

  it('resumes after a cut connection', async () => {
    let writes = 0;
    store.onCall = ({ name }) => {
      if (name !== 'write') return undefined;
      writes += 1;
      return writes === 60 ? 'cut' : undefined;
    };
    await expect(put(fileOf(content))).rejects.toThrow(/closed the connection/);
    store.onCall = undefined;
    expect(await put(fileOf(content))).toBeLessThan(content.length);
    expect(there().equals(content)).toBe(true);
  });

  it('has at most 64 writes in flight', async () => {
    let [now, most] = [0, 0];
    store.onCall = ({ name }) => {
      if (name !== 'write') return undefined;
      now += 1;
      most = Math.max(most, now);
      setImmediate(() => {
        now -= 1;
      });
      return undefined;
    };
    await put(fileOf(content));
    expect(most).toBeGreaterThan(1);
    expect(most).toBeLessThanOrEqual(64);
  });

  it.each([0, 1, 40_000, content.length - 1])(
    'that has more than %i bytes of the manifest is rejected',
    async (length) => {
      let read = 0;
      const file = {
        ...fileOf(content.subarray(0, length)),
        // Without an end.
        read: async function* (from: number) {
          for (let at = from; ; at += 50_000) {
            const piece = content.subarray(at % content.length, (at % content.length) + 50_000);
            read += piece.length;
            yield piece;
          }
        },
      };
      const sent = () => store.calls.filter(({ name }) => name === 'write').length;
      const placed = put(file);
      if (length === 0) expect(await placed).toBe(0);
      else await expect(placed).rejects.toThrow(/is not the one in its manifest/);
      expect(sent() * 32_768).toBeLessThan(length + 2 * 300_000);
      expect(read).toBeLessThan(length + 500_000);
      store.calls.length = 0;
      leave(content.subarray(0, Math.min(length, 32_768)));
      if (length > 32_768) await expect(put(file)).rejects.toThrow(/is not the one in its manifest/);
    },
  );

  it('is compared with the manifest also if it is resumed', async () => {
    const file = { ...fileOf(content), sha256: createHash('sha256').update('another').digest('hex') };
    for (const length of [40_000, content.length - 1, content.length]) {
      leave(content.subarray(0, length));
      await expect(put(file), String(length)).rejects.toThrow(/is not the one in its manifest/);
    }
  });

  it('is not mistaken for another file of the manifest', async () => {
    const file = { ...fileOf(content), sha256: createHash('sha256').update('another').digest('hex') };
    await expect(put(file)).rejects.toThrow(/is not the one in its manifest/);
  });
});
