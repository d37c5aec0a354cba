/** A change of a table, as its stream has it. */
import * as v from 'valibot';

/** As the engine returns it. */
export const engineRecord = v.looseObject({
  dynamodb: v.looseObject({
    SequenceNumber: v.string(),
    // Some engines send an ISO date.
    ApproximateCreationDateTime: v.union([
      v.number(),
      v.pipe(
        v.string(),
        v.transform((text) => Date.parse(text) / 1000),
      ),
    ]),
  }),
});

/** As functions receive it. */
export type StreamRecord = v.InferOutput<typeof engineRecord> & { readonly eventSourceARN: string };
