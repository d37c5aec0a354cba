/** Successful responses and the schemas of their documents. */
import { resourceOf } from '../../../shared/kit/declare/api.ts';
import type { Definitions } from '../../../shared/kit/declare/definitions.ts';
import type { Endpoint } from '../../../shared/kit/declare/endpoint.ts';
import { CSV_TYPE } from '../../../shared/kit/http/media-types.ts';
import { MEDIA_TYPE } from '../../../shared/kit/jsonapi/types.ts';
import { isNeverNull } from './attributes.ts';
import {
  linkageDocument,
  listDocument,
  nullableRecordDocument,
  pageDocument,
  recordDocument,
  resourceObjectSchema,
} from './documents.ts';
import { responseHeaders } from './headers.ts';
import { type JsonSchema, jsonSchemaOf, schemaRef } from './json-schema.ts';
import { oneOf, words } from './names.ts';
import type { Shown } from './showing.ts';

type ApiData = Pick<Definitions, 'resources'>;
type Named = readonly [name: string, schema: JsonSchema];

export interface ResponseSchemas {
  readonly response: JsonSchema;
  /** Component name of the response, or undefined if only one operation has it. */
  readonly name: string | undefined;
  /** Schemas that the response refers to. */
  readonly components: readonly Named[];
}

interface Body {
  readonly description: string;
  /** Undefined if there is no body. */
  readonly document?: Named | JsonSchema;
  readonly headers: readonly string[];
  readonly components?: readonly Named[];
  /** Whether it is also shown as CSV. */
  readonly hasCsv?: boolean;
}

const isNamed = (document: Named | JsonSchema): document is Named => Array.isArray(document);

/** Computed records and records within other rows have no version, and therefore no ETag. */
const taggedBy = (api: Definitions, type: string): string =>
  resourceOf(api, type).owner !== 'platform' && !api.sources[type] ? 'ETag' : 'ETag.of-stored';

function recordBody(api: Definitions, response: Extract<Shown, { shows: 'record' }>): Body {
  const { type, isLocated, reveals } = response;
  const resource = resourceOf(api, type);
  const hides = Object.values(resource.attributes).some(({ readable }) => readable === 'once');
  const isSpecial = reveals && hides;
  const name = isSpecial ? `${type}.revealed` : type;
  const description = `${oneOf(type)}${isSpecial ? ' with the attributes that are shown only once' : ''}`;
  return {
    description,
    document: [`${name}.document`, recordDocument(api, resource, schemaRef(name))],
    headers: [taggedBy(api, type), ...(isLocated ? ['Location'] : [])],
    components: isSpecial ? [[name, resourceObjectSchema(api, resource, true)]] : [],
  };
}

function bodyOf(api: Definitions, response: Shown): Body {
  switch (response.shows) {
    case 'record':
      return recordBody(api, response);
    case 'record-or-null': {
      const { type } = response;
      const document = nullableRecordDocument(api, resourceOf(api, type));
      return {
        description: `${oneOf(type)}, or null`,
        document: [`${type}.document-or-null`, document],
        headers: ['ETag.of-stored'],
      };
    }
    case 'page': {
      const { type, meta, csv } = response;
      const document = pageDocument(api, resourceOf(api, type), meta);
      const headers = csv ? ['Vary', 'Content-Disposition'] : [];
      return {
        description: words(type),
        document: [`${type}.page`, document],
        headers,
        hasCsv: csv === true,
      };
    }
    case 'list': {
      const { type } = response;
      const document = listDocument(resourceOf(api, type));
      return { description: words(type), document: [`${type}.list`, document], headers: [] };
    }
    case 'linkage': {
      const { of, relationship } = response;
      const { type, many } = relationship;
      const isSet = isNeverNull(of, relationship);
      const name = `${type}.linkage.${many ? 'many' : isSet ? 'set' : 'one'}`;
      const description = many
        ? `linkage to ${words(type)}`
        : `linkage to ${oneOf(type)}${isSet ? '' : ', or null'}`;
      const document = linkageDocument(of, relationship);
      return { description, document: [name, document], headers: ['ETag.of-stored'] };
    }
    case 'document':
      return { description: 'done', document: jsonSchemaOf(response.schema, 'shown'), headers: [] };
    case 'nothing':
      return { description: 'done', headers: response.isLocated ? ['Location'] : [] };
  }
}

const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;

/** @param contentType defaults to that of JSON:API. */
export function responseSchemas(
  api: Definitions,
  response: Shown,
  { access, contentType = MEDIA_TYPE }: Partial<Pick<Endpoint, 'access' | 'contentType'>>,
): ResponseSchemas {
  const { description, document, headers, components = [], hasCsv = false } = bodyOf(api, response);
  const isShared = document !== undefined && isNamed(document);
  const schema = isShared ? schemaRef(document[0]) : document;
  const suffix = headers.includes('Location') ? '.located' : '';
  return {
    name: isShared ? `${document[0]}${suffix}` : undefined,
    response: {
      description: sentence(description),
      headers: responseHeaders(access !== 'public', headers),
      ...(schema && {
        content: {
          [contentType]: { schema },
          ...(hasCsv && { [CSV_TYPE]: { schema: { type: 'string' } } }),
        },
      }),
    },
    components: [...components, ...(isShared ? [document] : [])],
  };
}

/** The response to a conditional GET whose ETag is current. */
export const notModified: JsonSchema = {
  description: 'The response has not changed since the given ETag.',
  headers: responseHeaders(true, ['ETag']),
};

export const resourceObjects = (api: ApiData): readonly Named[] =>
  api.resources.map((resource) => [resource.type, resourceObjectSchema(api, resource)]);
