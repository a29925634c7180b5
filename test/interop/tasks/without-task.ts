import type { JsonObject } from '../json.js'
import type { Sent } from '../wire.js'

/** A message without a mistake of the SDK, which asks for a task where it asks about a task, too. */
export function withoutTask(sent: Sent): Sent {
  const { method, params } = sent.message
  if (method !== 'tasks/get' && method !== 'tasks/result') return sent
  const { task: _task, ...rest } = params as JsonObject
  return { ...sent, message: { ...sent.message, params: rest } }
}
