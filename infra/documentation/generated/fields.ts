/** The attributes and relationships of a type, as a table. */
import type { apiDocument } from './document.ts';
import { table } from './markdown.ts';
import { formOf, type Schema } from './schema-text.ts';

type Schemas = ReturnType<typeof apiDocument>['components']['schemas'];
type Group = 'attributes' | 'relationships';

/** @returns Markdown; undefined for a type without fields. */
export function fieldTable(schemas: Schemas, type: string): string | undefined {
  const shown = schemas[type]?.properties ?? {};
  const created = schemas[`${type}.create`]?.properties;
  const changed = schemas[`${type}.update`]?.properties;
  const rowsOf = (group: Group) =>
    Object.entries(shown[group]?.properties ?? {}).map(([name, each]) => {
      const writing = writingText({
        required: created?.[group]?.required?.includes(name) ?? false,
        created: created?.[group]?.properties?.[name] !== undefined,
        changed: changed?.[group]?.properties?.[name] !== undefined,
      });
      const form = group === 'attributes' ? formOf(each) : linkageText(each);
      return [`\`${name}\``, each.description ?? '', form, writing];
    });
  const rows = [...rowsOf('attributes'), ...rowsOf('relationships')];
  return rows.length > 0 ? table(['Field', 'Meaning', 'Form', 'In writes'], rows) : undefined;
}

function writingText(is: Readonly<Record<'required' | 'created' | 'changed', boolean>>): string {
  const onCreate = is.required ? 'required' : is.created ? 'writable' : 'read-only';
  if (is.created && !is.changed) return `${onCreate}, on create only`;
  return is.changed && !is.created ? 'writable, after creation only' : onCreate;
}

function linkageText(relationship: Schema): string {
  const { data } = relationship.properties ?? {};
  const target = JSON.stringify(data ?? {}).match(/schemas\/([\w-]+)\.identifier/)?.[1] ?? 'records';
  return data?.type === 'array' ? `${target} (many)` : target;
}
