/** How artificial intelligence was used for a recording, as its owner states it. */
import * as v from 'valibot';

/** In the order in which a recording is made. */
export const aiUses = ['vocals', 'instruments', 'composition', 'lyrics', 'post-production'] as const;
export type AiUse = (typeof aiUses)[number];

export const aiUsage = v.pipe(
  v.array(v.picklist(aiUses, `must be one of ${aiUses.join(', ')}`), 'must be a list'),
  v.check((uses) => new Set(uses).size === uses.length, 'must not repeat a use'),
  v.metadata({ uniqueItems: true }),
);
