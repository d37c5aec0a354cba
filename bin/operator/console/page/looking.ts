/** Shows other reviewers that this one is viewing a request, and lists who else is. */
import { onUnmounted, type Ref, ref } from 'vue';
import { run } from './api.ts';
import { useRefreshing } from './refreshing.ts';

/** The note is shown for twice as long. */
const TELL_MS = 60_000;

/** @returns who else is viewing it. Nothing depends on it, so failures are ignored. */
export function useLooking(id: string, isUndecided: () => boolean): Ref<readonly string[]> {
  const others = ref<readonly string[]>([]);
  let hasTold = false;
  const tell = async () => {
    if (id === '' || !isUndecided()) return;
    hasTold = true;
    const told = await run('look-at-request', { id }).catch(() => undefined);
    others.value = told?.others ?? [];
  };
  useRefreshing(tell, { everyMs: TELL_MS, isDue: isUndecided });
  onUnmounted(() => {
    if (hasTold) void run('look-at-request', { id, end: true }).catch(() => {});
  });
  return others;
}
