/** Reads the attributes in the body of an action on a record. */
import * as v from 'valibot';
import type { Schema } from '../../declare/attribute.ts';
import type { ActionBody, Resource } from '../../declare/resource.ts';
import { isObject, pointerPart, readDocument } from '../../jsonapi/document.ts';
import { type Problem, throwIfAny } from '../../values/problems.ts';
import type { Context } from '../context.ts';

type Read<T extends ActionBody> = {
  readonly [N in keyof T['attributes']]: ValueOf<T['attributes'][N], T['isOptional']>;
};
type ValueOf<S extends Schema, O extends boolean> = v.InferOutput<S> | (O extends true ? undefined : never);

interface ExpectedBody<T extends ActionBody> {
  /** The id in the path, which the document can repeat. */
  readonly id: string;
  /** The declared body. */
  readonly body: T;
}

/**
 * @returns the attributes, parsed by their schemas.
 * @throws Problems for all missing, invalid and unknown attributes, or if the body is not such a document.
 * @example const { since } = readActionBody(context, webhookEndpoints, { id, body })
 */
export function readActionBody<T extends ActionBody>(
  { request }: Pick<Context, 'request'>,
  resource: Pick<Resource, 'type' | 'clientIds' | 'unknownMembers'>,
  { id, body: { attributes, isOptional } }: ExpectedBody<T>,
): Read<T> {
  const sent = request.body === undefined && isOptional ? {} : attributesIn(request.body, resource, id);
  const problems: Problem[] = [];
  const read: Record<string, unknown> = {};
  const reject = (code: 'required' | 'invalid_value' | 'unknown_member', name: string, detail: string) =>
    problems.push({ code, detail, pointer: `/data/attributes/${pointerPart(name)}` });
  for (const [name, schema] of Object.entries<Schema>(attributes)) {
    if (Object.hasOwn(sent, name)) {
      const { success, output, issues } = v.safeParse(schema, sent[name]);
      if (success) read[name] = output;
      else reject('invalid_value', name, `${name} ${issues[0].message}.`);
    } else if (!isOptional) reject('required', name, `${name} is required.`);
  }
  const unknown = Object.keys(sent).filter((name) => !Object.hasOwn(attributes, name));
  if (resource.unknownMembers === 'rejected')
    for (const name of unknown)
      reject('unknown_member', name, `The request does not have the attribute ${name}.`);
  throwIfAny(problems);
  return read as Read<T>;
}

function attributesIn(
  body: unknown,
  { type, clientIds }: Pick<Resource, 'type' | 'clientIds'>,
  id: string,
): Readonly<Record<string, unknown>> {
  const repeatsId = isObject(body) && isObject(body['data']) && Object.hasOwn(body['data'], 'id');
  return readDocument(body, { type, id: repeatsId ? id : null, clientIds }).attributes;
}
