import { messageKindOf } from '../protocol/message-kind.js'
import { type JSONRPCMessage, JSONRPCMessageSchema } from '../types.js'

/** Checks a value that arrived, and returns it as it is. @throws ZodError for what is no message. */
export function toMessage(value: unknown): JSONRPCMessage {
  return messageKindOf(value) === undefined ? JSONRPCMessageSchema.parse(value) : (value as JSONRPCMessage)
}
