/** An event as rules match it and targets receive it. */
export interface BusEvent {
  readonly id: string;
  readonly [member: string]: unknown;
}
