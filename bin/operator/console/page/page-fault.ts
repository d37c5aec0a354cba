/** An error in the page itself. Vue would only log it, and show the page without the part that has it. */
import { type App, ref } from 'vue';
import { messageOf } from './attempts.ts';

/** What a person reads of the last error; empty without one. */
export const pageFault = ref('');

export function tellFaults(app: App): void {
  app.config.errorHandler = (error) => {
    pageFault.value = `Part of this page is missing or out of date, because the console has an error: ${messageOf(error)} Reload the page. If the error remains, use the command line, and report it.`;
    // Browsers log it with its place.
    reportError(error);
  };
}
