import type { MessageLimits } from './message-limits.js'

/** The limits that hold where a host sets none. */
export const defaultMessageLimits: MessageLimits = {
  messageCharacters: 4_000_000,
  messageValues: 200_000,
  messageDepth: 64,
  messagesPerSecond: 100,
  messageBurst: 500,
}
