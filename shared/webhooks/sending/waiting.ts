/** How long an attempt has waited for its receiver. While this process was busy itself, no receiver kept it waiting. */

/** @returns tells the milliseconds since the call in which the event loop was idle. */
export function startWaiting(): () => number {
  const start = performance.eventLoopUtilization();
  return () => performance.eventLoopUtilization(start).idle;
}
