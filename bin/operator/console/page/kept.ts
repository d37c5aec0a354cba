/** Choices of the reviewer that the browser keeps. */
import { type Ref, ref, watch } from 'vue';
import { browser } from './browser.ts';

/** @returns whether it is chosen. @param name in the storage of the console. @param isDefault unless the reviewer has chosen. */
export function useKept(name: string, isDefault: boolean): Ref<boolean> {
  const key = `console-${name}`;
  const kept = stored(() => browser.localStorage.getItem(key)) ?? null;
  const isChosen = ref(kept === null ? isDefault : kept === 'yes');
  watch(isChosen, (chosen) => stored(() => browser.localStorage.setItem(key, chosen ? 'yes' : 'no')));
  return isChosen;
}

/** Browsers can forbid storage. The choice then ends with the page. */
function stored<T>(act: () => T): T | undefined {
  try {
    return act();
  } catch {
    return undefined;
  }
}
