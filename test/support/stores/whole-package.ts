/** What a store sees of packages, at any moment of their transfers. */
import { expect } from 'vitest';

/**
 * What is at the store is a part of a package, and all of it if it has a message.
 * @param lengths of its resources. @param about the moment.
 */
export function expectNoHalfPackage(
  files: ReadonlyMap<string, Buffer>,
  { upc, lengths, about }: { upc: string; lengths: readonly number[]; about: string },
): void {
  const message = [...files].find(([path]) => path.endsWith(`/${upc}.xml`));
  if (!message) return;
  const resources = [...files].filter(([path]) => path.includes('/resources/'));
  expect(resources.map(([, content]) => content.length).toSorted(), about).toEqual(lengths.toSorted());
  expect(message[1].toString(), about).toMatch(/<\/ern:NewReleaseMessage>\s*$/);
}
