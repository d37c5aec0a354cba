/** Computes what a function may do with the stage's key from what it may do with the encrypted resources. */
import { Stack } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { IKey } from 'aws-cdk-lib/aws-kms';

/** Actions whose content is encrypted. Tables have one data key, and what is sent or stored has a new one. */
const encrypting: readonly string[] = ['sqs:SendMessage', 's3:PutObject', 'secretsmanager:PutSecretValue'];
/** A sender may also have to decrypt a data key that is in use, and an upload those of its parts. */
const decrypting: readonly string[] = [
  'sqs:ReceiveMessage',
  's3:GetObject',
  'secretsmanager:GetSecretValue',
  ...encrypting,
];

/** @returns statements that let these services, and no others, use the key for the function. */
export function keyAccess(key: IKey, statements: readonly PolicyStatement[]): PolicyStatement[] {
  const actions = statements.flatMap((statement) => statement.actions);
  const through = (action: string, isMeant: (allowed: string) => boolean): PolicyStatement[] => {
    const services = [...new Set(actions.filter(isMeant).map((allowed) => allowed.split(':')[0]))];
    if (services.length === 0) return [];
    const { region } = Stack.of(key);
    const conditions = {
      StringEquals: { 'kms:ViaService': services.map((service) => `${service}.${region}.amazonaws.com`) },
    };
    return [new PolicyStatement({ actions: [action], resources: [key.keyArn], conditions })];
  };
  return [
    ...through('kms:Decrypt', (allowed) => allowed.startsWith('dynamodb:') || decrypting.includes(allowed)),
    ...through('kms:GenerateDataKey', (allowed) => encrypting.includes(allowed)),
  ];
}
