import type { TextLine } from './open-recording.js'

/** The text of the message of a line as it was sent; undefined where the line, written by hand, does not show it. */
export function messageText({ line, text }: TextLine): string | undefined {
  const at = text.indexOf(marker)
  if (at === -1) return undefined
  const json = text.slice(at + marker.length, text.trimEnd().length - 1)
  return isSameJson(json, line.message) ? json : undefined
}

const marker = '"message":'

/** The marker may stand in another member, and others may follow the message. */
function isSameJson(json: string, message: unknown): boolean {
  try {
    return JSON.stringify(JSON.parse(json)) === JSON.stringify(message)
  } catch {
    return false
  }
}
