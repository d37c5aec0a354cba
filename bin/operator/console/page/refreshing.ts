/** Keeps a page up to date while it is shown. */
import { onMounted, onUnmounted } from 'vue';
import { browser } from './browser.ts';

interface Refreshing {
  readonly everyMs: number;
  /** Whether it is needed, and disturbs nothing. */
  readonly isDue: () => boolean;
}

/**
 * Loads when the page opens, when it is seen again, and again and again in between. A load begins only after the one before
 * it.
 */
export function useRefreshing(load: () => Promise<unknown>, { everyMs, isDue }: Refreshing): void {
  let isLoading = false;
  const start = async () => {
    isLoading = true;
    await load();
    isLoading = false;
  };
  const startIfDue = () => {
    if (!browser.document.hidden && !isLoading && isDue()) void start();
  };
  let timer: ReturnType<typeof setInterval> | undefined;
  onMounted(() => {
    void start();
    timer = setInterval(startIfDue, everyMs);
    browser.document.addEventListener('visibilitychange', startIfDue);
  });
  onUnmounted(() => {
    clearInterval(timer);
    browser.document.removeEventListener('visibilitychange', startIfDue);
  });
}
