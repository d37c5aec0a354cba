/** How artificial intelligence was used for a recording, as its owner states it. */
import * as v from 'valibot';

/** In the order in which a recording is made. */
export const aiUses = ['vocals', 'instruments', 'composition', 'lyrics', 'post-production'] as const;
export type AiUse = (typeof aiUses)[number];

export const aiUsage = v.pipe(
  v.array(v.picklist(aiUses, `must be one of ${aiUses.join(', ')}`), 'must be a list'),
  // Also of a list with unknown uses, so that all problems are reported together.
  v.rawCheck(({ dataset: { value }, addIssue }) => {
    if (Array.isArray(value) && new Set(value).size < value.length)
      addIssue({ message: 'must not repeat a use' });
  }),
  v.metadata({ uniqueItems: true }),
);
