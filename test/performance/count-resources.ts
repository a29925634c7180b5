import { createHook } from 'node:async_hooks'

/**
 * How many asynchronous resources of each type were made while `work` ran: `PROMISE`, `Timeout`, `Immediate`. Throws where no promise
 * was, for then nothing was counted.
 */
export async function countResources(work: () => Promise<void>): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>()
  const hook = createHook({
    init: (_id, type) => {
      counts.set(type, (counts.get(type) ?? 0) + 1)
    },
  })
  hook.enable()
  try {
    await work()
  } finally {
    hook.disable()
  }
  if (!counts.has('PROMISE')) throw new Error('no promise was counted')
  return counts
}
