/** Generates a page for each type and each group of endpoints, from the OpenAPI document. */
import { required } from '../../../shared/kit/values/required.ts';
import { endpoints, types } from '../../../shared/service/features.ts';
import type { Schema } from '../../openapi/schema.ts';
import type { Page } from '../page.ts';
import { apiDocument, type Operation, operationsOf } from './document.ts';
import { bullets, table } from './markdown.ts';
import { operationSection, relatedSection } from './operations.ts';
import { formOf } from './schema-text.ts';
import { statesOf } from './states.ts';
import { valuesOf } from './values.ts';

/** The feature that declares a type is the part of the menu that has its page. */
const parts = new Map<string, string>([
  ...Object.entries(types).flatMap(([feature, all]) => all.map(({ type }) => [type, feature] as const)),
  ...Object.entries(endpoints).flatMap(([feature, all]) => all.map(({ group }) => [group, feature] as const)),
]);
/** In the order of the menu. */
const order = [
  'catalogue',
  'distribution',
  'webhooks',
  'matching',
  'usage',
  'royalties',
  'accounts',
  'reference',
];

export function resourcePages(): Page[] {
  const document = apiDocument();
  const operations = Map.groupBy(operationsOf(document), ({ tag }) => tag);
  const partOf = (tag: string) => required(parts.get(tag), `No feature declares ${tag}.`);
  const positionOf = ({ name }: { readonly name: string }) => order.indexOf(partOf(name));
  const tags = document.tags.toSorted((left, right) => positionOf(left) - positionOf(right));
  return tags.map(({ name, description }): Page => {
    const [about = '', ...rules] = description.split('\n\n');
    const sections = [
      ...fieldsOf(name, document),
      ...valuesOf(name),
      ...statesOf(name),
      ...rulesText(rules),
      ...operationsText(name, operations.get(name) ?? []),
    ];
    return {
      path: `/docs/${name}`,
      section: 'Resources',
      part: partOf(name),
      markdown: [`# ${name}`, about, ...sections, ''].join('\n\n'),
    };
  });
}

/** A page with more rules folds all but the first ones, so that its requests are not far away. */
const MOST_RULES = 10;
const SHOWN_RULES = 3;

function rulesText(rules: readonly string[]): string[] {
  if (rules.length === 0) return [];
  const shown = rules.length > MOST_RULES ? SHOWN_RULES : rules.length;
  const others = rules.slice(shown);
  return [
    ...['## Rules', bullets(rules.slice(0, shown))],
    ...(others.length > 0 ? [`::: details ${others.length} more rules\n\n${bullets(others)}\n\n:::`] : []),
  ];
}

type Group = 'attributes' | 'relationships';

/** The attributes and relationships of a type, if it has any. */
function fieldsOf(type: string, { components: { schemas } }: ReturnType<typeof apiDocument>): string[] {
  const shown = schemas[type]?.properties ?? {};
  const created = schemas[`${type}.create`]?.properties;
  const changed = schemas[`${type}.update`]?.properties;
  const rowsOf = (group: Group) =>
    Object.entries(shown[group]?.properties ?? {}).map(([name, each]) => {
      const writing = writingText({
        required: created?.[group]?.required?.includes(name) ?? false,
        created: created?.[group]?.properties?.[name] !== undefined,
        changed: changed?.[group]?.properties?.[name] !== undefined,
        unless: created?.[group]?.properties?.[name]?.['x-required-unless'],
      });
      const form = group === 'attributes' ? formOf(each) : linkageText(each);
      return [`\`${name}\``, each.description ?? '', form, writing];
    });
  const rows = [...rowsOf('attributes'), ...rowsOf('relationships')];
  return rows.length > 0 ? ['## Fields', table(['Field', 'Meaning', 'Form', 'In writes'], rows)] : [];
}

interface Writing {
  readonly required: boolean;
  readonly created: boolean;
  readonly changed: boolean;
  /** Which records can be created without it. */
  readonly unless: string | undefined;
}

function writingText(is: Writing): string {
  if (is.unless !== undefined) return `required, unless ${is.unless}`;
  const onCreate = is.required ? 'required' : is.created ? 'writable' : 'read-only';
  if (is.created && !is.changed) return `${onCreate}, on create only`;
  return is.changed && !is.created ? 'writable, after creation only' : onCreate;
}

function linkageText(relationship: Schema): string {
  const { data } = relationship.properties ?? {};
  const target = JSON.stringify(data ?? {}).match(/schemas\/([\w-]+)\.identifier/)?.[1] ?? 'records';
  return data?.type === 'array' ? `${target} (many)` : target;
}

function operationsText(tag: string, operations: readonly Operation[]): string[] {
  const main = operations.filter(({ isRelated }) => !isRelated).toSorted(byKind);
  const others = operations.filter(({ isRelated }) => isRelated);
  return [
    '## Operations',
    ...main.map((each) => operationSection(tag, each)),
    ...(others.length > 0 ? [relatedSection(tag, others)] : []),
  ];
}

/** Operations on records before actions, such as `GET /albums` before `GET /albums/{id}/trends`. */
const byKind = (left: Operation, right: Operation): number => kindOf(left) - kindOf(right);

function kindOf({ path, tag }: Operation): number {
  return [`/${tag}`, `/${tag}/{id}`].includes(path) ? 0 : 1;
}
