/** What the forms know of types of records: how their ids look, and how they are listed. */
import type { Resource } from '../../../shared/kit/declare/resource.ts';
import { required } from '../../../shared/kit/values/required.ts';
import { api } from '../../../shared/service/api.ts';
import type { RecordType } from '../.vitepress/theme/forms/request.ts';
import { apiDocument } from './document.ts';

export const resources = new Map<string, Resource>(api.resources.map((each) => [each.type, each]));

/** @example typeOfPath('/albums/{id}/trends') // 'albums' */
export function typeOfPath(path: string): string | undefined {
  const [, type = ''] = path.split('/');
  return resources.has(type) ? type : undefined;
}

export const isListed = (type: string): boolean =>
  resources.get(type)?.operations.some((each) => each === 'list') ?? false;

/** Attributes whose values no other record of the owner or the stage may have. */
export function uniqueAttributes(path: string): string[] {
  const type = typeOfPath(path);
  const taken = (type === undefined ? undefined : resources.get(type)?.taken) ?? {};
  return Object.values(taken).flatMap(
    ({ pointer = '' }) => /^\/data\/attributes\/([\w-]+)$/.exec(pointer)?.[1] ?? [],
  );
}

const NAMES = ['title', 'name', 'key'];

let allExamples: string | undefined;

/** The id of a record of the type in the examples of the document, if there is one. */
function exampleId(type: string): string {
  allExamples ??= JSON.stringify(apiDocument());
  return new RegExp(`"type":"${type}","id":"([^"]+)"`).exec(allExamples)?.[1] ?? '1';
}

export function recordType(type: string): RecordType {
  const { owner, idPattern, attributes, filters, sorts, pageSize, pageMeta } = required(
    resources.get(type),
    `No feature declares ${type}.`,
  );
  const shown = Object.entries(attributes).flatMap(([name, { readable }]) =>
    readable === 'always' ? [name] : [],
  );
  const name = NAMES.find((each) => shown.includes(each));
  const search = Object.entries(filters).find(
    ([, { field, parse }]) => field === name && parse('a')?.('bab') === true,
  )?.[0];
  const isNewestFirst = sorts.some((each) => each === 'created-at');
  return {
    pattern: idPattern.source,
    example: exampleId(type),
    ...(owner === 'platform' && { isShared: true }),
    ...(isListed(type) && {
      list: {
        query: [
          ...(pageMeta === 'none' ? [] : [`page[size]=${pageSize.max}`]),
          ...(isNewestFirst ? ['sort=-created-at'] : []),
          `fields[${type}]=${(name ? [name] : shown.slice(0, 2)).join(',')}`,
        ].join('&'),
        ...(search && { search: `filter[${search}]` }),
      },
    }),
  };
}
