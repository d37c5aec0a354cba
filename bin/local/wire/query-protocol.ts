/** The older query protocol (forms in, XML out): used by STS, and for SQS by outdated command lines. */
import { randomUUID } from 'node:crypto';
import { LOCAL_KEY_ID, LOCAL_SECRET_KEY } from '../host/credentials.ts';
import { account } from '../template/addresses.ts';
import type { WireHandler } from './aws-endpoint.ts';

const tooOld =
  'The local stage supports only the JSON protocol of SQS, and this client uses the older query protocol. Update to AWS ' +
  'CLI 2.16 or 1.33 (boto3 1.35), or newer.';

export const queryProtocol: WireHandler = (_request, response, body) => {
  const form = new URLSearchParams(body.toString());
  const action = form.get('Action') ?? '';
  const content = Object.hasOwn(actions, action) ? actions[action]?.(form) : undefined;
  const message =
    form.get('Version') === '2012-11-05'
      ? tooOld
      : `The local stage does not support ${action || 'requests without Action'}.`;
  response.writeHead(content === undefined ? 400 : 200, {
    'content-type': 'text/xml',
    'x-amzn-requestid': randomUUID(),
  });
  response.end(content ?? rejection(message));
};

const identity = `<GetCallerIdentityResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/"><GetCallerIdentityResult>
<Arn>arn:aws:iam::${account}:user/local</Arn><UserId>local</UserId><Account>${account}</Account>
</GetCallerIdentityResult><ResponseMetadata><RequestId>local</RequestId></ResponseMetadata></GetCallerIdentityResponse>`;

/** Roles of stores trust the local stage with any external id. */
const assumedRole = (form: URLSearchParams): string => {
  const expiration = new Date(Date.now() + Number(form.get('DurationSeconds')) * 1000);
  return `<AssumeRoleResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/"><AssumeRoleResult>
<AssumedRoleUser><Arn>${escaped(form.get('RoleArn') ?? '')}</Arn><AssumedRoleId>local</AssumedRoleId></AssumedRoleUser>
<Credentials><AccessKeyId>${LOCAL_KEY_ID}</AccessKeyId><SecretAccessKey>${LOCAL_SECRET_KEY}</SecretAccessKey>
<SessionToken>local</SessionToken><Expiration>${expiration.toISOString()}</Expiration></Credentials>
</AssumeRoleResult><ResponseMetadata><RequestId>local</RequestId></ResponseMetadata></AssumeRoleResponse>`;
};

const actions: Readonly<Record<string, (form: URLSearchParams) => string>> = {
  GetCallerIdentity: () => identity,
  AssumeRole: assumedRole,
};

const rejection = (message: string) =>
  `<ErrorResponse><Error><Type>Sender</Type><Code>InvalidAction</Code><Message>${escaped(message)}</Message></Error>` +
  `<RequestId>${randomUUID()}</RequestId></ErrorResponse>`;

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
