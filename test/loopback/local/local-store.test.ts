/** The store of this machine: what it takes, and how it acknowledges it. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startLocalStore } from '../../../bin/local/store/local-store.ts';
import type { SftpServer } from '../../../bin/local/store/sftp-server.ts';
import { SftpSession } from '../../../shared/distribution/stores/sftp/sftp-session.ts';
import { readAcknowledgement } from '../../../shared/ern/acknowledgements/read-acknowledgement.ts';
import { eventually } from '../../support/hand-made.ts';

const folder = mkdtempSync(join(tmpdir(), 'local-store-'));
let server: SftpServer | undefined;
beforeAll(async () => {
  const own = { folder, port: 0, user: 'label', password: 'store-password' };
  server = await startLocalStore({ ...own, response: 'accept', reason: '', lateSeconds: 0, tell: () => {} });
});
afterAll(async () => {
  await server?.stop();
  for (const each of [folder, `${folder}.host-key`]) rmSync(each, { recursive: true, force: true });
});

const message = (id: string) =>
  `<NewReleaseMessage><MessageHeader><MessageId>${id}</MessageId></MessageHeader></NewReleaseMessage>`;

/** As the stage does: under another name first. */
async function placed(path: string, content: string): Promise<void> {
  const { port = 0, fingerprint = '' } = server ?? {};
  const limits = {
    allowedCidrs: ['127.0.0.0/8'],
    idleTimeoutMs: 20_000,
    until: new AbortController().signal,
  };
  const signIn = { password: 'store-password' };
  const target = { host: '127.0.0.1', port, user: 'label', signIn, hostKeys: [fingerprint] };
  const session = await SftpSession.open(target, limits);
  writeFileSync(join(folder, `${path}.part`), content);
  await session.rename(`${path}.part`, path);
  session.close();
}

it('the local store acknowledges each release of a batch once its manifest has arrived', async () => {
  const batch = '20270102030405006';
  for (const upc of ['850001000314', '850001000321']) {
    mkdirSync(join(folder, batch, upc), { recursive: true });
    await placed(`${batch}/${upc}/${upc}.xml`, message(`m-${upc}`));
  }
  expect(readdirSync(join(folder, 'acknowledgements'))).toEqual([]);
  await placed(`${batch}/BatchComplete_${batch}.xml`, '<ManifestMessage/>');
  const acknowledged = () =>
    readdirSync(join(folder, 'acknowledgements'))
      .filter((name) => name.endsWith('.xml'))
      .flatMap((name) => readAcknowledgement(readFileSync(join(folder, 'acknowledgements', name), 'utf8')));
  await eventually(() => acknowledged().length).toBe(2);
  expect(acknowledged().map(({ about, says }) => [about, says])).toEqual([
    [{ messageId: 'm-850001000314' }, 'completed_takedown'],
    [{ messageId: 'm-850001000321' }, 'completed_takedown'],
  ]);
});
