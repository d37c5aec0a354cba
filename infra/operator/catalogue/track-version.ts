/** The version of a track: one of the predefined ones if it has the name of one, otherwise text. */
import { versionOf } from './reference-names.ts';

export function versionFields(text: string | null | undefined): {
  readonly attributes: Readonly<Record<string, string>>;
  readonly links: Readonly<Record<string, string>>;
} {
  if (text === null || text === undefined || text === '') return { attributes: {}, links: {} };
  const known = versionOf(text);
  return known
    ? { attributes: {}, links: { version: known.id } }
    : { attributes: { 'version-description': text }, links: {} };
}
