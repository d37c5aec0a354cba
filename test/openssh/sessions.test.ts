/** Sessions with OpenSSH's server: signing in, files, a full disk, a folder that is read-only, and sessions that are killed. */
import { createHash, randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { StoreFailure } from '../../shared/distribution/stores/connected/store-failure.ts';
import type { ListedFile, PlacedFile } from '../../shared/distribution/stores/connected/store-files.ts';
import { SftpFiles } from '../../shared/distribution/stores/sftp/sftp-files.ts';
import { SftpSession } from '../../shared/distribution/stores/sftp/sftp-session.ts';
import { runProgram } from '../support/openssh/run-program.ts';
import { keyTypes, servers, whyNotHere } from '../support/openssh/sshd.ts';
import { targetOf, withSshd } from '../support/openssh/with-sshd.ts';
import { FINGERPRINT } from '../support/stores/connecting.ts';

const limits = { allowedCidrs: ['127.0.0.0/8'], idleTimeoutMs: 20_000, until: new AbortController().signal };
const content = randomBytes(3_000_017);

const fileOf = (path: string, bytes: Buffer, onPiece = () => {}): PlacedFile => ({
  path,
  bytes: bytes.length,
  sha256: createHash('sha256').update(bytes).digest('hex'),
  read: async function* (from) {
    for (let at = from; at < bytes.length; at += 50_000) {
      onPiece();
      yield bytes.subarray(at, at + 50_000);
    }
  },
});

async function failureOf(attempt: Promise<unknown>): Promise<[string, string]> {
  const error = await attempt.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof StoreFailure)) throw new Error(`It did not fail with a sentence: ${String(error)}`);
  return [error.fault, error.message];
}

const missing = whyNotHere();
if (missing !== undefined) it.skip(`sessions with OpenSSH: skipped, because ${missing}`, () => {});
else
  describe.each(servers)('OpenSSH with %s', (program) => {
    const sshd = withSshd(program);
    const open = async (more: object = {}) =>
      new SftpFiles(await SftpSession.open(targetOf(sshd, more), limits), sshd.user);
    const at = (name: string) => `${sshd.sessionFolder}/${name}`;
    const there = (name: string) => readFileSync(join(sshd.folder, name));

    it.each(keyTypes)('lets the stage sign in with a key of %s', async (type) => {
      const files = await open({ signIn: { key: sshd.key(type) } });
      expect(await files.stat(sshd.sessionFolder)).toMatchObject({ isFolder: true });
      files.close();
    });

    it('lets the stage sign in with the password, and with no other', async () => {
      (await open()).close();
      expect(await failureOf(open({ signIn: { password: 'no' } }))).toEqual([
        'sign_in',
        `The store rejected the sign-in of the user ${sshd.user} with the password.`,
      ]);
    });

    it('gets nothing if its host key is not the pinned one', async () => {
      const [fault, sentence] = await failureOf(open({ hostKeys: [FINGERPRINT] }));
      expect(fault).toBe('host_key');
      expect(sentence).toContain(sshd.fingerprint);
    });

    it('accepts a file, which is not sent again', async () => {
      const files = await open();
      const file = fileOf(at('song.wav'), content);
      expect(await files.put(file)).toBe(content.length);
      expect(there('song.wav').equals(content)).toBe(true);
      expect(await files.put(file)).toBe(0);
      files.close();
    });

    it('gets only the missing or different part of a file', async () => {
      const files = await open();
      for (const [name, before] of [
        ['short', content.subarray(0, 1_000_000)],
        ['longer', Buffer.concat([content, content])],
        ['other', Buffer.concat([content.subarray(0, 500_000), randomBytes(10)])],
      ] as const) {
        writeFileSync(join(sshd.folder, name), before);
        sshd.own(join(sshd.folder, name));
        expect(await files.put(fileOf(at(name), content)), name).toBeLessThan(content.length);
        expect(there(name).equals(content), name).toBe(true);
      }
      files.close();
    });

    it('sees a mark only once it is confirmed and whole', async () => {
      const files = await open();
      const mark = fileOf(at('message.xml'), Buffer.from('<message/>'));
      await expect(files.putMark(mark, () => Promise.reject(new Error('Overtaken.')))).rejects.toThrow();
      expect(await files.stat(at('message.xml'))).toBeUndefined();
      await files.putMark(mark, async () => {});
      expect(there('message.xml').toString()).toBe('<message/>');
      // Once more, with other content.
      await files.putMark(fileOf(at('message.xml'), Buffer.from('<other/>')), async () => {});
      expect(there('message.xml').toString()).toBe('<other/>');
      files.close();
    });

    it('creates folders even if they exist, and lists a thousand files', async () => {
      const files = await open();
      await files.makeFolder(at('many'));
      await files.makeFolder(at('many'));
      for (let number = 0; number < 1000; number++)
        writeFileSync(join(sshd.folder, 'many', `${number}.xml`), 'x');
      const listed: ListedFile[] = [];
      for await (const page of files.list(at('many'))) listed.push(...page);
      expect(listed).toHaveLength(1000);
      expect(await failureOf(files.requireFolder(at('nowhere')))).toEqual([
        'missing',
        `The folder ${at('nowhere')} is missing at the store.`,
      ]);
      files.close();
    });

    it('says that its folder is read-only', async () => {
      mkdirSync(join(sshd.folder, 'closed'));
      chmodSync(join(sshd.folder, 'closed'), 0o555);
      const files = await open();
      expect(await failureOf(files.put(fileOf(at('closed/song.wav'), content)))).toEqual([
        'permission',
        `The store denies permission. It was asked to write ${at('closed/song.wav')}.`,
      ]);
      files.close();
    });

    it('reports a full disk, and gets the rest of the file once there is space', async () => {
      const full = join(sshd.folder, 'full');
      mkdirSync(full);
      runProgram('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', full]);
      try {
        sshd.own(full);
        const files = await open();
        const file = fileOf(at('full/song.wav'), content);
        expect(await failureOf(files.put(file))).toEqual([
          'space',
          `The disk of the store is full. It was asked to write ${at('full/song.wav')}.`,
        ]);
        files.close();
        runProgram('mount', ['-o', 'remount,size=10m', full]);
        const again = await open();
        expect(await again.put(file)).toBeLessThan(content.length);
        expect(there('full/song.wav').equals(content)).toBe(true);
        again.close();
      } finally {
        runProgram('umount', ['--lazy', full]);
      }
    });

    it('loses nothing when its session is killed', async () => {
      // With more sent than can be in flight, the server has confirmed a part of it.
      const song = Buffer.concat([content, content]);
      const files = await open();
      let pieces = 0;
      const file = fileOf(at('killed.wav'), song, () => {
        pieces += 1;
        if (pieces === 100) expect(sshd.endSessions()).toBeGreaterThan(0);
      });
      const [fault, sentence] = await failureOf(files.put(file));
      expect([fault, sentence.split('.')[0]]).toEqual(['closed', 'The store closed the connection']);
      const again = await open();
      expect(await again.put(fileOf(at('killed.wav'), song))).toBeLessThan(song.length);
      expect(there('killed.wav').equals(song)).toBe(true);
      again.close();
    });
  });
