/** An invalid setting. The message is shown without a stack trace. */
export class RejectedSetting extends Error {
  override name = 'RejectedSetting';
}
