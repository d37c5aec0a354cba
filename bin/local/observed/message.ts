/** A message as a queue holds it. */
export interface Message {
  readonly id: string;
  readonly body: string;
  /** Message attributes, as they were sent. */
  readonly attributes: Readonly<Record<string, Readonly<Record<string, unknown>>>> | undefined;
  readonly group: string | undefined;
  readonly sentAt: number;
  visibleAt: number;
  receiveCount: number;
  firstReceivedAt: number | undefined;
  /** Visible and waiting, received and in flight, or neither: delayed, or no longer in the queue. */
  position: 'waiting' | 'in-flight' | 'none';
}
