import { batch } from '@preact/signals'
import { ApiError, type ConsoleApi } from '../api/console-api.js'
import type { ConsoleStore } from './console-store.js'

/** Messages of one request: few enough to be read within a frame. */
const pageSize = 2_000
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
  if (lastSeq > 0) void loadOlder(api, store, { before: lastSeq + 1, signal }).catch(() => undefined)
  for await (const line of api.events(state.cursor, signal)) {
    if (line.type === 'gap' || (line.type === 'hello' && line.session !== state.session)) return
    if (line.type === 'event') batch(() => store.apply(line.event))
  }
}

interface Older {
  readonly before: number
  readonly signal: AbortSignal
}

/** Loads the messages before the given one, the newest of them first, as many as there are. */
async function loadOlder(api: ConsoleApi, store: ConsoleStore, { before, signal }: Older): Promise<void> {
  const { records, firstSeq } = await api.messages(before, pageSize)
  const [oldest] = records
  if (signal.aborted || oldest === undefined || !store.log.prepend(records, before)) return
  await new Promise((resolve) => requestAnimationFrame(resolve))
  if (oldest.seq > firstSeq) await loadOlder(api, store, { before: oldest.seq, signal })
}

function hasEnded({ stream }: ConsoleStore): boolean {
  return stream.value === 'closed'
}
