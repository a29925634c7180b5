import type { Capabilities } from '../../answering/declare-capabilities.js'

/**
 * What a client declares of the tasks it keeps: questions of the kinds that it answers. `capabilities` is what it answers, in
 * newest shape; where that is nothing there are no tasks.
 *
 * spec: 2025-11-25 basic/utilities/tasks#client-capabilities
 */
export function declareHostedTasks({ elicitation, sampling }: Capabilities): Capabilities {
  if (elicitation === undefined && sampling === undefined) return {}
  const requests = {
    ...(elicitation !== undefined && { elicitation: { create: {} } }),
    ...(sampling !== undefined && { sampling: { createMessage: {} } }),
  }
  return { tasks: { list: {}, cancel: {}, requests } }
}
