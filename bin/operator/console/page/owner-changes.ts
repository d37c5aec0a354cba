/** What its owner changes of a release while it is open. */
import { type Ref, ref } from 'vue';
import { isOtherVersion } from '../../../../shared/distribution/rules/other-version.ts';
import type { ShownAlbum } from './reviews.ts';

export interface OwnerChange {
  readonly at: string;
  readonly what: string;
}

type Moment = Pick<ShownAlbum['history'][number], 'at' | 'what' | 'detail'>;
type Changed = Pick<ShownAlbum, 'seen'> & { readonly history: readonly Moment[] };

interface OwnerChanges {
  /** Since the release was opened, newest first. */
  readonly changes: Ref<readonly OwnerChange[]>;
  /** Takes an album that was loaded with its release. */
  readonly note: (album: Changed, now: Date) => void;
}

const loggedIn = ({ history }: Changed): OwnerChange[] =>
  history.flatMap(({ at, what, detail }) =>
    what === 'release changed' ? [{ at, what: detail ?? 'Something' }] : [],
  );

export function useOwnerChanges(): OwnerChanges {
  const changes = ref<readonly OwnerChange[]>([]);
  let before: { readonly seen: string; readonly newest: string | undefined } | undefined;
  return {
    changes,
    note(album, now) {
      const logged = loggedIn(album);
      const newest = logged[0]?.at;
      if (before && isOtherVersion(before.seen, album.seen)) {
        const since = before.newest;
        const later = logged.filter(({ at }) => since === undefined || at > since);
        const told =
          later.length > 0 ? later : [{ at: now.toISOString(), what: 'Album: the file of the cover' }];
        changes.value = [...told, ...changes.value];
      }
      before = { seen: album.seen, newest };
    },
  };
}
