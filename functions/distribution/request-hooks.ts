/** Hooks of distribution requests: what an album needs to be distributed, and what a request makes of it. */
import { albums } from '../../shared/api/albums.ts';
import type { Stored } from '../../shared/api/define/fields.ts';
import { distributionRequests } from '../../shared/api/distribution-requests.ts';
import { users } from '../../shared/api/users.ts';
import type { Context } from '../../shared/crud/context.ts';
import { type Draft, hooksOf } from '../../shared/crud/write/hooks.ts';
import { albumContents } from '../../shared/distribution/album-contents.ts';
import { requestsOf, requestsUnchanged } from '../../shared/distribution/album-requests.ts';
import { allowedDsps } from '../../shared/distribution/new-deliveries.ts';
import { newReview } from '../../shared/distribution/review-work.ts';
import { incompleteAlbum, missingItems } from '../../shared/domain/completeness.ts';
import { albumStatusAfter, isOpen, type RequestType } from '../../shared/domain/distribution.ts';
import { dspProblems, type PossibleDsps, requestProblems } from '../../shared/domain/distribution-request.ts';
import { problem } from '../../shared/domain/problems.ts';
import { newMatching } from '../../shared/matching/request-matching.ts';
import { changed, findRecord } from '../../shared/records/store.ts';
import { countryData } from '../../shared/reference/countries.ts';
import { readSettings } from '../../shared/settings.ts';

type RequestDraft = Draft<typeof distributionRequests>;
type Album = Stored<typeof albums>;

export const requestHooks = hooksOf(distributionRequests, {
  async prepare(draft, context) {
    const type = draft.valid('request-type');
    const album = await findRecord(context, albums, draft.valid('album') ?? '');
    if (draft.before && !isOpen(draft.before.fields.status))
      throw problem('distribution_request_not_open', 'The request is decided: make another one.');
    if (!type || !album) return;
    draft.refuse(...requestProblems(type, requestsOf(album), !draft.before));
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
  await chooseDsps(draft, { type, album }, context);
  chooseCountries(draft, album);
  await requireComplete(draft, { type, album }, context);
  const fields = {
    'last-status': type === 'takedown' ? before : albumStatusAfter(before, 'requested'),
    'qa-status': status === 'pending' ? ('awaiting_review' as const) : null,
  };
  draft.also({ resource: albums, before: album, after: changed(context, albums, { before: album, fields }) });
  if (status === 'pending') draft.write(...newReview(draft.id, readSettings(), context.now));
  if (type !== 'takedown') draft.write(newMatching({ requestId: draft.id, albumId: album.id }, context.now));
}

/** A takedown leaves the album as it was before the request. */
async function changeType(draft: RequestDraft, { type, album }: Subject, context: Context): Promise<void> {
  const { before } = draft;
  if (!before || before.fields['request-type'] === type) return;
  const earlier = before.fields['album-status-before'];
  if (before.fields['request-type'] === 'takedown') {
    await requireComplete(draft, { type, album }, context);
    draft.write(newMatching({ requestId: draft.id, albumId: album.id }, context.now));
  }
  const status = type === 'takedown' ? earlier : albumStatusAfter(earlier, 'requested');
  const after = changed(context, albums, { before: album, fields: { 'last-status': status } });
  draft.also({ resource: albums, before: album, after });
}

async function chooseDsps(draft: RequestDraft, subject: Subject, context: Context): Promise<void> {
  const possible = await possibleDsps(subject, context);
  const { assigned, allowed } = possible;
  if (!draft.isSent('dsps')) return draft.set({ dsps: assigned.filter((id) => allowed.includes(id)) });
  const wanted = draft.valid('dsps') ?? [];
  if (wanted.length === 0) draft.refuse(emptyList('dsps'));
  else draft.refuse(...dspProblems(wanted, possible));
}

/** A DSP that has the album can be asked to take it down, whatever the album and its owner may distribute to by now. */
async function possibleDsps({ type, album: { fields } }: Subject, context: Context): Promise<PossibleDsps> {
  if (type === 'takedown') {
    const assigned = [...new Set([...fields.dsps, ...fields['live-dsps']])];
    return { assigned, allowed: assigned };
  }
  const owner = await findRecord(context, users, context.caller.userId);
  return { assigned: fields.dsps, allowed: owner ? allowedDsps(owner) : [] };
}

function chooseCountries(draft: RequestDraft, { fields }: Album): void {
  const all = () => countryData.rows().map(({ id }) => id);
  if (!draft.isSent('countries'))
    draft.set({ countries: fields.countries.length > 0 ? fields.countries : all() });
  else if (draft.valid('countries')?.length === 0) draft.refuse(emptyList('countries'));
}

const emptyList = (name: string) => ({
  code: 'invalid_value' as const,
  detail: `${name} must not be empty: leave it out for the default.`,
  pointer: `/data/relationships/${name}`,
});

/** Existing deliveries are taken down whatever the album has become. */
async function requireComplete(
  draft: RequestDraft,
  { type, album }: Subject,
  context: Context,
): Promise<void> {
  if (type === 'takedown') return;
  const { contents } = await albumContents(context, album, draft.valid('dsps') ?? album.fields.dsps);
  draft.refuse(...incompleteAlbum(missingItems(contents)));
}
