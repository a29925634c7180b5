import type { LockStore, Pin } from './pin.js'

export function createMemoryLock(): LockStore {
  const lock = new Map<string, ReadonlyMap<string, Pin>>()
  return {
    read: async () => new Map(lock),
    async write(server, pins) {
      if (pins.size === 0) lock.delete(server)
      else lock.set(server, new Map(pins))
    },
  }
}
