/** Hooks of distribution requests: their requirements, and their effect on the album. */
import { allowedDsps } from '../../accounts/allowed-dsps.ts';
import { users } from '../../accounts/api/users.ts';
import { type Album, albums } from '../../catalogue/api/albums.ts';
import type { Context } from '../../kit/crud/context.ts';
import { type Draft, hooksOf } from '../../kit/crud/write/hooks.ts';
import { changed, findRecord } from '../../kit/records/store.ts';
import { problem } from '../../kit/values/problems.ts';
import { matchingWork } from '../../matching/text/matching-work.ts';
import { readSettings } from '../../platform/settings.ts';
import { countryData } from '../../reference/data/countries.ts';
import { dspsOf } from '../album-stores.ts';
import { distributionRequests } from '../api/distribution-requests.ts';
import { requestsOf, requestsUnchanged } from '../holding/album-requests.ts';
import { albumContents } from '../review/album-contents.ts';
import { newReview } from '../review/review-work.ts';
import { incompleteAlbum, missingItems } from '../rules/completeness.ts';
import { albumStatusAfter, isOpen, type RequestType } from '../rules/distribution.ts';
import { requestProblems } from '../rules/distribution-request.ts';
import {
  type AlbumDsps,
  defaultDsps,
  dspProblems,
  noDspProblems,
  possibleDsps,
  unknownDspProblems,
} from '../rules/store-requests.ts';

type RequestDraft = Draft<typeof distributionRequests>;
export const requestHooks = hooksOf(distributionRequests, {
  async prepare(draft, context) {
    const type = draft.valid('request-type');
    const album = await findRecord(context, albums, draft.valid('album') ?? '');
    if (draft.before && !isOpen(draft.before.fields.status))
      throw problem(
        'distribution_request_not_open',
        'This request has already been decided. Create a new one.',
      );
    if (!album) return;
    draft.reject(...requestProblems(type, requestsOf(album), !draft.before));
    if (!type) return checkLists(draft, album);
    if (draft.before) await changeType(draft, { type, album }, context);
    else await begin(draft, { type, album }, context);
    draft.write(requestsUnchanged(album));
  },
});

interface Subject {
  readonly type: RequestType;
  readonly album: Album;
}

async function begin(draft: RequestDraft, { type, album }: Subject, context: Context): Promise<void> {
  const status = context.caller.capabilities.has('preapproval') ? 'preapproved' : 'pending';
  const before = album.fields['last-status'];
  draft.set({ status, date: context.now.toISOString().slice(0, 10), 'album-status-before': before });
  const dsps = await chooseDsps(draft, { type, album }, context);
  chooseCountries(draft, album);
  await requireComplete(draft, { type, album, dsps }, context);
  const fields = {
    'last-status': type === 'takedown' ? before : albumStatusAfter(before, 'requested'),
    'qa-status': status === 'pending' ? ('awaiting_review' as const) : null,
  };
  draft.also({ resource: albums, before: album, after: changed(context, albums, { before: album, fields }) });
  if (status === 'pending')
    draft.write(newReview({ requestId: draft.id, ownerId: draft.ownerId }, readSettings(), context.now));
  if (type !== 'takedown')
    draft.write(
      matchingWork.start({ requestId: draft.id, albumId: album.id, ownerId: draft.ownerId }, context.now),
    );
}

/** Without a valid type, reports only the faults that do not depend on the type. */
function checkLists(draft: RequestDraft, { fields }: Album): void {
  const wanted = draft.isSent('dsps') ? draft.valid('dsps') : undefined;
  if (wanted?.length === 0) draft.reject(emptyList('dsps'));
  const known = { assigned: fields.dsps, live: fields['live-dsps'] };
  draft.reject(...unknownDspProblems(wanted ?? [], known, '/data/relationships/dsps'));
  checkCountries(draft);
}

/** A change to takedown restores the album's status. The DSPs stay the same and must allow the new type. */
async function changeType(draft: RequestDraft, { type, album }: Subject, context: Context): Promise<void> {
  const { before } = draft;
  if (!before || before.fields['request-type'] === type) return;
  const { 'album-status-before': earlier, dsps } = before.fields;
  const known = await dspsFor(context, before.ownerId, album);
  draft.reject(...dspProblems({ type, wanted: dsps }, known, '/data/attributes/request-type'));
  if (before.fields['request-type'] === 'takedown') {
    await requireComplete(draft, { type, album, dsps }, context);
    draft.write(
      matchingWork.start({ requestId: draft.id, albumId: album.id, ownerId: draft.ownerId }, context.now),
    );
  }
  const status = type === 'takedown' ? earlier : albumStatusAfter(earlier, 'requested');
  const after = changed(context, albums, { before: album, fields: { 'last-status': status } });
  draft.also({ resource: albums, before: album, after });
}

/** @returns the DSPs against which the album is checked for completeness. */
async function chooseDsps(
  draft: RequestDraft,
  { type, album }: Subject,
  context: Context,
): Promise<readonly string[]> {
  const known = await dspsFor(context, draft.ownerId, album);
  if (!draft.isSent('dsps')) {
    const dsps = defaultDsps(type, known);
    draft.set({ dsps });
    draft.reject(...noDspProblems(type, known));
    return dsps.length > 0 ? dsps : possibleDsps(known);
  }
  const wanted = draft.valid('dsps') ?? [];
  if (wanted.length === 0) draft.reject(emptyList('dsps'));
  draft.reject(...dspProblems({ type, wanted }, known, '/data/relationships/dsps'));
  return wanted.length > 0 ? wanted : possibleDsps(known);
}

async function dspsFor(context: Context, ownerId: string, album: Album): Promise<AlbumDsps> {
  const owner = await findRecord(context, users, ownerId);
  return dspsOf(context, album, owner ? allowedDsps(owner) : []);
}

function chooseCountries(draft: RequestDraft, { fields }: Album): void {
  const all = () => countryData.rows().map(({ id }) => id);
  if (!draft.isSent('countries'))
    draft.set({ countries: fields.countries.length > 0 ? fields.countries : all() });
  else checkCountries(draft);
}

function checkCountries(draft: RequestDraft): void {
  if (draft.isSent('countries') && draft.valid('countries')?.length === 0)
    draft.reject(emptyList('countries'));
}

const emptyList = (name: string) => ({
  code: 'invalid_value' as const,
  detail: `${name} must not be empty. Omit it to use the default.`,
  pointer: `/data/relationships/${name}`,
});

/** Takedowns are possible for incomplete albums. */
async function requireComplete(
  draft: RequestDraft,
  { type, album, dsps }: Subject & { readonly dsps: readonly string[] },
  context: Context,
): Promise<void> {
  if (type === 'takedown') return;
  const { contents } = await albumContents(context, album, dsps);
  draft.reject(...incompleteAlbum(missingItems(contents)));
}
