import { type AnyMessage, stableJson, toMembers } from '../turns/messages.js'
import type { LiveRequest } from './live-ids.js'

/** Parses a message of the client. Undefined: it is not JSON, or nests too deeply. */
export function parseMessage(text: string): unknown {
  try {
    const message: unknown = JSON.parse(text)
    stableJson(message) // fails where it nests so deeply that it could not be compared
    return message
  } catch {
    return undefined
  }
}

export function toLiveRequest(asked: readonly AnyMessage[]): LiveRequest {
  return {
    ids: asked.flatMap(({ id }) => (id === undefined ? [] : [id])),
    progressTokens: asked.map(({ params }) => toMembers(toMembers(params)['_meta'])['progressToken']),
  }
}
