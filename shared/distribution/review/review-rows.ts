/** What reviewers see of requests in a list. */
import { organizationsOf, type ShownOrganization } from '../../accounts/organizations-of.ts';
import type { Album } from '../../catalogue/api/albums.ts';
import { artists } from '../../catalogue/api/artists.ts';
import { albumArtists } from '../../catalogue/api/credited-artists.ts';
import { labels } from '../../catalogue/api/labels.ts';
import { tracksOfAlbum, unreadyVideos } from '../../catalogue/counters.ts';
import { linkingsOf } from '../../kit/records/linked-records.ts';
import { findRecords, type Store } from '../../kit/records/store.ts';
import { artistRoleData } from '../../reference/data/artist-roles.ts';
import type { DistributionRequest } from '../api/distribution-requests.ts';
import type { RequestType } from '../rules/distribution.ts';
import { openStateOf, type ReviewState } from '../rules/review-states.ts';

export interface ReviewRow extends Partial<ShownOrganization> {
  readonly id: string;
  readonly type: RequestType;
  readonly state: ReviewState;
  readonly 'created-at': string;
  /** Of the last decision, or of the request. */
  readonly since: string;
  /** Who decided last, and why. */
  readonly decided: {
    readonly decision: string;
    readonly actor: string;
    readonly reason: string | null;
  } | null;
  readonly album: string | null;
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
  // Several requests can be for one album.
  const shown = [...new Map(some.flatMap(({ album }) => (album ? [[album.id, album]] : []))).values()];
  const [organizations, named, credited] = await Promise.all([
    organizationsOf(
      store,
      some.map(({ request }) => request.ownerId),
    ),
    findRecords(
      store,
      labels,
      shown.flatMap(({ fields }) => fields.label ?? []),
    ),
    mainArtists(store, shown),
  ]);
  const labelNames = new Map<string | null, string>(named.map(({ id, fields }) => [id, fields.name]));
  return some.map(({ request, album }) => {
    const { id, ownerId, fields } = request;
    const last = fields.decisions.at(-1);
    return {
      id,
      type: fields['request-type'],
      state: stateOf(request, album),
      'created-at': fields['created-at'],
      since: last?.at ?? fields['created-at'],
      decided: last ? { decision: last.decision, actor: last.actor, reason: last.reason } : null,
      album: fields.album,
      title: album?.fields.title ?? null,
      'release-date': album?.fields.release_date ?? null,
      format: album?.fields.format ?? null,
      'upc-code': album?.fields['upc-code'] ?? null,
      'has-artwork': typeof album?.fields.artwork === 'string',
      tracks: album ? tracksOfAlbum.of(album) : 0,
      artists: (album && credited.get(album.id)) ?? [],
      label: labelNames.get(album?.fields.label ?? null) ?? null,
      ...organizations.get(ownerId),
      user: ownerId,
    };
  });
}

const decidedStates = {
  preapproved: 'preapproved',
  sent: 'approved',
  rejected: 'rejected',
  error: 'failed',
} as const;

function stateOf({ fields }: DistributionRequest, album: Album | undefined): ReviewRow['state'] {
  if (fields.status !== 'pending') return decidedStates[fields.status];
  if (!album || fields['request-type'] === 'takedown') return 'to-review';
  return openStateOf({ unreadyVideos: unreadyVideos.of(album), foreignSongs: 0 });
}

/** @returns names by the id of the album, in their order. */
async function mainArtists(
  store: Store,
  shown: readonly Album[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const role = artistRoleData.rows().find(({ key }) => key === 'main_artist')?.id;
  const byOwner = Map.groupBy(shown, ({ ownerId }) => ownerId);
  const linked = await Promise.all(
    Array.from(byOwner.values(), (own) =>
      linkingsOf(store, own, { resource: albumArtists, by: 'album', isEventual: true }),
    ),
  );
  const ids = new Map(
    linked.flatMap((own) =>
      Array.from(own, ([album, linkings]) => {
        const main = linkings.filter((linking) => linking.ids['artist-role'] === role);
        return [album, main.flatMap((linking) => linking.ids['artist'] ?? [])] as const;
      }),
    ),
  );
  const records = await findRecords(store, artists, [...ids.values()].flat());
  const names = new Map(records.map(({ id, fields }) => [id, fields.name]));
  return new Map(Array.from(ids, ([album, some]) => [album, some.flatMap((id) => names.get(id) ?? [])]));
}
