/** Keeps a page up to date while it is shown. */
import { onMounted, onUnmounted } from 'vue';
import { browser } from './browser.ts';

interface Refreshing {
  readonly everyMs: number;
  /** Whether it is needed, and disturbs nothing. */
  readonly isDue: () => boolean;
}

/** Loads when the page opens, and then again and again. A load begins only after the one before it. */
export function useRefreshing(load: () => Promise<unknown>, { everyMs, isDue }: Refreshing): void {
  let isLoading = false;
  const start = async () => {
    isLoading = true;
    await load();
    isLoading = false;
  };
  let timer: ReturnType<typeof setInterval> | undefined;
  onMounted(() => {
    void start();
    timer = setInterval(() => {
      if (!browser.document.hidden && !isLoading && isDue()) void start();
    }, everyMs);
  });
  onUnmounted(() => clearInterval(timer));
}
