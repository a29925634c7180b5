import { truncate } from '../../values/text/truncate.js'

/** What an upstream said, for the log of the operator: on one line, without control characters, and no longer than is read. */
export function logLine(text: string): string {
  return truncate(text, maxLogLine)
}

const maxLogLine = 1_000
