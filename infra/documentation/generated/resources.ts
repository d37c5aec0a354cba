/** Generates a page for each type and each group of endpoints, from the OpenAPI document. */
import { endpoints, types } from '../../../shared/service/features.ts';
import type { Page } from '../page.ts';
import { apiDocument, type Operation, operationsOf } from './document.ts';
import { fieldTable } from './fields.ts';
import { operationSection, relatedSection } from './operations.ts';
import { statesOf } from './states.ts';

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
  const placeOf = ({ name }: { readonly name: string }) => order.indexOf(parts.get(name) ?? '');
  const tags = document.tags.toSorted((left, right) => placeOf(left) - placeOf(right));
  return tags.map(({ name, description }): Page => {
    const [about = '', ...rules] = description.split('\n\n');
    const sections = [
      ...fieldsOf(name, document),
      ...statesOf(name),
      ...rulesText(rules),
      ...operationsText(name, operations.get(name) ?? []),
    ];
    return {
      path: `/docs/${name}`,
      section: 'Resources',
      part: parts.get(name) ?? name,
      markdown: [`# ${name}`, about, ...sections, ''].join('\n\n'),
    };
  });
}

const rulesText = (rules: readonly string[]): string[] =>
  rules.length === 0 ? [] : ['## Rules', rules.map((rule) => `- ${rule}`).join('\n')];

function fieldsOf(type: string, { components }: ReturnType<typeof apiDocument>): string[] {
  const fields = fieldTable(components.schemas, type);
  return fields === undefined ? [] : ['## Fields', fields];
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
