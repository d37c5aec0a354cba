/** Checks a release as the creation of its records would, without writing anything. */
import { isDeepStrictEqual } from 'node:util';
import { ownerOf } from '../../kit/crud/context.ts';
import { decideDraft } from '../../kit/crud/write/decide.ts';
import type { RecordDraft } from '../../kit/crud/write/draft.ts';
import type { WriteContext } from '../../kit/crud/write/hooks.ts';
import type { Resource } from '../../kit/declare/resource.ts';
import type { WriteDocument } from '../../kit/jsonapi/document.ts';
import { deciding } from '../../kit/records/deciding.ts';
import { newRecord } from '../../kit/records/store.ts';
import { comparable } from '../../kit/values/comparable.ts';
import { type Problem, Problems } from '../../kit/values/problems.ts';
import { visibleName } from '../../kit/values/visible-name.ts';
import { assignmentProblemsOf, findAssigner } from '../actions/assign.ts';
import { type Album, albums } from '../api/albums.ts';
import { artists } from '../api/artists.ts';
import { albumArtists, trackArtists } from '../api/credited-artists.ts';
import { labels } from '../api/labels.ts';
import { trackAssets } from '../api/track-assets.ts';
import { tracks } from '../api/tracks.ts';
import { catalogueKeyRows } from '../keys.ts';
import { assetProblem, onlyVideos } from '../rules/music-videos.ts';
import { assuming } from './credited-artists.ts';
import { albumDocument, artistDocument, masterDocument, nameDocument, trackDocument } from './documents.ts';
import { type KeptCode, keptCodes } from './kept-codes.ts';
import { albumOfUpc, type PresentTracks, tracksPresent } from './present-release.ts';
import {
  artistNamesOf,
  placeOf,
  type Release,
  type ReleaseArtist,
  type ReleaseTrack,
  upcOf,
} from './release-form.ts';

/** What is wrong with a release or, with `track`, with the track at that place in its list. */
interface ReleaseFault {
  readonly track?: number;
  /** A field of the form, such as `title`, `label`, `artists` or `masters`. */
  readonly field: string;
  readonly detail: string;
}

export interface CheckedRelease {
  readonly faults: readonly ReleaseFault[];
  /** What the import would find, for the album and for each track. */
  readonly found: readonly ('new' | 'there' | 'differs')[];
  /** Tracks that it shares with other releases and that the catalogue lacks. The import may add them. */
  readonly missing: readonly Release['shared'][number]['of'][];
  /** Codes of the file that the import does not give to artists, because they have others. */
  readonly kept: readonly KeptCode[];
}

/** As names are stored, so that two that differ by what nobody sees are the same. */
const formOf = (name: string): string => comparable(visibleName(name));

/** A name without problems, because those of names are reported with the artists. */
const NAMED = 'Artist';

/** Records that do not exist yet have this id. */
const NEW = '1';

const { max: MAX_TRACKS } = catalogueKeyRows['album-tracks'].links.album;
const { max: MAX_ALBUM_ARTISTS } = catalogueKeyRows['album-artists'].links.album;
const { max: MAX_TRACK_ARTISTS } = catalogueKeyRows['track-artists'].links.track;

export async function checkRelease(context: WriteContext, release: Release): Promise<CheckedRelease> {
  const faults: ReleaseFault[] = [];
  const holder = await albumOfUpc(context, upcOf(release));
  const isOwn = holder?.ownerId === ownerOf(context, albums);
  if (holder && !isOwn)
    faults.push({ field: 'upc-code', detail: 'An album of another account has this UPC.' });
  const album = holder && isOwn ? holder : undefined;
  const draft = await checked(context, albums, albumDocument(release, release.label === null ? null : NEW));
  faults.push(...faultsOf(draft));
  const present = await tracksPresent(context, album);
  faults.push(...(await linkedFaults(context, release)), ...placeFaults(release, present));
  const found: CheckedRelease['found'][number][] = [foundAs(draft, album)];
  for (const [index, track] of release.tracks.entries()) {
    const ofTrack = await checked(context, tracks, trackDocument(track, NEW));
    const about = [...faultsOf(ofTrack), ...(await trackFaults(context, release, track))];
    faults.push(...about.map((fault) => ({ ...fault, track: index })));
    found.push(foundAs(ofTrack, present.like(track, release)));
  }
  for (const { disc, order } of release.shared)
    found.push(present.at(placeOf({ disc, order })) ? 'there' : 'new');
  const missing = await missingSources(context, release);
  return { faults, found, missing, kept: await keptCodes(context, release) };
}

async function missingSources(
  context: WriteContext,
  { shared }: Release,
): Promise<CheckedRelease['missing']> {
  const missing: CheckedRelease['missing'][number][] = [];
  for (const [upc, all] of Map.groupBy(shared, ({ of }) => of.upc)) {
    const album = await albumOfUpc(context, upc);
    const isOwn = album?.ownerId === ownerOf(context, albums);
    const source = await tracksPresent(context, isOwn ? album : undefined);
    missing.push(...all.map(({ of }) => of).filter((of) => !source.at(placeOf(of))));
  }
  return missing;
}

type Checked = { readonly draft?: RecordDraft; readonly problems: Problems['problems'] };

/** @param runsHooks false for types whose hooks only look at records that do not exist yet. */
async function checked(
  context: WriteContext,
  resource: Resource,
  document: WriteDocument,
  runsHooks = true,
): Promise<Checked> {
  const created = { document, find: assuming(context) };
  try {
    const draft = await decideDraft(
      deciding(runsHooks ? context : { ...context, hooks: {} }),
      resource,
      created,
    );
    return { draft, problems: draft.problems };
  } catch (error) {
    if (!(error instanceof Problems)) throw error;
    return { problems: error.problems };
  }
}

/** @param field replaces the fields in the pointers. */
const faultsOf = ({ problems }: Checked, field?: string): ReleaseFault[] =>
  problems.map((each) => ({ field: field ?? fieldOf(each), detail: each.detail }));

/** An account without the video feature has a problem with the whole album because of its format. */
const fieldOf = ({ code, pointer }: Problem): string =>
  pointer?.split('/')[3] ?? (code === 'video_read_only' ? 'format' : '');

/** The label, the artists and the DSPs of the release. */
async function linkedFaults(context: WriteContext, release: Release): Promise<ReleaseFault[]> {
  const { label, dsps } = release;
  const ofLabel =
    label === null ? { problems: [] } : await checked(context, labels, nameDocument(label), false);
  const ofArtists = await artistFaults(context, release.artists, albumArtists);
  const assigner = dsps.length > 0 ? await findAssigner(context) : undefined;
  const format = String(release.attributes['format'] ?? 'album');
  const fields = { dsps: [], format } as object;
  const album = newRecord(context, albums, { id: NEW, ownerId: ownerOf(context, albums), fields }) as Album;
  const ofDsps = dsps.flatMap((dsp) => (assigner ? assignmentProblemsOf(album, dsp, assigner) : []));
  return [
    ...faultsOf(ofLabel, 'label'),
    ...ofArtists,
    ...(await identifierFaults(context, release)),
    ...faultsOf({ problems: ofDsps }, 'dsps'),
    ...(release.artists.length > MAX_ALBUM_ARTISTS
      ? [{ field: 'artists', detail: `An album has at most ${MAX_ALBUM_ARTISTS} artists.` }]
      : []),
  ];
}

/** The codes of artists, who must be artists of the release. */
async function identifierFaults(context: WriteContext, release: Release): Promise<ReleaseFault[]> {
  const names = new Set(artistNamesOf(release).map(formOf));
  const faults: ReleaseFault[] = [];
  for (const codes of release.identifiers) {
    const { name, isni } = codes;
    const ofCodes = faultsOf(await checked(context, artists, nameDocument(NAMED, codes), false));
    const field = isni === null ? 'ipi' : 'isni';
    const stranger = { field, detail: 'The release has no artist of this name.' };
    const all = names.has(formOf(name)) ? ofCodes : [...ofCodes, stranger];
    faults.push(...all.map((fault) => ({ ...fault, detail: `${name}: ${fault.detail}` })));
  }
  return faults;
}

async function artistFaults(
  context: WriteContext,
  all: readonly ReleaseArtist[],
  resource: typeof albumArtists | typeof trackArtists,
): Promise<ReleaseFault[]> {
  const subject = { type: resource === albumArtists ? 'albums' : 'tracks', id: NEW } as const;
  const faults: ReleaseFault[] = [];
  const seen = new Set<string>();
  for (const each of all) {
    const ofName = await checked(context, artists, nameDocument(each.name), false);
    const ofLink = await checked(context, resource, artistDocument(each, subject, NEW), false);
    faults.push(...faultsOf(ofName, 'artists'), ...faultsOf(ofLink, 'artists'));
    const key = `${each.role} ${formOf(each.name)}`;
    if (seen.has(key))
      faults.push({ field: 'artists', detail: `The artist ${each.name} has the same role twice.` });
    seen.add(key);
  }
  return faults;
}

/** Places that are taken, in the release or by other tracks of the album. */
function placeFaults(release: Release, present: PresentTracks): ReleaseFault[] {
  const faults: ReleaseFault[] = [];
  const taken = new Set<string>();
  const check = (place: string, isOther: boolean, at: Pick<ReleaseFault, 'track'>) => {
    const [disc, order] = place.split('+');
    const who = taken.has(place) ? 'Another track of the release' : 'Another track of the album';
    if (taken.has(place) || isOther)
      faults.push({ ...at, field: 'order', detail: `${who} is track ${order} on disc ${disc}.` });
    taken.add(place);
  };
  let added = 0;
  for (const [index, track] of release.tracks.entries()) {
    const place = placeOf(track);
    const same = present.like(track, release);
    if (!same) added += 1;
    check(place, !same && present.at(place) !== undefined, { track: index });
  }
  for (const shared of release.shared) {
    if (!present.at(placeOf(shared))) added += 1;
    check(placeOf(shared), false, {});
  }
  if (present.count + added > MAX_TRACKS)
    faults.push({ field: 'order', detail: `An album has at most ${MAX_TRACKS} tracks.` });
  return faults;
}

/** What the declaration and the hooks of tracks cannot see before the records exist. */
async function trackFaults(
  context: WriteContext,
  release: Release,
  track: ReleaseTrack,
): Promise<ReleaseFault[]> {
  const { disc, masters, direct, credits } = track;
  const isVideoRelease = release.attributes['format'] === 'video';
  const isVideo = track.attributes['is-video'] ?? isVideoRelease;
  const faults = await artistFaults(context, track.artists, trackArtists);
  if (track.artists.length > MAX_TRACK_ARTISTS)
    faults.push({ field: 'artists', detail: `A track has at most ${MAX_TRACK_ARTISTS} artists.` });
  const linked = [...direct, ...credits.flatMap(({ artist }) => artist ?? [])];
  for (const name of linked)
    faults.push(...faultsOf(await checked(context, artists, nameDocument(name), false), 'artists'));
  for (const master of masters) {
    faults.push(...faultsOf(await checked(context, trackAssets, masterDocument(master, NEW)), 'masters'));
    const mismatch = assetProblem(master.type, isVideo === true);
    if (mismatch) faults.push({ field: 'masters', detail: mismatch.detail });
  }
  if (new Set(masters.map(({ type }) => type)).size < masters.length)
    faults.push({ field: 'masters', detail: 'A track has at most one master of each type.' });
  if (isVideoRelease && isVideo !== true)
    faults.push(...faultsOf({ problems: [onlyVideos('/data/attributes/is-video')] }));
  if (disc < 1) faults.push({ field: 'disc', detail: 'disc must be 1 or greater.' });
  return faults;
}

type Comparable = { readonly fields: Readonly<Record<string, unknown>> };

/** Fields that are kept in other rows, or that depend on other records. */
const UNCOMPARED: ReadonlySet<string> = new Set([
  'order',
  'albums',
  'artists',
  'label',
  'description',
  'lyrics',
  'synced-lyrics',
  'title-translations',
  'extended-credits',
]);

function foundAs({ draft }: Checked, record: Comparable | undefined): 'new' | 'there' | 'differs' {
  if (!record) return 'new';
  const differs = [...(draft?.sent ?? [])].some(
    (name) => !UNCOMPARED.has(name) && !isDeepStrictEqual(draft?.fields[name], record.fields[name]),
  );
  return differs ? 'differs' : 'there';
}
