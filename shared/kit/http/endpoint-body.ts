/** Parses the plain JSON body of an endpoint. */
import * as v from 'valibot';
import type { Schema } from '../declare/attribute.ts';
import type { Endpoint } from '../declare/endpoint.ts';
import { isObject } from '../jsonapi/document.ts';
import { type Problem, problem, throwIfAny } from '../values/problems.ts';
import type { ApiRequest } from './request.ts';

type Body<E extends Endpoint> = {
  readonly [N in keyof NonNullable<E['body']>]: NonNullable<E['body']>[N] extends infer S extends Schema
    ? v.InferOutput<S>
    : never;
};

/**
 * @returns the declared members, parsed by their schemas. Others are ignored.
 * @throws Problems for all missing and invalid members (pointer /<member>), or if the body is not an object.
 */
export function readBody<E extends Endpoint>({ body }: ApiRequest, endpoint: E): Body<E> {
  if (!isObject(body))
    throw problem('malformed_document', 'The body must be a JSON object.', { pointer: '' });
  const problems: Problem[] = [];
  const read: Record<string, unknown> = {};
  for (const [name, schema] of Object.entries(endpoint.body ?? {})) {
    const pointer = `/${name}`;
    if (!Object.hasOwn(body, name))
      problems.push({ code: 'required', detail: `${name} is required.`, pointer });
    const result = v.safeParse(schema, body[name]);
    if (result.success) read[name] = result.output;
    else if (Object.hasOwn(body, name)) {
      problems.push(...result.issues.map(({ message }) => invalid(name, message)));
    }
  }
  throwIfAny(problems);
  return read as Body<E>;
}

const invalid = (name: string, message: string): Problem => ({
  code: 'invalid_value',
  detail: `${name} ${message}.`,
  pointer: `/${name}`,
});
