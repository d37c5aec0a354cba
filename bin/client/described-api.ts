/** The declarations and the document of the API, as the client's generators read them. */
import type { Resource } from '../../shared/kit/declare/resource.ts';
import { routesOf } from '../../shared/kit/declare/routes.ts';
import { definitions } from '../../shared/service/definitions.ts';
import { camel, pascal, singularOf } from '../openapi/document/names.ts';
import { currentDocument } from '../openapi/documents.ts';
import type { Schema } from '../openapi/schema.ts';
import type { Schemas } from './schema-type.ts';

export const { resources, endpoints, problems } = definitions;

interface Described {
  readonly operationId: string;
  readonly requestBody?: {
    readonly required?: boolean;
    readonly content: Readonly<Record<string, { readonly schema: Schema }>>;
  };
}

export const schemas = (): Schemas => currentDocument().components.schemas as Schemas;

/** @returns the body of an operation, as JSON. */
export function bodySchema(operationId: string): { schema: Schema; isRequired: boolean } | undefined {
  const operations = Object.values(currentDocument().paths).flatMap((path) => Object.values(path));
  const { requestBody } =
    operations.map((each) => each as Partial<Described>).find((each) => each.operationId === operationId) ??
    {};
  const [first] = Object.values(requestBody?.content ?? {});
  return first && { schema: first.schema, isRequired: requestBody?.required ?? false };
}

/** @returns the attributes of a document that has nothing else but the type of its record. */
export function soleAttributes({ properties }: Schema): Schema | undefined {
  const { type, attributes, ...others } = properties?.['data']?.properties ?? {};
  return type && Object.keys(others).length === 0 ? attributes : undefined;
}

/** Names of a type in the client. */
export const namesOf = ({ type }: Pick<Resource, 'type'>) => ({
  /** Such as AlbumArtist. */
  one: pascal(singularOf(type)),
  /** Such as AlbumArtists. */
  many: pascal(type),
  /** Such as albumArtists. */
  member: camel(type),
});

const linked = new Set(
  routesOf(definitions).flatMap(({ serving }) =>
    serving.does === 'replace-linkage' ? [`${serving.resource.type}.${serving.relationship}`] : [],
  ),
);

/** @returns the relationships that have requests to write them separately. */
export const linkedBy = ({ type, relationships }: Resource): string[] =>
  Object.keys(relationships).filter((name) => linked.has(`${type}.${name}`));

/** @returns the declared paths with their prefixes. */
export const includePaths = ({ includes }: Resource): string[] => [
  ...new Set(
    includes.flatMap((path) => {
      const names = path.split('.');
      return names.map((_, at) => names.slice(0, at + 1).join('.'));
    }),
  ),
];

/** @returns the size of the largest pages; 0 for lists without pages. */
export const largestPage = ({ pageMeta, pageSize }: Resource): number =>
  pageMeta === 'none' ? 0 : pageSize.max;
