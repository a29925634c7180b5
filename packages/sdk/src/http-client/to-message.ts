import { messageKindOf } from '../protocol/message-kind.js'
import { type JSONRPCMessage, JSONRPCMessageSchema } from '../types.js'

/** Checks a value that arrived, and returns it as it is. @throws ZodError for what is no message. */
export function toMessage(value: unknown): JSONRPCMessage {
  return messageKindOf(value) === undefined ? JSONRPCMessageSchema.parse(value) : (value as JSONRPCMessage)
}

/** Tells whether a response is expected. */
export function hasRequest(message: JSONRPCMessage | JSONRPCMessage[]): boolean {
  const messages = Array.isArray(message) ? message : [message]
  return messages.some((one) => 'method' in one && 'id' in one && one.id !== undefined)
}

export function isResponse(
  message: JSONRPCMessage,
): message is Extract<JSONRPCMessage, { result: unknown } | { error: unknown }> {
  return !('method' in message) && message.id !== undefined && message.id !== null
}
