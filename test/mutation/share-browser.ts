/** Set-up of the tests of pages: a browser, and the console, which no test then waits for. */
import type { TestProject } from 'vitest/node';
import { builtPage } from '../../bin/operator/console/built-page.ts';
import { sharedPages } from '../stage/shared-pages.ts';
import { madeBy, shareParts } from '../support/shared-parts.ts';

export default async function shareBrowser({ provide }: TestProject) {
  await builtPage();
  const { address, end } = await shareParts(madeBy(sharedPages));
  provide('stages', address);
  return end;
}
