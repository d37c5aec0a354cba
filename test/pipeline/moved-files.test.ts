/** Approved releases with files that are not analyzed, which move to another stage before they are delivered. */
import { beforeEach, describe, expect, it } from 'vitest';
import type { HostedFile } from '../support/audio/audio-host.ts';
import { newAdmin, type Person, signedInAgain } from '../support/calls.ts';
import { request } from '../support/distribution/release.ts';
import { command, problemsOf } from '../support/distribution/stores.ts';
import { clearTable, useMoves } from '../support/moves.ts';
import {
  contents,
  DSP,
  deliveriesOf,
  kinds,
  partOf,
  releaseWith,
  timesDelivered,
  usePackingStage,
} from './packing-stage.ts';
import { files } from './sound.ts';
import { work, workFor } from './stream-stage.ts';

const moves = useMoves();
// Names its bucket after the moves have named theirs.
const bucket = usePackingStage();
let ada: Person;
beforeEach(async () => {
  ada = await newAdmin({ video: true, 'music-videos': true });
});

/** Moves the organization to a stage that has nothing else. */
async function move(): Promise<void> {
  const folder = await moves.exported(ada.organizationId);
  await clearTable();
  await command('set-store', { 'dsp-id': DSP, behavior: 'package' });
  await moves.imported(folder);
  await moves.takenOver(folder);
  ada = await signedInAgain(ada);
}

let number = 100;

describe.each(kinds)('%s', (kind) => {
  it.each([
    ['is delivered by another stage as it was approved', false],
    ['is not delivered by another stage if another file is at its address', true],
  ])('%s', async (_, isExchanged) => {
    number += 2;
    const content = contents[partOf[kind]];
    const [bytes, other] = [content(number), content(number + 1)];
    let isDown = false;
    const instead: HostedFile['instead'] = (_request, response) =>
      isDown && Boolean(response.writeHead(503).end());
    const { album, path } = await releaseWith(ada, kind, { bytes, instead });
    const id = await request(ada, album);
    await work();
    await command('approve-request', { id });
    isDown = true;
    await work();
    expect(await deliveriesOf(id)).toMatchObject([{ status: 'pending' }]);
    await move();
    files().put(path, { bytes: isExchanged ? other : bytes });
    await workFor(30);
    expect(await deliveriesOf(id)).toMatchObject([{ status: isExchanged ? 'error' : 'sent' }]);
    expect([await timesDelivered(bucket, bytes), await timesDelivered(bucket, other)]).toEqual([
      isExchanged ? 0 : 1,
      0,
    ]);
  });

  it('must be read by the other stage if it is approved there', async () => {
    number += 1;
    const bytes = contents[partOf[kind]](number);
    const { album } = await releaseWith(ada, kind, { bytes });
    const id = await request(ada, album);
    await work();
    await move();
    expect(await problemsOf('approve-request', { id })).toMatchObject([{ code: 'album_incomplete' }]);
    await workFor(3);
    expect(await problemsOf('approve-request', { id })).toMatchObject([{ code: 'album_incomplete' }]);
    await workFor(3);
    await command('approve-request', { id });
    await workFor(5);
    expect(await timesDelivered(bucket, bytes)).toBe(1);
  });
});
