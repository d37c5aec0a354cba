/** An invalid setting. The message is for the person who chose it and needs no stack trace. */
export class RejectedSetting extends Error {
  override name = 'RejectedSetting';
}
