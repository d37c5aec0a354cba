/** Parses the body of an endpoint: plain JSON, or a form. */
import * as v from 'valibot';
import type { Schema } from '../declare/attribute.ts';
import type { Endpoint } from '../declare/endpoint.ts';
import { isObject } from '../jsonapi/document.ts';
import { type Problem, problem, throwIfAny } from '../values/problems.ts';
import { isForm } from './form.ts';
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
export function readBody<E extends Endpoint>({ body }: Pick<ApiRequest, 'body'>, endpoint: E): Body<E> {
  const { members, problems } = parseBody({ body }, endpoint);
  throwIfAny(problems);
  return members as Body<E>;
}

interface Parsed<E extends Endpoint> {
  /** The valid members. */
  readonly members: Partial<Body<E>>;
  readonly problems: readonly Problem[];
}

/** Like `readBody`, for endpoints that find further problems. */
export function parseBody<E extends Endpoint>({ body }: Pick<ApiRequest, 'body'>, endpoint: E): Parsed<E> {
  const problems: Problem[] = [];
  const members: Record<string, unknown> = {};
  for (const [name, schema] of Object.entries(endpoint.body ?? {})) {
    const { names, values } = sentIn(body, endpoint, name);
    const reject = (code: Problem['code'], message: string) =>
      problems.push({ code, detail: `${names.join(' or ')} ${message}.`, pointer: `/${name}` });
    const result = v.safeParse(schema, values[0]);
    if (values.length === 0) reject('required', 'is required');
    else if (values.length > 1) reject('invalid_value', 'must be sent only once');
    else if (!result.success) for (const { message } of result.issues) reject('invalid_value', message);
    else members[name] = result.output;
  }
  return { members: members as Partial<Body<E>>, problems };
}

/** @returns the names that the member can have in the body, and its values there. */
function sentIn(body: unknown, { form }: Endpoint, name: string) {
  if (isForm(body)) {
    const names = [name, form?.aliases[name] ?? []].flat();
    return { names, values: names.flatMap((each) => body.get(each) ?? []) };
  }
  if (!isObject(body))
    throw problem('malformed_document', 'The body must be a JSON object.', { pointer: '' });
  return { names: [name], values: Object.hasOwn(body, name) ? [body[name]] : [] };
}
