import * as v from 'valibot';
import { declareCommand, value } from '../../../kit/commands/declare.ts';

const number = v.pipe(
  v.union([v.number(), v.pipe(v.string(), v.regex(/^\d{1,7}$/), v.transform(Number))], 'must be a number'),
  v.integer('must be a whole number'),
  v.minValue(1, 'must be at least 1'),
);

export const advanceCodes = declareCommand({
  name: 'advance-codes',
  help: 'Takes numbers of the codes that the stage gives, so that none up to a number is given again: after a restore of the table, or when other systems have used them. For ISRCs, those of this year.',
  arguments: {
    kind: value(v.picklist(['isrc', 'upc'], 'must be isrc or upc'), {
      placeholder: 'isrc|upc',
      help: 'the codes',
    }),
    number: value(number, { placeholder: 'NUMBER', help: 'the last number that is not given' }),
  },
  positional: ['kind', 'number'],
  examples: ['advance-codes isrc 5000', 'advance-codes upc 200'],
});
