/** An error in a page itself. Vue would only log it, and show the page without the part that has it. */
import { type App, ref } from 'vue';

/** What a person reads of the last error; empty without one. */
export const pageFault = ref('');

/** Only in the browser: an error while the site is built ends the build. */
export function tellFaults(app: App): void {
  if (import.meta.env.SSR) return;
  app.config.errorHandler = (error) => {
    pageFault.value = `Part of this page is missing or out of date, because the documentation has an error: ${error instanceof Error ? error.message : error} Reload the page. If the error remains, report it.`;
    // Browsers log it with its place.
    reportError(error);
  };
}
