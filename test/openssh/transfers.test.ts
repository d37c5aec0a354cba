/** The way of a release to a store with OpenSSH: package, acknowledgement and sales report. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { acknowledgement } from '../../bin/local/store/acknowledgement.ts';
import { checkedPackage } from '../../bin/local/store/check-package.ts';
import { delivererWith } from '../../functions/deliver-releases/handler.ts';
import { importerWith } from '../../functions/import-usage/handler.ts';
import { reviewerWith } from '../../functions/review-requests/handler.ts';
import { transfererWith } from '../../functions/transfer-releases/handler.ts';
import { storeFor } from '../../shared/distribution/stores/store-for.ts';
import { work, workFor } from '../pipeline/stream-stage.ts';
import { now, useWorkStage } from '../pipeline/work-stage.ts';
import { newAdmin, type Person } from '../support/calls.ts';
import { ask, newRelease, request } from '../support/distribution/release.ts';
import { command } from '../support/distribution/stores.ts';
import { newUpc } from '../support/examples.ts';
import { servers, whyNotHere } from '../support/openssh/sshd.ts';
import { withSshd } from '../support/openssh/with-sshd.ts';
import { stopReceivers, trustReceivers } from '../support/receivers.ts';
import { type FileServer, fileServer } from '../support/stores/file-server.ts';
import { withBucket } from '../support/stores/local-bucket.ts';

const DSP = '2';
/** Differ in each report, because the same lines are imported once. */
let plays = 0;
const clock = { now, random: () => 0.5 };

const missing = whyNotHere();
if (missing !== undefined) it.skip(`transfers to OpenSSH: skipped, because ${missing}`, () => {});
else {
  useWorkStage({
    consumers: {
      Review: reviewerWith({ now }),
      Store: delivererWith({ ...clock, storeFor }),
      Transfer: transfererWith(clock),
      Usage: importerWith({ now }),
    },
    settings: { qaMode: 'auto', qaWaitSeconds: 0 },
    streams: true,
  });
  withBucket();
  let ada: Person;
  let files: FileServer;
  beforeAll(async () => {
    trustReceivers();
    files = await fileServer();
    files.served.set('/cover.jpg', Buffer.from('a cover'));
    files.served.set('/song.wav', Buffer.alloc(2_000_000, 'a song '));
    ada = await newAdmin();
    return stopReceivers;
  });

  describe.each(servers)('a release for OpenSSH with %s', (program) => {
    const sshd = withSshd(program);

    it.each(['release', 'batch'])(
      'goes out whole and comes back confirmed, in the profile %s',
      async (profile) => {
        await command('connect-store', {
          ...{ 'dsp-id': DSP, host: '127.0.0.1', port: sshd.port, user: sshd.user, profile },
          ...{ 'sign-in': sshd.key('ed25519'), 'host-key': [sshd.fingerprint], folder: sshd.sessionFolder },
          reports: 'reports',
        });
        const upc = newUpc();
        const { album } = await newRelease(ada, {
          tracks: 2,
          dsps: [DSP],
          'upc-code': upc,
          artwork: files.url('/cover.jpg'),
          track: { 'full-audiofile-url': files.url('/song.wav'), 'isrc-code': null },
        });
        const id = await request(ada, album);
        const deliveryOf = async () =>
          (await ask(ada, 200, 'GET', `/distribution-requests/${id}?include=deliveries`)).body.included[0];
        await work();
        expect((await deliveryOf()).attributes).toMatchObject({ status: 'sent', errors: null });
        const paths = readdirSync(sshd.folder, { recursive: true, encoding: 'utf8' });
        const message = paths.find((path) => path.endsWith(`${upc}.xml`));
        const checked = await checkedPackage(join(sshd.folder, String(message)));
        expect(checked).toMatchObject({ releaseId: upc, files: 3, faults: [] });
        expect(paths.filter((path) => path.endsWith('.part'))).toEqual([]);
        expect(paths.some((path) => path.includes('BatchComplete_'))).toBe(profile === 'batch');

        for (const folder of ['acknowledgements', 'reports'])
          mkdirSync(join(sshd.folder, folder), { recursive: true });
        const said = acknowledgement({ checked, response: 'accept', reason: '', now: now() });
        writeFileSync(join(sshd.folder, 'acknowledgements', `ACK_${profile}.xml`), said);
        const day = now().toISOString().slice(0, 10);
        const report = `date,dsp_id,country,isrc,plays,revenue,currency\n${day},${DSP},DE,GBUM71703692,${++plays},1.5,EUR\n`;
        writeFileSync(join(sshd.folder, 'reports', `${program}-${profile}.csv`), report);
        await command('read-store', { 'dsp-id': DSP });
        await workFor(2);
        expect((await deliveryOf()).meta.report).toMatchObject({ outcome: 'completed' });
        const name = `dsp-${DSP}/${program}-${profile}.csv`;
        expect(await command('show-usage-import', { name })).toMatchObject({ state: 'done', imported: 1 });
        expect(readFileSync(join(sshd.folder, 'reports', `${program}-${profile}.csv`), 'utf8')).toBe(report);
      },
    );
  });
}
