/** Receives and deletes all visible messages of a queue. */
import { DeleteMessageCommand, type Message, ReceiveMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { clientOptions } from '../support/hand-made.ts';

export async function receiveAll(stage: { awsUrl: string }, name: string): Promise<Message[]> {
  const client = new SQSClient(clientOptions(stage));
  const QueueUrl = `${stage.awsUrl}/000000000000/${name}`;
  const all: Message[] = [];
  for (;;) {
    const { Messages = [] } = await client.send(
      new ReceiveMessageCommand({
        QueueUrl,
        MaxNumberOfMessages: 10,
        MessageSystemAttributeNames: ['All'],
        MessageAttributeNames: ['All'],
      }),
    );
    if (Messages.length === 0) break;
    for (const { ReceiptHandle } of Messages)
      await client.send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle }));
    all.push(...Messages);
  }
  client.destroy();
  return all;
}
