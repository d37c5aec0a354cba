/** Finds attributes that a resource object lacks although no sparse fieldset was asked for. OpenAPI cannot say this. */
import { isObject } from '../../../shared/kit/jsonapi/document.ts';
import type { OpenApi } from '../../../shared/kit/openapi/openapi.ts';

interface ResourceObjectSchema {
  readonly properties?: { readonly attributes?: { readonly properties?: Readonly<Record<string, unknown>> } };
}

/** @returns a sentence for each resource object with missing attributes. */
export function missingAttributes({ components }: OpenApi, body: unknown): string[] {
  if (!isObject(body)) return [];
  const objects = [body['data'] ?? [], body['included'] ?? []].flat().filter(isObject);
  return objects.flatMap((object) => {
    const type = String(object['type']);
    const schema = components.schemas[type] as ResourceObjectSchema | undefined;
    const { attributes } = object;
    if (!isObject(attributes)) return [];
    const missing = Object.keys(schema?.properties?.attributes?.properties ?? {}).filter(
      (name) => !Object.hasOwn(attributes, name),
    );
    return missing.length === 0 ? [] : [`with ${type} that lack ${missing.join(', ')}.`];
  });
}
