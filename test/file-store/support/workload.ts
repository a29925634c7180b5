import type { FileStores } from 'omniport/store/file'
import { readEvents } from './read-events.js'

/** Each record and stream of a store, as its users see it. */
export type State = Readonly<Record<string, unknown>>

const ttlMs = 600_000

/** One write, and what it makes of the state. */
interface Write {
  readonly run: (stores: FileStores) => Promise<unknown>
  readonly key: string
  readonly value: unknown
}

/** Writes of all kinds, each to be called when the one before it is done. `text` is what most of them store. */
export function writesWith(text: string): readonly Write[] {
  return [
    { key: 'session', value: text, run: ({ sessions }) => sessions.create('session', text, ttlMs) },
    { key: 'stream', value: [text], run: ({ eventLog }) => eventLog.append('stream', text) },
    {
      key: 'task',
      value: { owner: 'me', text },
      run: ({ tasks }) => tasks.create('task', { owner: 'me', text }, ttlMs),
    },
    { key: 'stream', value: [text, 1, null], run: async ({ eventLog }) => eventLog.appendAll?.('stream', [1, null]) },
    { key: 'blob', value: [1, 2, 3], run: ({ blobs }) => blobs.put('blob', Uint8Array.of(1, 2, 3), ttlMs) },
    { key: 'session', value: { text }, run: (stores) => replaceSession(stores, { text }) },
    { key: 'blob', value: undefined, run: ({ blobs }) => blobs.take('blob') },
    { key: 'task', value: undefined, run: ({ tasks }) => tasks.delete('task') },
    { key: 'slot', value: 'taken', run: ({ inbox }) => inbox.put('slot', 'taken', ttlMs) },
    { key: 'mark', value: [7], run: ({ blobs }) => blobs.create('mark', Uint8Array.of(7), ttlMs) },
    { key: 'stream', value: [], run: ({ eventLog }) => eventLog.delete('stream') },
  ]
}

async function replaceSession({ sessions }: FileStores, value: { text: string }): Promise<unknown> {
  const { version = 0 } = (await sessions.get('session')) ?? {}
  return sessions.replace('session', version, value, ttlMs)
}

export const emptyState: State = {
  session: undefined,
  stream: [],
  task: undefined,
  blob: undefined,
  mark: undefined,
  slot: undefined,
}

/** The state after a write. */
export function after(state: State, { key, value }: Write): State {
  return { ...state, [key]: value }
}

/** Reads the state of stores. The value of the inbox is taken. */
export async function stateOf({ sessions, eventLog, tasks, blobs, inbox }: FileStores): Promise<State> {
  const [session, task, blob, mark] = await Promise.all([
    sessions.get('session'),
    tasks.get('task'),
    blobs.get('blob'),
    blobs.get('mark'),
  ])
  const hasSlot = !(await inbox.put('slot', 0, ttlMs))
  return {
    session: session?.value,
    stream: await readEvents(eventLog, 'stream'),
    task: task?.value,
    blob: blob && [...blob],
    mark: mark && [...mark],
    slot: hasSlot ? await inbox.take('slot', new AbortController().signal) : undefined,
  }
}
