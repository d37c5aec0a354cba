/** Runs the hooks of a draft's type, then those of its link types. */
import type { Resource } from '../../declare/resource.ts';
import type { RecordDraft } from './draft.ts';
import type { WriteContext } from './hooks.ts';

export async function prepare(
  context: WriteContext,
  { type, relationships }: Resource,
  draft: RecordDraft,
): Promise<void> {
  const { hooks } = context;
  await hooks[type]?.prepare?.(draft, context);
  for (const each of Object.values(relationships)) {
    const through = each.many && each.writable !== 'never' ? each.through : null;
    if (through) await hooks[through.type]?.through?.[type]?.prepare?.(draft, context);
  }
}
