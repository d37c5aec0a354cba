/** The roles of the functions of the production stage, and what they allow. */
import * as v from 'valibot';
import { isLike } from '../support/grants.ts';
import { functionsOf, propertiesOf, synthesized } from './synthesis.ts';

export const { template } = await synthesized('prod');

const oneOrMore = <S extends v.GenericSchema>(schema: S) =>
  v.pipe(
    v.union([v.array(schema), schema]),
    v.transform((value) => [value].flat()),
  );
const statementSchema = v.looseObject({
  Effect: v.picklist(['Allow', 'Deny']),
  Action: oneOrMore(v.string()),
  Resource: v.optional(v.unknown()),
  Condition: v.optional(
    v.strictObject({
      'ForAllValues:StringLike': v.optional(
        v.strictObject({ 'dynamodb:LeadingKeys': oneOrMore(v.string()) }),
      ),
      StringLike: v.optional(v.strictObject({ 's3:prefix': v.string() })),
    }),
  ),
});
const documentSchema = v.looseObject({ Statement: v.array(statementSchema) });

export const roles = propertiesOf(
  template,
  'AWS::IAM::Role',
  v.looseObject({
    AssumeRolePolicyDocument: documentSchema,
    ManagedPolicyArns: v.optional(v.array(v.unknown()), []),
    Policies: v.array(v.looseObject({ PolicyDocument: documentSchema })),
  }),
);
export const statements = [...roles.values()].flatMap(({ Policies }) =>
  Policies.flatMap((each) => each.PolicyDocument.Statement),
);

/** Of a test that lists functions. */
export const ADVICE =
  'These functions have the right now. Add a new function to the list; no other should have gained or lost it';

const ofFunction = functionsOf(
  template,
  v.looseObject({ Role: v.object({ 'Fn::GetAtt': v.tuple([v.string(), v.string()]) }) }),
);

/** @returns the folders of the functions whose role has a matching statement. */
function foldersWith(condition: (statement: v.InferOutput<typeof statementSchema>) => boolean): string[] {
  return [...ofFunction]
    .flatMap(([folder, { Role }]) => {
      const policies = roles.get(Role['Fn::GetAtt'][0])?.Policies ?? [];
      return policies.some(({ PolicyDocument }) => PolicyDocument.Statement.some(condition)) ? [folder] : [];
    })
    .sort();
}

/** Matches statements that allow the action on a resource whose ARN has this end. */
export const allowed = (action: string, ending = '') =>
  foldersWith(({ Action, Resource }) => Action.includes(action) && JSON.stringify(Resource).includes(ending));

/** Matches statements that allow one of the actions on rows with this partition key. */
export const allowedOn = (partition: string, actions: readonly string[]) =>
  foldersWith(({ Action, Resource, Condition }) => {
    const isOfTable = !JSON.stringify(Resource).includes('/index/');
    const patterns = Condition?.['ForAllValues:StringLike']?.['dynamodb:LeadingKeys'];
    return (
      isOfTable &&
      actions.some((action) => Action.includes(`dynamodb:${action}`)) &&
      (patterns?.some((pattern) => isLike(partition, pattern)) ?? true)
    );
  });
