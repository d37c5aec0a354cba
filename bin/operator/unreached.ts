/** Messages for the operator when a command does not reach its stage. */
import { LambdaServiceException } from '@aws-sdk/client-lambda';
import { type Rejection, rejection } from './rejection.ts';

interface Destination {
  readonly stage: string;
  readonly functionName: string;
  /** Undefined for AWS. */
  readonly endpoint: string | undefined;
  /** The command was sent, or part of it. */
  readonly isSent: boolean;
}

/** @param error of the AWS SDK. */
export function unreached(error: unknown, destination: Destination): Rejection {
  return rejection('stage_not_reached', messageFor(error, destination));
}

const NO_CONNECTION = ['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT', 'TimeoutError'];
/** Codes that can also occur after the command was sent. */
const LOST_CONNECTION = ['ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'TimeoutError'];

function messageFor(error: unknown, { stage, functionName, endpoint, isSent }: Destination): string {
  const { name, message, code, status } = described(error);
  const where = endpoint ?? 'AWS';
  if (isSent && (LOST_CONNECTION.includes(code) || LOST_CONNECTION.includes(name) || status >= 500)) {
    return (
      `The response of ${where} was lost (${message || code}), and the command may have run. ` +
      `Before you repeat it, check its effect: list-commands --stage ${stage} shows which changing commands ran.`
    );
  }
  if (NO_CONNECTION.includes(code) || NO_CONNECTION.includes(name)) {
    return stage === 'local'
      ? `No local stage responds at ${where}. Run npm start, or set PORT or AWS_PORT to the values it was started with.`
      : `${where} cannot be reached: ${message || code}.`;
  }
  if (/region is missing/i.test(message)) {
    return 'No AWS region is set. Set AWS_REGION, or AWS_PROFILE to a profile with a region.';
  }
  if (name === 'CredentialsProviderError') {
    return `No AWS credentials were found. Sign in with your AWS command line, or set AWS_PROFILE. (${message})`;
  }
  if (name === 'ResourceNotFoundException') {
    return `There is no stage ${stage} at ${where} for these credentials and this region: the function ${functionName} was not found.`;
  }
  if (name === 'AccessDeniedException') {
    return `These AWS credentials are not allowed to run operator commands: they need lambda:InvokeFunction on ${functionName}. (${message})`;
  }
  if (code === 'ERR_INVALID_URL') {
    return `${where} is not a valid URL. Check AWS_ENDPOINT_URL, PORT and AWS_PORT.`;
  }
  if (
    error instanceof SyntaxError ||
    name === 'ValiError' ||
    name === 'Unknown' ||
    /pars|deserializ/i.test(message)
  ) {
    return `The server at ${where} is neither AWS nor a stage of this service.`;
  }
  return `${where} rejected the command: ${name}: ${message}`;
}

/** @returns with the status of the response, which is 0 without one. */
function described(error: unknown) {
  if (!(error instanceof Error)) return { name: 'Error', message: String(error), code: '', status: 0 };
  const code = 'code' in error ? String(error.code) : '';
  const status = error instanceof LambdaServiceException ? (error.$metadata.httpStatusCode ?? 0) : 0;
  return { name: error.name, message: error.message, code, status };
}
