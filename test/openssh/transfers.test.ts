/** The way of a release to a store with OpenSSH: package, acknowledgement and sales report. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { acknowledgement } from '../../bin/local/store/acknowledgement.ts';
import { checkedPackage } from '../../bin/local/store/check-package.ts';
import { importerWith } from '../../functions/import-usage/handler.ts';
import { DSP, useConnectedStage } from '../pipeline/connected-stage.ts';
import { work, workFor } from '../pipeline/stream-stage.ts';
import { now } from '../pipeline/work-stage.ts';
import { command } from '../support/distribution/stores.ts';
import { servers, whyNotHere } from '../support/openssh/sshd.ts';
import { withSshd } from '../support/openssh/with-sshd.ts';

/** Differ in each report, because the same lines are imported once. */
let plays = 0;

const missing = whyNotHere();
if (missing !== undefined) it.skip(`transfers to OpenSSH: skipped, because ${missing}`, () => {});
else {
  const stage = useConnectedStage({
    audio: Buffer.alloc(2_000_000, 'a song '),
    tracks: 2,
    consumers: { Usage: importerWith({ now }) },
  });

  describe.each(servers)('a release for OpenSSH with %s', (program) => {
    const sshd = withSshd(program);

    it.each(['release', 'batch'])(
      'is transferred completely and confirmed, in the profile %s',
      async (profile) => {
        await command('connect-store', {
          ...{ 'dsp-id': DSP, host: '127.0.0.1', port: sshd.port, user: sshd.user, profile },
          ...{ 'sign-in': sshd.key('ed25519'), 'host-key': [sshd.fingerprint], folder: sshd.sessionFolder },
          reports: 'reports',
        });
        const { id, upc } = await stage.requested();
        const deliveryOf = () => stage.deliveryOf(id);
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
