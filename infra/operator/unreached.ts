/** What the AWS SDK's errors mean to an operator whose command did not reach its stage. */
import { type Refusal, refusal } from './refusal.ts';

interface Destination {
  readonly stage: string;
  readonly functionName: string;
  /** Undefined: AWS itself. */
  readonly endpoint: string | undefined;
}

export function unreached(error: unknown, destination: Destination): Refusal {
  return refusal('stage_not_reached', sentenceFor(error, destination));
}

const NO_CONNECTION = ['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT', 'TimeoutError'];

function sentenceFor(error: unknown, { stage, functionName, endpoint }: Destination): string {
  const { name, message, code } = described(error);
  const where = endpoint ?? 'AWS';
  if (NO_CONNECTION.includes(code) || NO_CONNECTION.includes(name)) {
    return stage === 'local'
      ? `No local stage answers at ${where}. Start it with npm start, or set PORT or AWS_PORT as it was started.`
      : `${where} does not answer: ${message || code}.`;
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
    return `These AWS credentials may not run operator commands: they need lambda:InvokeFunction on ${functionName}. (${message})`;
  }
  if (code === 'ERR_INVALID_URL') {
    return `${where} is no address. Check AWS_ENDPOINT_URL, PORT and AWS_PORT.`;
  }
  if (
    error instanceof SyntaxError ||
    name === 'ValiError' ||
    name === 'Unknown' ||
    /pars|deserializ/i.test(message)
  ) {
    return `What answers at ${where} is neither AWS nor a stage of this service.`;
  }
  return `${where} refused the command: ${name}: ${message}`;
}

function described(error: unknown): { name: string; message: string; code: string } {
  if (!(error instanceof Error)) return { name: 'Error', message: String(error), code: '' };
  const code = 'code' in error ? String(error.code) : '';
  return { name: error.name, message: error.message, code };
}
