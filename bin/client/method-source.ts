/** Writes the interfaces of a client's members: the methods of each type, and of each group of endpoints. */
import type { Endpoint } from '../../shared/kit/declare/endpoint.ts';
import { type Action, type Resource, takesRecords } from '../../shared/kit/declare/resource.ts';
import type { ShownResponse } from '../../shared/kit/declare/shown-response.ts';
import { jsonSchemaOf } from '../openapi/document/json-schema.ts';
import { camel, pascal } from '../openapi/document/names.ts';
import { notes } from '../openapi/notes.ts';
import type { Schema } from '../openapi/schema.ts';
import { bodySchema, linkedBy, namesOf, schemas, soleAttributes } from './described-api.ts';
import { comment, typeOf } from './schema-type.ts';

const verbs = { list: 'Lists', read: 'Reads', create: 'Creates', update: 'Updates', delete: 'Deletes' };

export function methodsSource(resource: Resource): string {
  const { type, operations, relationships, actions, about } = resource;
  const parts = [
    ...operations.map((each) => verbs[each]),
    ...(Object.keys(relationships).length > 0 ? ['Relates'] : []),
    ...(linkedBy(resource).length > 0 ? ['Links'] : []),
  ].map((part) => (part === 'Deletes' ? part : `${part}<Types, '${type}'>`));
  const methods = Object.entries(actions).flatMap(([name, action]) => actionSource(resource, name, action));
  return [
    comment(about, ...(notes[type] ?? [])),
    `export interface ${namesOf(resource).many}${parts.length > 0 ? ` extends ${parts.join(', ')}` : ''} {`,
    ...methods,
    '}',
  ].join('\n');
}

interface Result {
  /** With type parameters for includes and fields. */
  readonly isGeneric: boolean;
  readonly options: string;
  readonly type: string;
}

function actionSource(resource: Resource, name: string, action: Action): string[] {
  const { response, method, on } = action;
  const parameters = [...(on === 'record' ? ['id: string'] : []), ...sentBy(resource, action)];
  const { isGeneric, options, type } = resultOf(resource, action);
  const keyed = method === 'POST' ? `${options} & KeyOptions` : options;
  const shown = 'type' in response ? response.type : resource.type;
  const generic = isGeneric
    ? `<const I extends Types['${shown}']['includes'] = never, const F extends Fields<Types> = AllFields>`
    : '';
  const signature = (result: string) =>
    `${generic}(${[...parameters, `options?: ${keyed}`].join(', ')}): ${result};`;
  const about = comment(`${action.summary}.`);
  const call = `${about}\n${camel(name)}${signature(`Promise<${type}>`)}`;
  if (response.shows !== 'page') return [call];
  const record = `Loaded<Types, '${shown}', I, F>`;
  const iterate = `${about}\niterate${pascal(name)}${signature(`AsyncGenerator<${record}, void, undefined>`)}`;
  if (!response.csv) return [call, iterate];
  const csvOptions = `CallOptions & Pick<ListOptions<Types['${shown}'], never, never>, 'filter'>`;
  const csv = `${comment(`${action.summary}, as CSV.`)}\n${camel(name)}AsCsv(options?: ${csvOptions}): Promise<string>;`;
  return [call, iterate, csv];
}

function sentBy(resource: Resource, action: Action): string[] {
  if (takesRecords(action)) return [`records: readonly New${namesOf(resource).one}[]`];
  const body = bodySchema(action.operationId);
  if (!body) return [];
  const attributes = soleAttributes(body.schema);
  const type = typeOf(attributes ?? body.schema, { schemas: schemas(), isSent: true });
  const name = attributes ? 'attributes' : 'document';
  return [`${name}${body.isRequired ? '' : '?'}: ${type}${body.isRequired ? '' : ' | undefined'}`];
}

function resultOf(resource: Resource, { response, parameters }: Action): Result {
  const { shows } = response;
  if (shows === 'document' || shows === 'nothing')
    return { isGeneric: false, options: 'CallOptions', type: plainType(response) };
  const record = `Loaded<Types, '${response.type}', I, F>`;
  if (shows === 'list' || parameters === 'none') {
    const plain = `Loaded<Types, '${response.type}'>`;
    return {
      isGeneric: false,
      options: 'CallOptions',
      type: shows === 'list' ? `readonly ${plain}[]` : plain,
    };
  }
  const options =
    parameters === 'list' ? `ListOptions<Types['${response.type}'], I, F>` : 'ReadOptions<I, F>';
  if (shows === 'page') return { isGeneric: true, options, type: `Page<${record}>${moreOf(response)}` };
  const reveals = response.reveals ? ` & Types['${resource.type}']['revealed']` : '';
  return { isGeneric: true, options, type: record + reveals };
}

/** The members of `meta` beside that of pages. */
function moreOf({ meta }: Extract<ShownResponse, { shows: 'page' }>): string {
  if (!meta) return '';
  const members = Object.entries(meta).map(([name, schema]) => {
    const type = typeOf(jsonSchemaOf(schema, 'shown') as Schema, { schemas: schemas() });
    return `readonly ${name}: ${type};`;
  });
  return ` & { readonly meta: { ${members.join(' ')} } }`;
}

const plainType = (response: ShownResponse): string =>
  response.shows === 'document'
    ? typeOf(jsonSchemaOf(response.schema, 'shown') as Schema, { schemas: schemas() })
    : 'void';

/** @param group of endpoints. */
export function endpointsSource(group: string, endpoints: readonly Endpoint[]): string {
  const methods = endpoints.map(({ name, summary, response }) => {
    const body = bodySchema(camel(name));
    const sent = body ? [`body: ${typeOf(body.schema, { schemas: schemas(), isSent: true })}`] : [];
    const parameters = [...sent, 'options?: CallOptions'].join(', ');
    return `${comment(`${summary}.`)}\n${camel(name)}(${parameters}): Promise<${plainType(response)}>;`;
  });
  return `export interface ${pascal(group)} {\n${methods.join('\n')}\n}`;
}
