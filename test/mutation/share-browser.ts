/** Set-up of the tests of pages: a browser, and the console, which no test then waits for. */
import type { TestProject } from 'vitest/node';
import { builtPage } from '../../bin/operator/console/built-page.ts';
import { unpackBrowser } from '../stage/shipped-browser.ts';
import { shareParts } from '../support/shared-parts.ts';

export default async function shareBrowser({ provide }: TestProject) {
  await builtPage();
  const { address, end } = await shareParts(async () => ({ value: { folder: await unpackBrowser() } }));
  provide('stages', address);
  return end;
}
