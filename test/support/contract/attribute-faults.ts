/**
 * Finds attributes that a resource object lacks, or shows in the wrong place, although no sparse fieldset was
 * asked for. OpenAPI cannot say this.
 */
import type { Resource } from '../../../shared/kit/declare/resource.ts';
import { isObject } from '../../../shared/kit/jsonapi/document.ts';

/** @returns a sentence for each resource object with such attributes. */
export function attributeFaults(resources: readonly Resource[], body: unknown): string[] {
  if (!isObject(body)) return [];
  const { data, included } = body;
  const isSingle = !Array.isArray(data);
  const faults = (isSingle: boolean) => (object: unknown) => faultsOf(resources, object, isSingle);
  return [
    ...[data ?? []].flat().flatMap(faults(isSingle)),
    ...[included ?? []].flat().flatMap(faults(false)),
  ];
}

function faultsOf(resources: readonly Resource[], object: unknown, isSingle: boolean): string[] {
  if (!isObject(object) || !isObject(object['attributes'])) return [];
  const { type, attributes } = object;
  const declared = Object.entries(resources.find((each) => each.type === type)?.attributes ?? {});
  const namesOf = (...wanted: readonly string[]) =>
    declared.flatMap(([name, { readable }]) => (wanted.includes(readable) ? [name] : []));
  const missing = namesOf('always', ...(isSingle ? ['single'] : [])).filter((name) => !(name in attributes));
  const misplaced = isSingle ? [] : namesOf('single').filter((name) => name in attributes);
  return [
    ...(missing.length === 0 ? [] : [`with ${type} that lack ${missing.join(', ')}.`]),
    ...(misplaced.length === 0 ? [] : [`with ${type} that show ${misplaced.join(', ')} beside others.`]),
  ];
}
