/** Hooks of distribution requests: their requirements, and their effect on the album. */

import { users } from '../../accounts/api/users.ts';
import { type Album, albums } from '../../catalogue/api/albums.ts';
import { readingOf } from '../../catalogue/artwork/start-reading.ts';
import { tracksOfAlbum } from '../../catalogue/counters.ts';
import { type Draft, hooksOf, type Rule, type Sent } from '../../kit/crud/write/hooks.ts';
import type { Change } from '../../kit/records/changes.ts';
import { unheld } from '../../kit/records/deciding.ts';
import { changed, findRecord, type Store } from '../../kit/records/store.ts';
import type { Write } from '../../kit/table/write.ts';
import { type Problem, problem } from '../../kit/values/problems.ts';
import { matchingWork } from '../../matching/text/matching-work.ts';
import { readSettings } from '../../platform/settings.ts';
import { distributionRequests } from '../api/distribution-requests.ts';
import { type AlbumLists, albumLists } from '../contents/album-contents.ts';
import { deliveriesOfAlbum } from '../counters.ts';
import { newRequestProblems, typeProblems } from '../request-problems.ts';
import { DECIDED_BY_APPROVAL, type RequestedAlbum, requestedAlbum } from '../requested-album.ts';
import { type AlbumContents, incompleteAlbum, missingItems } from '../rules/completeness.ts';
import { albumStatusAfter, isOpen, type RequestType } from '../rules/distribution.ts';
import { deliveryLimitProblems } from '../rules/distribution-limits.ts';
import { countriesAfter, defaultCountries, type KnownCountries } from '../rules/request-countries.ts';
import { type AlbumDsps, defaultDsps, dspProblems, unknownDspProblems } from '../rules/store-requests.ts';
import { noted } from '../seen/change-log.ts';
import { allCountries, takedownProblems } from '../store-countries.ts';
import { newReview } from '../work/review-work.ts';

type RequestDraft = Draft<typeof distributionRequests>;
type RequestRule = Rule<typeof distributionRequests, Loaded>;

interface Loaded {
  readonly album: Album | undefined;
  /** The type, even if the album cannot have such a request, so that the other rules report their problems. */
  readonly requestType: RequestType | undefined;
  /** Undefined without a valid type, or if it stays the same. */
  readonly dsps: AlbumDsps | undefined;
  /** Undefined unless the album must be complete. Its DSPs are those of the request. */
  readonly contents: Omit<AlbumContents, 'dsps'> | undefined;
  /** What forbids a takedown for the countries of the request. */
  readonly takedown: readonly Problem[];
}

const open: RequestRule = ({ before }) => {
  if (before && !isOpen(before.fields.status))
    throw problem(
      'distribution_request_not_open',
      'This request has already been decided. Create a new one.',
    );
  return undefined;
};

const type: RequestRule = ({ before }, { album, requestType: requested }) => {
  if (!album) return undefined;
  return {
    problems: typeProblems(album, requested, !before),
  };
};

/** Without a valid type, reports only the faults that do not depend on the type. */
const lists: RequestRule = (draft, { album, requestType }) => {
  if (!album || requestType) return undefined;
  const dsps = draft.isSent('dsps') ? draft.valid('dsps') : undefined;
  const { dsps: assigned, 'live-dsps': live } = album.fields;
  return {
    problems: [
      ...(dsps?.length === 0 ? [emptyList('dsps')] : []),
      ...unknownDspProblems(dsps ?? [], { assigned, live }, '/data/relationships/dsps'),
      ...countryProblems(draft),
    ],
  };
};

/** A new request begins with a status, and the album shows it. */
const beginning: RequestRule = (draft, { album, requestType: requested }) => {
  if (draft.before || !album || !requested) return undefined;
  const status = draft.caller.capabilities.has('preapproval') ? 'preapproved' : 'pending';
  const before = album.fields['last-status'];
  const after = requested === 'takedown' ? before : albumStatusAfter(before, 'requested');
  const review = { requestId: draft.id, ownerId: draft.ownerId };
  const reading = artworkReading(draft, requested, album);
  return {
    fields: { status, date: draft.now.toISOString().slice(0, 10), 'album-status-before': before },
    also: [
      albumWith(draft, album, {
        'last-status': after,
        'qa-status': status === 'pending' ? 'awaiting_review' : null,
        ...reading.fields,
      }),
    ],
    writes: [
      ...(status === 'pending' ? [newReview(review, readSettings(), draft.now)] : []),
      ...(requested === 'takedown' ? [] : [matchingOf(draft, album)]),
      ...reading.writes,
    ],
  };
};

const contents: RequestRule = (draft, { requestType: type, album, dsps, ...loaded }) => {
  if (draft.before || !type || !album || !dsps) return undefined;
  const named = draft.isSent('dsps') ? (draft.valid('dsps') ?? []) : undefined;
  const found = newRequestProblems({ album, dsps, contents: loaded.contents }, { type, named });
  const countries = defaultCountries(type, knownCountries(album));
  return {
    fields: {
      ...(named === undefined && { dsps: found.chosen }),
      ...(!draft.isSent('countries') && { countries }),
    },
    problems: [
      ...(named?.length === 0 ? [emptyList('dsps')] : []),
      ...found.ofDsps,
      ...countryProblems(draft),
      ...loaded.takedown,
      ...found.ofDeliveries,
      ...incompleteAlbum(found.missing),
    ],
  };
};

/** A change to takedown restores the album's status. The DSPs stay the same and must allow the new type. */
const changedType: RequestRule = (draft, loaded) => {
  const { before } = draft;
  const { album, dsps: albumDsps, requestType: requested } = loaded;
  if (!before || !requested || !album || !albumDsps) return undefined;
  const { 'album-status-before': earlier, 'request-type': from, dsps } = before.fields;
  const status = requested === 'takedown' ? earlier : albumStatusAfter(earlier, 'requested');
  const reading = artworkReading(draft, requested, album);
  const types = { from, to: requested };
  return {
    fields: { countries: countriesAfter(before.fields.countries, types, knownCountries(album)) },
    problems: [
      ...dspProblems({ type: requested, named: dsps }, albumDsps, TYPE),
      ...loaded.takedown,
      ...deliveryLimitProblems(requested, deliveriesOfAlbum.of(album), dsps),
      ...completenessProblems(loaded, dsps),
    ],
    also: [albumWith(draft, album, { 'last-status': status, ...reading.fields })],
    writes: [
      ...(from === 'takedown' ? [matchingOf(draft, album)] : []),
      ...reading.writes,
      ...noted([album], { of: before, what: `Request: ${from} became ${requested}` }, draft),
    ],
  };
};

export const requestHooks = hooksOf(distributionRequests, {
  async load(sent, context): Promise<Loaded> {
    const [id, requested, before] = await Promise.all([
      sent.valid('album'),
      sent.valid('request-type'),
      sent.before,
    ]);
    const earlier = before?.fields['request-type'];
    const unread = { requestType: requested, dsps: undefined, contents: undefined, takedown: [] };
    if (!id || !requested || requested === earlier)
      return { ...unread, album: await findRecord(context, albums, id) };
    // Takedowns are possible for incomplete albums, and other requests have been checked before.
    const isChecked = requested !== 'takedown' && (earlier === undefined || earlier === 'takedown');
    const target = { id, ownerId: sent.ownerId };
    const reading = unheld(context, DECIDED_BY_APPROVAL);
    const record = findRecord(context, albums, id);
    const lists = isChecked ? record.then((album) => listsAfter(album, reading)) : undefined;
    const owner = findRecord(context, users, sent.ownerId);
    const read = await requestedAlbum(reading, target, { album: record, lists, owner });
    if (!read) return { ...unread, album: undefined };
    const { album, dsps, contents } = read;
    const takedown = requested === 'takedown' ? await takedownOf(reading, sent, read) : [];
    return { album, requestType: requested, dsps, contents, takedown };
  },
  decide: [open, type, lists, beginning, contents, changedType],
});

const TYPE = '/data/attributes/request-type';

/**
 * The lists of an album, read after its record: it counts the changes of its places, which the write checks instead of
 * the long list. Other changes of the lists depend on no request.
 */
function listsAfter(album: Album | undefined, store: Store): Promise<AlbumLists> | undefined {
  if (!album) return undefined;
  tracksOfAlbum.holdMembers(album);
  return albumLists(store, album);
}

/** @returns what forbids a takedown for the countries that were named. */
async function takedownOf(
  store: Store,
  sent: Sent<typeof distributionRequests>,
  { album, dsps, deliveries }: RequestedAlbum,
): Promise<Problem[]> {
  const [before, named, chosen] = await Promise.all([
    sent.before,
    sent.valid('countries'),
    sent.valid('dsps'),
  ]);
  const from = before?.fields['request-type'];
  const countries =
    before && from
      ? countriesAfter(before.fields.countries, { from, to: 'takedown' }, knownCountries(album))
      : named;
  if (!countries || countries.length === 0) return [];
  const of = {
    ...deliveries,
    named: countries,
    dsps: chosen?.length ? chosen : defaultDsps('takedown', dsps),
  };
  return takedownProblems(store, of, before && TYPE);
}

const knownCountries = ({ fields }: Album): KnownCountries => ({
  ofAlbum: fields.countries,
  all: allCountries(),
});

const countryProblems = (draft: RequestDraft): Problem[] =>
  draft.isSent('countries') && draft.valid('countries')?.length === 0 ? [emptyList('countries')] : [];

const emptyList = (name: string): Problem => ({
  code: 'invalid_value',
  detail: `${name} must not be empty. Omit it to use the default.`,
  pointer: `/data/relationships/${name}`,
});

const completenessProblems = ({ contents }: Loaded, dsps: readonly string[]): Problem[] =>
  contents ? incompleteAlbum(missingItems({ ...contents, dsps })) : [];

const albumWith = (draft: RequestDraft, before: Album, fields: Partial<Album['fields']>): Change => ({
  resource: albums,
  before,
  after: changed(draft, albums, { before, fields }),
});

const artworkReading = ({ now }: RequestDraft, requested: RequestType, album: Album) =>
  requested === 'takedown' ? { fields: {}, writes: [] } : readingOf(album, album.fields, now);

const matchingOf = ({ id, ownerId, now }: RequestDraft, album: Album): Write =>
  matchingWork.start({ requestId: id, albumId: album.id, ownerId }, now);
