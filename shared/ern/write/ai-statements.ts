/** What messages state about the use of artificial intelligence. */
import { type AiUse, aiUses } from '../../catalogue/rules/ai-usage.ts';
import type { XmlElement } from '../xml/xml-document.ts';
import type { MessageVersion } from './message-version.ts';

/** ERN terms of the roles of a contributor for which artificial intelligence is used. */
const aiRoles: Readonly<Record<AiUse, string>> = {
  vocals: 'Vocalist',
  instruments: 'Musician',
  composition: 'Composer',
  lyrics: 'Lyricist',
  'post-production': 'PostProducer',
};

/** The term for a contributor that is not a party. */
export const GENERATIVE_AI = 'GenerativeAI';

/**
 * The element ContainsAI. `All` would exclude human contributors, and a use says only that artificial
 * intelligence was part of it.
 * @param isUsed null if nothing is stated.
 */
export const containsAi = (isUsed: boolean | null, { statesAiUsage }: MessageVersion): XmlElement =>
  isUsed === null || !statesAiUsage ? {} : { ContainsAI: isUsed ? 'Partly' : 'None' };

/** The Contributor element of artificial intelligence, without its number; none if it is not used. */
export function aiContributors(
  usage: readonly AiUse[] | null,
  { statesAiUsage }: MessageVersion,
): XmlElement[] {
  const uses = aiUses.filter((use) => statesAiUsage && usage?.includes(use));
  if (uses.length === 0) return [];
  return [{ SpecialContributor: GENERATIVE_AI, Role: uses.map((use) => ({ Value: aiRoles[use] })) }];
}
