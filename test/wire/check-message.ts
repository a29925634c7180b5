import type { MessageContext } from '../../packages/omniport/src/wire/message-context.js'
import { messageProblems } from '../../packages/omniport/src/wire/message-problems.js'
import type { Revision } from './revisions.js'

export type Sender = MessageContext['from']

/** `messageProblems`, for tests of every layer. */
export function checkMessage(
  revision: Revision,
  from: Sender,
  message: unknown,
  context: Omit<MessageContext, 'revision' | 'from'> = {},
): string[] {
  return [...messageProblems(message, { revision, from, ...context })]
}
