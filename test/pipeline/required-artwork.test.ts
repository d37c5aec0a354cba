/** Stages that require usable artwork. */
import { expect, it } from 'vitest';
import { decideRequestBy } from '../../shared/distribution/review/request-decision.ts';
import { verdict } from '../../shared/distribution/review/verdict.ts';
import { storeOf } from '../../shared/kit/records/store.ts';
import { Table } from '../../shared/kit/table/table.ts';
import { api } from '../../shared/service/api.ts';
import { ask, newRelease, requestFor } from '../support/distribution/release.ts';
import { command, problemsOf } from '../support/distribution/stores.ts';
import { png } from '../support/images.ts';
import { masterServer, withRanges } from '../support/master-server.ts';
import { announce, artworkOf, owner, replace, requested, useArtwork } from './artwork.ts';
import { settle } from './work-stage.ts';

useArtwork({ artwork: 'required' });

const serving = async (width: number, height: number) =>
  (await masterServer(withRanges({ bytes: png(width, height) }))).url;
const UNREAD = 'The artwork of the album has not been read yet. Try again in a minute.';
const SMALL =
  'The artwork of the album has 1200 by 900 pixels. It must be square, with at least 1400 by 1400.';

it('a request is approved once its artwork has been read and is usable', async () => {
  const made = await requested(await serving(1400, 1400));
  expect(await problemsOf('approve-request', { id: made.request })).toMatchObject([
    { code: 'album_incomplete', detail: UNREAD },
  ]);
  await announce(made);
  await settle();
  await command('approve-request', { id: made.request });
});

it('a request with unusable artwork is not approved until the owner replaces it', async () => {
  const made = await requested(await serving(1200, 900));
  await announce(made);
  await settle();
  expect(await problemsOf('approve-request', { id: made.request })).toMatchObject([{ detail: SMALL }]);
  await replace(made, await serving(3000, 3000));
  // A request is open, so the new file is read as well.
  await announce(made);
  await settle();
  expect(await artworkOf(made)).toMatchObject({ status: 'completed', width: 3000 });
  await command('approve-request', { id: made.request });
});

it('a request with a damaged cover is not approved', async () => {
  const bytes = png(3000, 3000).subarray(0, 500);
  const made = await requested((await masterServer(withRanges({ bytes }))).url);
  await announce(made);
  await settle();
  expect(await problemsOf('approve-request', { id: made.request })).toMatchObject([
    { detail: 'The artwork of the album cannot be used. The file ends before the image is complete.' },
  ]);
});

it('artwork replaced without an open request is read once an operator wants to approve', async () => {
  const made = await requested(await serving(1200, 900));
  await announce(made);
  await settle();
  await command('reject-request', { id: made.request, reason: 'The cover is too small.' });
  await replace(made, await serving(3000, 3000));
  await command('requeue-request', { id: made.request });
  expect(await problemsOf('approve-request', { id: made.request })).toMatchObject([{ detail: UNREAD }]);
  await announce(made);
  await settle();
  await command('approve-request', { id: made.request });
});

it('a request waits while its artwork is unread, even if it is replaced during the decision', async () => {
  const made = await requested(await serving(1400, 1400));
  const store = storeOf(api, { table: new Table(), now: new Date() });
  const decide = async () => (await decideRequestBy(store, made.request, verdict)).fields.status;
  expect(await decide()).toBe('pending');
  await announce(made);
  await settle();
  expect(await decide()).toBe('sent');
});

it('a validation reports the unusable artwork for which a request is then rejected', async () => {
  const { album } = await newRelease(owner(), { artwork: await serving(1200, 900) });
  const { body } = await ask(owner(), 200, 'POST', `/albums/${album}/validate`);
  expect(body.meta.validation).toMatchObject({
    'is-complete': false,
    problems: [{ code: 'album_incomplete', detail: SMALL, pointer: '/data/attributes/artwork' }],
  });
  const { errors } = (await ask(owner(), 422, 'POST', '/distribution-requests', requestFor(album))).body;
  expect(errors).toMatchObject([{ code: 'album_incomplete', detail: SMALL }]);
});
