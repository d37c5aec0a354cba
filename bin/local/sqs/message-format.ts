/** Validates sent messages, and formats received ones. */
import { hash } from 'node:crypto';
import * as v from 'valibot';
import type { Message } from '../observed/message.ts';
import { sqsErrors } from './errors.ts';
import type { Queue, Sending } from './queue.ts';

const attributeSchema = v.looseObject({
  DataType: v.string(),
  StringValue: v.optional(v.string()),
  BinaryValue: v.optional(v.string()),
});

export const sendSchema = v.object({
  MessageBody: v.optional(v.string(), ''),
  DelaySeconds: v.optional(v.number()),
  MessageAttributes: v.optional(v.record(v.string(), attributeSchema)),
  MessageGroupId: v.optional(v.string()),
});

export type SendInput = v.InferOutput<typeof sendSchema>;

const MAX_DELAY_SECONDS = 900;

/** @throws AwsError when SQS would reject the message. */
export function sendingOf(input: SendInput, { MaximumMessageSize: maxBytes }: Queue['properties']): Sending {
  const { MessageBody: body, MessageGroupId: group, DelaySeconds: delaySeconds } = input;
  if (body === '') throw sqsErrors.missing('MessageBody');
  if (!isPermitted(body)) throw sqsErrors.contents();
  const bytes = sizeOf(input);
  if (bytes > maxBytes) {
    const reason = `Message must be shorter than ${maxBytes} bytes.`;
    throw sqsErrors.invalid('MessageBody', `of ${bytes} bytes`, reason);
  }
  if (delaySeconds !== undefined) checkRange('DelaySeconds', delaySeconds, [0, MAX_DELAY_SECONDS]);
  if (group !== undefined && !/^[\x21-\x7e]{1,128}$/.test(group)) {
    throw sqsErrors.invalid(
      'MessageGroupId',
      group,
      'MessageGroupId can only include alphanumeric and punctuation characters, 1 to 128 in length.',
    );
  }
  return { body, group, delaySeconds, attributes: input.MessageAttributes };
}

/** @param range inclusive. @throws AwsError naming the parameter. */
export function checkRange(parameter: string, value: number, [min, max]: readonly [number, number]): void {
  if (Number.isInteger(value) && value >= min && value <= max) return;
  throw sqsErrors.invalid(parameter, value, `Must be >= ${min} and <= ${max}.`);
}

/** @returns the size in bytes that SQS limits: body and attributes. */
export function sizeOf({ MessageBody, MessageAttributes = {} }: SendInput): number {
  const attributes = Object.entries(MessageAttributes).map(
    ([name, { DataType, StringValue = '', BinaryValue = '' }]) =>
      Buffer.byteLength(name + DataType + StringValue) + Buffer.byteLength(BinaryValue, 'base64'),
  );
  return attributes.reduce((sum, bytes) => sum + bytes, Buffer.byteLength(MessageBody));
}

/** SQS allows the characters of XML 1.0. */
const isPermitted = (text: string) =>
  text.isWellFormed() && !/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/u.test(text);

export const md5 = (text: string) => hash('md5', text);

export interface RequestedAttributes {
  /** Names of system attributes, or `All`. */
  readonly system: readonly string[];
  /** Names of message attributes, or `All`. */
  readonly message: readonly string[];
}

export function receivedMessage(message: Message, requested: RequestedAttributes): object {
  const attributes = pick(systemAttributes(message), requested.system);
  const messageAttributes = pick(message.attributes ?? {}, requested.message);
  return {
    MessageId: message.id,
    ReceiptHandle: receiptHandle(message),
    MD5OfBody: md5(message.body),
    Body: message.body,
    ...(Object.keys(attributes).length > 0 && { Attributes: attributes }),
    ...(Object.keys(messageAttributes).length > 0 && { MessageAttributes: messageAttributes }),
  };
}

export function systemAttributes(message: Message): Record<string, string> {
  return {
    SenderId: 'LOCAL',
    SentTimestamp: String(message.sentAt),
    ApproximateReceiveCount: String(message.receiveCount),
    ApproximateFirstReceiveTimestamp: String(message.firstReceivedAt ?? message.sentAt),
    ...(message.group !== undefined && { MessageGroupId: message.group }),
  };
}

export const receiptHandle = ({ id, receiveCount }: Message) =>
  Buffer.from(`${id}:${receiveCount}`).toString('base64');

/** @throws AwsError when it is not a receipt handle. */
export function readReceipt(handle: string): { id: string; receiveCount: number } {
  const [id = '', count = ''] = Buffer.from(handle, 'base64').toString().split(':');
  if (!/^[0-9a-f-]{36}$/.test(id) || !/^\d+$/.test(count)) throw sqsErrors.badReceipt();
  return { id, receiveCount: Number(count) };
}

export const pick = <T>(from: Readonly<Record<string, T>>, names: readonly string[]) =>
  Object.fromEntries(Object.entries(from).filter(([name]) => names.includes(name) || names.includes('All')));
