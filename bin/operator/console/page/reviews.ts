/** What commands return about requests and releases. */
import type { ResultOf } from '../../../../shared/service/commands/list.ts';
import { fragmentOf } from './places.ts';

export type ReviewPage = ResultOf<'list-reviews'>;
export type ReviewRow = ReviewPage['items'][number];

export type Release = ResultOf<'show-release'>;
export type ReleaseTrack = Release['tracks'][number];
export type TitleTranslation = ReleaseTrack['title-translations'][number];

/** Decided requests have no versions, and nothing to validate. */
export type ShownRequest = ResultOf<'show-request'>;
export type Match = ShownRequest['tracks'][number]['matches'][number];
export type Finding = NonNullable<ShownRequest['validation']>['problems'][number];

export type ShownAlbum = ResultOf<'show-album'>;

/** @returns the address of an album without a request. */
export const albumFragment = (album: string): string => fragmentOf('release', `.${album}`);

/** @returns the address of the release of a request, with the album, so that it need not be looked up. */
export const releaseFragment = ({ id, album }: Pick<ReviewRow, 'id' | 'album'>): string =>
  fragmentOf('release', album === null ? id : `${id}.${album}`);
