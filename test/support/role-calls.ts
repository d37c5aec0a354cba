/** Which calls of AWS services other than the table a role permits, as infra/functions/grants.ts grants them. */
import type { FunctionNeeds } from '../../infra/functions/function-needs.ts';
import type { NamedNeeds } from '../../infra/functions/grants.ts';
import { objectActions } from '../../infra/functions/object-actions.ts';
import { isSender, workQueues } from '../../infra/queues/work-queues.ts';
import { CHANGE_DEAD_LETTERS, deadLettersOf } from './planned-queues.ts';

export type Input = Readonly<Record<string, string | undefined>>;

export interface Call {
  /** As the SDK names it: `EventBridge`. */
  readonly service: string;
  /** `PutEvents` */
  readonly name: string;
  readonly input: Input;
}

export const isCallAllowed = (call: Call, of: NamedNeeds): boolean =>
  services[call.service]?.(call, of) ?? false;

/** @example `S3 PutObject lists/users/1` */
export const textOf = ({ service, name, input }: Call): string =>
  [service, name, input['Key'] ?? input['Prefix'] ?? input['QueueUrl'] ?? ''].join(' ');

/** @returns whether S3 responds with 403 instead of 404 if the object does not exist. */
export const hidesMissing = ({ service, input }: Call, { needs: { objects = [] } }: NamedNeeds): boolean =>
  service === 'S3' &&
  isOfStage(input) &&
  !objects.some(
    ({ prefix, access }) => objectActions[access].ofBucket && (input['Key'] ?? '').startsWith(prefix),
  );

/** Commands that have another name than their action. */
const actionOf: Readonly<Record<string, string>> = {
  HeadObject: 'GetObject',
  ListObjectsV2: 'ListBucket',
  CreateMultipartUpload: 'PutObject',
  UploadPart: 'PutObject',
  CompleteMultipartUpload: 'PutObject',
};

/** Buckets of stores grant access to their roles, which are not those of functions. */
const isOfStage = ({ Bucket }: Input): boolean => Bucket === process.env['BUCKET_NAME'];

const services: Readonly<Record<string, (call: Call, of: NamedNeeds) => boolean>> = {
  // Each row is compared instead.
  DynamoDB: () => true,
  'DynamoDB Streams': (_, { needs }) => has(needs, 'redrivesChanges'),
  EventBridge: (_, { needs }) => has(needs, 'publishes'),
  STS: (_, { needs }) => has(needs, 'assumesStoreRoles'),
  'Secrets Manager': ({ name }, { needs }) =>
    has(needs, name === 'GetSecretValue' ? 'secret' : 'rotatesSecret'),
  S3({ name, input }, { needs: { objects = [] } }) {
    if (!isOfStage(input)) return true;
    const action = `s3:${actionOf[name] ?? name}`;
    const path = input['Key'] ?? input['Prefix'] ?? '';
    return objects.some(({ prefix, access }) => {
      const { ofObjects, ofBucket = [] } = objectActions[access];
      return [...ofObjects, ...ofBucket].includes(action) && path.startsWith(prefix);
    });
  },
  SQS({ name, input: { QueueUrl = '' } }, { name: functionName, needs }) {
    const queue = QueueUrl.slice(QueueUrl.lastIndexOf('/') + 1);
    const isSending = name.startsWith('SendMessage');
    if (queue === CHANGE_DEAD_LETTERS)
      return isSending
        ? has(needs, 'readsStream')
        : has(needs, 'redrivesChanges') || has(needs, 'forgetsChanges');
    const work = workQueues.find((each) => each.name === queue);
    if (work && isSending && isSender(work, functionName)) return true;
    const letters = workQueues.find(({ name: of }) => deadLettersOf(of) === queue);
    if (letters?.forgottenBy === functionName) return !isSending;
    return has(needs, 'redrivesWork');
  },
};

const has = (needs: FunctionNeeds, need: keyof FunctionNeeds): boolean => needs[need] === true;
