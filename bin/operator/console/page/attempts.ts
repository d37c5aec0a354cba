/** Attempts of a page, and the sentence that it shows when one fails. */
import { type Ref, ref } from 'vue';

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

interface Attempts {
  /** Why the last attempt failed, or nothing. */
  readonly fault: Ref<string>;
  /** @returns whether it succeeded. Never throws. */
  readonly attempt: (act: () => Promise<void>) => Promise<boolean>;
}

export function useAttempts(): Attempts {
  const fault = ref('');
  return {
    fault,
    async attempt(act) {
      try {
        await act();
        fault.value = '';
        return true;
      } catch (error) {
        fault.value = messageOf(error);
        return false;
      }
    },
  };
}
