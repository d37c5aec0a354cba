/** Generates the reference as Markdown, from the OpenAPI document: each type with its fields, and each operation. */
import { currentDocument } from '../../openapi/documents.ts';
import type { Page } from '../page.ts';
import { formOf, type Schema } from './schema-text.ts';
import { table } from './table.ts';

interface Parameter {
  readonly name: string;
  readonly in: string;
}

interface Operation {
  readonly summary: string;
  readonly tags: readonly string[];
  readonly parameters?: readonly (Parameter | { readonly $ref: string })[];
  readonly responses: Readonly<Record<string, unknown>>;
}

/** What the reference shows of the document. */
interface Reference {
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly webhooks: Readonly<Record<string, { readonly post: { readonly summary: string } }>>;
  readonly components: {
    readonly parameters: Readonly<Record<string, Parameter>>;
    readonly schemas: Readonly<Record<string, Schema>>;
  };
}

interface ListedOperation extends Operation {
  readonly method: string;
  readonly path: string;
}

export function referencePage(): Page {
  const document = currentDocument() as unknown as Reference;
  const operations = operationsOf(document);
  const sections = document.tags.map(({ name, description }) => {
    const own = operations.filter(({ tags }) => tags[0] === name);
    return [`## ${name}`, description, ...fieldsOf(document, name), operationTable(document, own)].join(
      '\n\n',
    );
  });
  const text = [
    '# Reference',
    'All types and operations of the API. The [OpenAPI document](/openapi.json) has the exact schemas, errors and examples.',
    ...sections,
    '## Events',
    `Webhook endpoints can subscribe to ${Object.keys(document.webhooks)
      .map((type) => `\`${type}\``)
      .join(', ')}.`,
    ...Object.keys(document.webhooks).map((type) => eventText(document, type)),
    '',
  ];
  return { path: '/docs/reference', section: 'Reference', markdown: text.join('\n\n') };
}

const operationsOf = ({ paths }: Reference): ListedOperation[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([method]) => method !== 'parameters')
      .map(([method, members]) => ({ ...members, method: method.toUpperCase(), path })),
  );

/** The attributes and relationships of a type. */
function fieldsOf({ components }: Reference, type: string): string[] {
  const { attributes, relationships } = components.schemas[type]?.properties ?? {};
  const created = components.schemas[`${type}.create`]?.properties;
  const changed = components.schemas[`${type}.update`]?.properties;
  const rows = (members: Schema | undefined, group: 'attributes' | 'relationships') =>
    Object.entries(members?.properties ?? {}).map(([name, each]) => {
      const is = {
        required: created?.[group]?.required?.includes(name) ?? false,
        created: created?.[group]?.properties?.[name] !== undefined,
        changed: changed?.[group]?.properties?.[name] !== undefined,
      };
      const form = group === 'attributes' ? formOf(each) : linkageText(each);
      return [`\`${name}\``, form, writing(is)];
    });
  const all = [...rows(attributes, 'attributes'), ...rows(relationships, 'relationships')];
  return all.length > 0 ? [table(['Field', 'Form', 'In writes'], all)] : [];
}

function writing(is: Readonly<Record<'required' | 'created' | 'changed', boolean>>): string {
  const onCreate = is.required ? 'required' : is.created ? 'writable' : 'read-only';
  if (is.created && !is.changed) return `${onCreate}, on create only`;
  return is.changed && !is.created ? 'writable, after creation only' : onCreate;
}

function linkageText(relationship: Schema): string {
  const { data } = relationship.properties ?? {};
  const target = JSON.stringify(data ?? {}).match(/schemas\/([\w-]+)\.identifier/)?.[1] ?? 'records';
  return data?.type === 'array' ? `${target} (many)` : target;
}

function operationTable(document: Reference, operations: readonly ListedOperation[]): string {
  const rows = operations.map((operation) => [
    `\`${operation.method} ${operation.path}\``,
    operation.summary,
    parametersText(document, operation),
    Object.keys(operation.responses)
      .filter((status) => Number(status) < 400)
      .join(', '),
  ]);
  return table(['Operation', 'Summary', 'Query', 'Responses'], rows);
}

function parametersText({ components }: Reference, { parameters = [] }: Operation): string {
  const named = parameters.map((each) =>
    '$ref' in each ? components.parameters[each.$ref.split('/').at(-1) ?? ''] : each,
  );
  const query = named.filter((each) => each?.in === 'query' && !each.name.startsWith('fields['));
  return query.map((each) => `\`${each?.name}\``).join(', ');
}

function eventText({ components, webhooks }: Reference, type: string): string {
  const { data } = components.schemas[`event.${type}`]?.properties ?? {};
  const rows = Object.entries(data?.properties ?? {}).flatMap(([name, each]) =>
    each.properties
      ? Object.entries(each.properties).map(([member, form]) => [`\`${name}.${member}\``, formOf(form)])
      : [[`\`${name}\``, formOf(each)]],
  );
  const cause = `${webhooks[type]?.post.summary}.`;
  return [`### ${type}`, cause, table(['`data`', 'Form'], rows)].join('\n\n');
}
