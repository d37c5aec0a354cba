/** The version of a track, as free text and as one of the predefined versions (specification 2.3.1). */
import { isVisible } from '../../kit/values/characters.ts';

export interface SentVersion {
  /** Undefined if not sent. */
  readonly text: string | null | undefined;
  /** Id and name of the version; null clears the relationship, undefined means not sent. */
  readonly version: { readonly id: string; readonly name: string } | null | undefined;
}

/**
 * @param stored the current text; null for a new track. The same or a blank text counts as not sent.
 * @returns the fields to store. An undefined version does not change.
 * @example versionOf({ text: 'Live', version: null }, 'Demo') // { text: 'Live', version: null }
 */
export function versionOf(
  { text, version }: SentVersion,
  stored: string | null,
): { readonly text: string | null; readonly version?: string | null } {
  const isChange = text !== undefined && text !== stored && !isBlank(text);
  if (isChange && text) return { text, version: null };
  if (version) return { text: version.name, version: version.id };
  return { text: isChange ? text : stored, ...((isChange || version === null) && { version: null }) };
}

/** An empty text is not blank. Like null, it removes the stored text. */
const isBlank = (text: string | null): boolean => text !== null && text !== '' && !isVisible(text);
