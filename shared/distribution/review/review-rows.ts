/** What reviewers see of requests in a list. */
import { namesOf } from '../../accounts/names-of.ts';
import { organizationsOf, type ShownOrganization } from '../../accounts/organizations-of.ts';
import type { Album } from '../../catalogue/api/albums.ts';
import { artists } from '../../catalogue/api/artists.ts';
import { albumArtists } from '../../catalogue/api/credited-artists.ts';
import { labels } from '../../catalogue/api/labels.ts';
import { tracksOfAlbum } from '../../catalogue/counters.ts';
import { linkingsOf } from '../../kit/records/linked-records.ts';
import { findRecords, type Store } from '../../kit/records/store.ts';
import { artistRoleData } from '../../reference/data/artist-roles.ts';
import { languageById } from '../../reference/data/languages.ts';
import { variousArtistsIn } from '../../reference/data/various-artists.ts';
import type { DistributionRequest } from '../api/distribution-requests.ts';
import { requiredOf, rolesAmong } from '../contents/album-contents.ts';
import { missingItems } from '../rules/completeness.ts';
import { decisionWords } from '../rules/decision-words.ts';
import { isOpen, type RequestType } from '../rules/distribution.ts';
import { noReviewNotes, type ReviewNotes, reviewNotes } from '../rules/review-notes.ts';
import type { ReviewState } from '../rules/review-states.ts';
import { releaseVersions } from '../seen/release-version.ts';
import { type Warning, warningsOfReleases } from './release-warnings.ts';
import { reviewStateOf } from './request-state.ts';
import { reviewWarnings } from './review-warnings.ts';
import { byOwner, type UndecidedAlbum, undecidedAlbums } from './undecided-albums.ts';

export interface ReviewRow extends Partial<ShownOrganization>, ReviewNotes {
  readonly id: string;
  readonly type: RequestType;
  readonly state: ReviewState;
  readonly 'created-at': string;
  /** The time of the last decision, or of the request if there is none. */
  readonly since: string;
  /** Who decided last, and why. */
  readonly decided: {
    readonly decision: string;
    readonly actor: string;
    /** Of a user. */
    readonly 'actor-name': string | null;
    readonly reason: string | null;
  } | null;
  readonly album: string | null;
  /** The version of the release, which decisions can require. Null for a decided request. */
  readonly seen: string | null;
  /** Null if the album was deleted. */
  readonly title: string | null;
  readonly 'release-date': string | null;
  readonly format: string | null;
  readonly 'upc-code': string | null;
  readonly 'has-artwork': boolean;
  readonly tracks: number;
  /** The main artists of the album. */
  readonly artists: readonly string[];
  readonly label: string | null;
  readonly user: string;
}

interface Reviewed {
  readonly request: DistributionRequest;
  readonly album: Album | undefined;
}

/** @param some at most a hundred. */
export async function reviewRows(store: Store, some: readonly Reviewed[]): Promise<ReviewRow[]> {
  const shown = distinct(some.flatMap(({ album }) => album ?? []));
  const [organizations, names, named, credited, undecided, versions] = await Promise.all([
    organizationsOf(
      store,
      some.map(({ request }) => request.ownerId),
    ),
    namesOf(
      store,
      some.flatMap(({ request: { fields } }) => fields.decisions.at(-1)?.actor ?? []),
    ),
    findRecords(
      store,
      labels,
      shown.flatMap(({ fields }) => fields.label ?? []),
    ),
    artistsOf(store, shown),
    undecidedAlbums(store, albumsToDecide(some)),
    releaseVersions(store.table, openAlbums(some)),
  ]);
  const found = await warningsById(store, some, { credited, undecided });
  const labelNames = new Map<string | null, string>(named.map(({ id, fields }) => [id, fields.name]));
  return some.map(({ request, album }) => {
    const { id, ownerId, fields } = request;
    const last = fields.decisions.at(-1);
    const glance = album && mustBeComplete(request) ? undecided.get(album.id) : undefined;
    const artists = album && credited.get(album.id);
    return {
      id,
      type: fields['request-type'],
      state: reviewStateOf(request, album, glance?.placed),
      'created-at': fields['created-at'],
      since: last?.at ?? fields['created-at'],
      decided: last
        ? {
            decision: decisionWords(last.decision),
            actor: last.actor,
            'actor-name': names.get(last.actor) ?? null,
            reason: last.reason,
          }
        : null,
      album: fields.album,
      seen: (album && isOpen(fields.status) && versions.get(album.id)) || null,
      ...(album ? albumColumns(album, artists, labelNames) : noAlbum),
      ...organizations.get(ownerId),
      user: ownerId,
      ...(album && glance
        ? notesOn(request, { album, glance, roles: artists?.roles ?? [], found: found.get(id) ?? [] })
        : noReviewNotes),
    };
  });
}

type AlbumColumns = Pick<
  ReviewRow,
  'title' | 'release-date' | 'format' | 'upc-code' | 'has-artwork' | 'tracks' | 'artists' | 'label'
>;

const noAlbum: AlbumColumns = {
  title: null,
  'release-date': null,
  format: null,
  'upc-code': null,
  'has-artwork': false,
  tracks: 0,
  artists: [],
  label: null,
};

const albumColumns = (
  album: Album,
  credited: AlbumArtists | undefined,
  labelNames: ReadonlyMap<string | null, string>,
): AlbumColumns => ({
  title: album.fields.title,
  'release-date': album.fields.release_date,
  format: album.fields.format,
  'upc-code': album.fields['upc-code'],
  'has-artwork': album.fields.artwork !== null,
  tracks: tracksOfAlbum.of(album),
  artists: album.fields['is-compilation'] ? [variousArtistsOn(album)] : (credited?.main ?? []),
  label: labelNames.get(album.fields.label) ?? null,
});

/** The artist that stores show for a compilation. */
const variousArtistsOn = ({ fields: { language } }: Album): string =>
  variousArtistsIn(languageById(language)?.code ?? null);

interface Noted {
  readonly album: Album;
  readonly glance: UndecidedAlbum;
  readonly roles: readonly string[];
  /** By a validation. */
  readonly found: readonly Warning[];
}

const notesOn = (
  { fields: { dsps } }: DistributionRequest,
  { album, glance, roles, found }: Noted,
): ReviewNotes =>
  reviewNotes(
    missingItems({
      album: album.fields,
      ...requiredOf(album),
      dsps,
      roles,
      places: glance.places,
      tracks: glance.incomplete,
    }).map(({ detail }) => detail),
    reviewWarnings(found, glance.placed).map(({ detail }) => detail),
  );

interface KnownAlbums {
  readonly credited: ReadonlyMap<string, AlbumArtists>;
  readonly undecided: ReadonlyMap<string, UndecidedAlbum>;
}

/** @returns by the id of the request. */
async function warningsById(
  store: Store,
  some: readonly Reviewed[],
  { credited, undecided }: KnownAlbums,
): Promise<ReadonlyMap<string, readonly Warning[]>> {
  const shown = some.flatMap(({ request, album }) => {
    const { id, fields } = request;
    const glance = album && undecided.get(album.id);
    if (!glance || !mustBeComplete(request)) return [];
    const roles = credited.get(album.id)?.roles ?? [];
    const { dsps, countries, 'request-type': type } = fields;
    return [{ ...glance, id, album, roles, dsps, countries, type, isWhole: true }];
  });
  const found = await warningsOfReleases(store, shown);
  return new Map(shown.map(({ id }, index) => [id, found[index] ?? []]));
}

/** Several requests can be for one album. */
const distinct = (all: readonly Album[]): Album[] => [
  ...new Map(all.map((album) => [album.id, album])).values(),
];

const openAlbums = (some: readonly Reviewed[]): Album[] =>
  distinct(some.flatMap(({ request, album }) => (album && isOpen(request.fields.status) ? [album] : [])));

const mustBeComplete = ({ fields }: DistributionRequest): boolean =>
  isOpen(fields.status) && fields['request-type'] !== 'takedown';

const albumsToDecide = (some: readonly Reviewed[]): Album[] =>
  distinct(some.flatMap(({ request, album }) => (album && mustBeComplete(request) ? [album] : [])));

interface AlbumArtists {
  /** Names, in their order. */
  readonly main: readonly string[];
  /** Keys of all roles. */
  readonly roles: readonly string[];
}

/** @returns by the id of the album. */
async function artistsOf(store: Store, shown: readonly Album[]): Promise<ReadonlyMap<string, AlbumArtists>> {
  const role = artistRoleData.rows().find(({ key }) => key === 'main_artist')?.id;
  const linked = await Promise.all(
    byOwner(shown).map((own) =>
      linkingsOf(store, own, { resource: albumArtists, by: 'album', isEventual: true }),
    ),
  );
  const linkings = linked.flatMap((own) => [...own]);
  const main = new Map(
    linkings.map(([album, some]) => [
      album,
      some.flatMap(({ ids }) => (ids['artist-role'] === role ? (ids['artist'] ?? []) : [])),
    ]),
  );
  const records = await findRecords(store, artists, [...main.values()].flat());
  const names = new Map(records.map(({ id, fields }) => [id, fields.name]));
  return new Map(
    linkings.map(([album, some]) => [
      album,
      { main: (main.get(album) ?? []).flatMap((id) => names.get(id) ?? []), roles: rolesAmong(some) },
    ]),
  );
}
