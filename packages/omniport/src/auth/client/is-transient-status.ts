/** True for statuses that may be different in a moment. */
export function isTransientStatus(status: number): boolean {
  return status >= 500 || status === 408 || status === 425 || status === 429
}
