/** Versions of tracks in files. */
import { versionOf } from '../../../reference/reference-names.ts';

/** The version of a track: one of the predefined ones if it has the name of one, otherwise text. */
export function versionFields(text: string | null | undefined): {
  readonly attributes: Readonly<Record<string, string>>;
  readonly links: Readonly<Record<string, string>>;
} {
  if (text === null || text === undefined || text === '') return { attributes: {}, links: {} };
  const predefined = versionOf(text);
  return predefined
    ? { attributes: {}, links: { version: predefined.id } }
    : { attributes: { 'version-description': text }, links: {} };
}
