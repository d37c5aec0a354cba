/** What the tests of pages share: a browser, and pages whose expressions can be given faults. Each is made when it is needed. */
import type { Part } from '../support/shared-parts.ts';
import { unpackBrowser } from './shipped-browser.ts';

/** By name. */
export const sharedPages: Readonly<Record<string, () => Promise<Part>>> = {
  browser: async () => ({ value: { folder: await unpackBrowser() } }),
  'faulty-console': async () => {
    const { faultyConsole } = await import('./faulty-page/faulty-console.ts');
    return { value: Object.fromEntries(await faultyConsole()) };
  },
  'faulty-site': async () => {
    const { faultySite } = await import('./faulty-page/faulty-site.ts');
    return { value: Object.fromEntries(await faultySite()) };
  },
};
