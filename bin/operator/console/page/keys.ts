/** Keys of a page, which do nothing while something is typed. */
import { onMounted, onUnmounted } from 'vue';
import { browser, type KeyPress } from './browser.ts';

/** What each key does, by its name. A key without an entry is left to the browser. */
type Keys = Readonly<Record<string, () => unknown>>;

/** @param keysNow gives the keys that do something when one is pressed. */
export function useKeys(keysNow: () => Keys): void {
  const onKey = (event: KeyPress) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isTypedIn(event)) return;
    const keys = keysNow();
    const act = Object.hasOwn(keys, event.key) ? keys[event.key] : undefined;
    if (!act) return;
    event.preventDefault();
    act();
  };
  onMounted(() => browser.addEventListener('keydown', onKey));
  onUnmounted(() => browser.removeEventListener('keydown', onKey));
}

const isTypedIn = ({ target }: KeyPress): boolean =>
  target.matches('input:not([type=checkbox]), select, textarea');
