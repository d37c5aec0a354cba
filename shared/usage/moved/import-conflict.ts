/** Usage of reports that the other stage has imported itself would count twice there. */
import type { Store } from '../../kit/records/store.ts';
import { usageImportKey } from '../keys.ts';

/** @returns why lines of these imports cannot be written. */
export async function importConflict(
  { table }: Pick<Store, 'table'>,
  lines: readonly { readonly import: string }[],
): Promise<string | undefined> {
  // Rematches are written under the id of their import and a number.
  const imports = new Set(lines.map((line) => line.import.replace(/\..*/s, '')));
  const [imported] = await table.getMany(Array.from(imports, usageImportKey), true);
  return (
    imported &&
    `This stage has imported the report ${String(imported['name'])} itself, so that its usage would count twice. ` +
      'Repeat with --without-usage, and let import-usage --rematch find the lines.'
  );
}
