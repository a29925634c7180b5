/** Says that a server which answers with this HTTP status may answer with another one in a moment. */
export function isTransientStatus(status: number): boolean {
  return status >= 500 || status === 408 || status === 425 || status === 429
}
