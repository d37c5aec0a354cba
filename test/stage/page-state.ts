/** The data of a stage's page at /_local, as far as tests use it. */
import * as v from 'valibot';
import { rawRequest } from './raw-request.ts';

const hop = v.object({ what: v.string(), at: v.number(), text: v.string(), isOk: v.optional(v.boolean()) });
const trail = v.object({ id: v.string(), kind: v.string(), status: v.string(), hops: v.array(hop) });
const stateSchema = v.object({
  revision: v.number(),
  requests: v.array(
    v.object({ path: v.string(), status: v.optional(v.number()), function: v.optional(v.string()) }),
  ),
  events: v.array(trail),
  work: v.array(trail),
  queues: v.array(v.object({ name: v.string(), visible: v.number() })),
  deadLetters: v.array(
    v.object({ name: v.string(), letters: v.array(v.object({ about: v.string(), reason: v.string() })) }),
  ),
  due: v.array(v.object({ kind: v.string(), key: v.string() })),
  stores: v.array(v.object({ id: v.string(), behavior: v.string() })),
  routes: v.array(v.object({ path: v.string(), function: v.string() })),
});

export async function stateOf({ url }: { readonly url: string }): Promise<v.InferOutput<typeof stateSchema>> {
  const { text } = await rawRequest(url, { path: '/_local/state' });
  return v.parse(stateSchema, JSON.parse(text));
}
