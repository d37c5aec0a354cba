/** Faults of a store with OpenSSH: what its delivery, list-stores and test-store say, and that the delivery goes out once they are mended. */
import { Resolver } from 'node:dns/promises';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { checkedPackage } from '../../bin/local/store/check-package.ts';
import { DSP, shownStore, useConnectedStage } from '../pipeline/connected-stage.ts';
import { work, workFor } from '../pipeline/stream-stage.ts';
import { command } from '../support/distribution/stores.ts';
import { whyNotHere } from '../support/openssh/sshd.ts';
import {
  diskFaults,
  type StoreFault,
  serverFaults,
  unmountIn,
  whyNoQuota,
} from '../support/openssh/store-faults.ts';
import { withSshd } from '../support/openssh/with-sshd.ts';

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
const pattern = (sentence: string) =>
  new RegExp(`^${escaped(sentence).replace('PATH', '/incoming/\\S+').replaceAll('KEY', 'SHA256:\\S{43}')}$`);

/** The messages that the guide explains, which have dots for what differs. */
function explained(): RegExp[] {
  const guide = readFileSync('docs/guides/connect-a-store.md', 'utf8');
  const rows = guide.split('## Failures')[1]?.matchAll(/^\| (.+?) +\| .+\|$/gm) ?? [];
  return Array.from(rows, ([, message = '']) => message.split(', '))
    .flat()
    .map((message) => new RegExp(escaped(message).replaceAll(escaped('...'), '.*')));
}

const missing = whyNotHere();
if (missing !== undefined) it.skip(`faults of OpenSSH: skipped, because ${missing}`, () => {});
else {
  const stage = useConnectedStage({ audio: Buffer.alloc(20_000_000, 'a song ') });
  const sshd = withSshd('internal-sftp');
  const { resolve4 } = Resolver.prototype;
  afterAll(() => {
    Resolver.prototype.resolve4 = resolve4;
    unmountIn(sshd.folder);
  });

  /** @returns the sentence of the delivery, and what test-store finds. */
  async function found(request: string) {
    const delivery = await stage.deliveryOf(request);
    expect(delivery.attributes.status).toBe('pending');
    const says = String(delivery.meta['last-error']);
    expect(await shownStore()).toMatchObject({
      'last-contact': { problem: says },
      'last-write': { problem: says },
    });
    const { asked } = Object(await command('test-store', { 'dsp-id': DSP }));
    await work();
    const { findings } = Object(await command('test-store', { 'dsp-id': DSP, asked }));
    return { says, tested: findings.find(({ isGood }: { isGood: boolean }) => !isGood) };
  }

  async function expectFault(folder: string, fault: StoreFault): Promise<void> {
    mkdirSync(folder);
    sshd.own(folder);
    await command('connect-store', {
      ...{ 'dsp-id': DSP, host: '127.0.0.1', port: sshd.port, user: sshd.user },
      ...{ 'sign-in': sshd.key('ed25519'), 'host-key': [sshd.fingerprint] },
      ...{ folder: folder.replace(sshd.folder, sshd.sessionFolder), ...fault.given },
    });
    const mend = await fault.cause(folder);
    const { id, upc } = await stage.requested();
    await work();
    const { says, tested } = await found(id);
    await mend();
    expect(says).toMatch(pattern(fault.sentence));
    expect(explained().some((message) => message.test(says))).toBe(true);
    const sentence = expect.stringMatching(pattern(fault.tested ?? fault.sentence));
    expect(tested).toEqual(fault.step && { step: fault.step, isGood: false, says: sentence });
    await workFor(20);
    expect((await stage.deliveryOf(id)).attributes).toMatchObject({ status: 'sent', errors: null });
    expect(await shownStore()).toMatchObject({
      'last-contact': { problem: null },
      'last-write': { problem: null },
    });
    const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' });
    const message = paths.filter((path) => path.endsWith(`${upc}.xml`));
    expect(message).toHaveLength(1);
    expect(await checkedPackage(join(folder, String(message[0])))).toMatchObject({ files: 2, faults: [] });
  }

  describe('a delivery to OpenSSH', () => {
    const names = [...Object.keys(serverFaults(sshd)), ...Object.keys(diskFaults(sshd))];
    for (const [index, name] of names.entries()) {
      const reason = name.includes('quota') ? whyNoQuota() : undefined;
      if (reason !== undefined)
        it.skip(`says that it failed because of ${name}: skipped, because ${reason}`, () => {});
      else
        it(`says that it failed because of ${name}, and goes out once that is mended`, async () => {
          const fault = { ...serverFaults(sshd), ...diskFaults(sshd) }[name];
          if (fault) await expectFault(join(sshd.folder, `fault-${index}`), fault);
        });
    }
  });
}
