import { batch } from '@preact/signals'
import { ApiError, type ConsoleApi } from '../api/console-api.js'
import type { ConsoleStore } from './console-store.js'

const pageSize = 5_000
/** Pauses between attempts to reach the command again. */
const pausesMs = [250, 500, 1_000, 2_000, 5_000]

/** Keeps the store as the server has it: reads the state, follows the events, and begins anew after a gap. Ends with the signal. */
export async function follow(api: ConsoleApi, store: ConsoleStore, signal: AbortSignal): Promise<void> {
  for (let attempt = 0; !signal.aborted && !hasEnded(store); attempt += 1) {
    try {
      await followOnce(api, store, signal)
      attempt = 0
    } catch (error) {
      if (signal.aborted) return
      if (error instanceof ApiError && error.code === 'unauthorized') {
        store.stream.value = 'unauthorized'
        return
      }
      if (!hasEnded(store)) store.stream.value = 'cut'
    }
    await new Promise((resolve) => setTimeout(resolve, pausesMs[Math.min(attempt, pausesMs.length - 1)]))
  }
}

async function followOnce(api: ConsoleApi, store: ConsoleStore, signal: AbortSignal): Promise<void> {
  const state = await api.state(signal)
  batch(() => store.load(state))
  store.log.clear()
  store.stream.value = 'live'
  const { lastSeq } = state.messages
  if (lastSeq > 0) await loadOlder(api, store, lastSeq + 1)
  for await (const line of api.events(state.cursor, signal)) {
    if (line.type === 'gap' || (line.type === 'hello' && line.session !== state.session)) return
    if (line.type === 'event') batch(() => store.apply(line.event))
  }
}

/** Loads one page of messages before the given one. Returns whether there are more. */
export async function loadOlder(api: ConsoleApi, store: ConsoleStore, before: number): Promise<boolean> {
  const { records, firstSeq } = await api.messages(before, pageSize)
  store.log.prepend(records)
  return store.log.firstSeq > firstSeq
}

function hasEnded({ stream }: ConsoleStore): boolean {
  return stream.value === 'closed'
}
