import { consoleLogger, type Logger } from '../../async/runtime/logger.js'
import type { JsonValue } from '../../values/json/json-value.js'
import { toJsonText } from '../../values/json/to-json-text.js'
import { fromBase64, toBase64 } from '../../values/text/base64.js'
import type { Blobs } from '../blobs.js'
import type { Bus } from '../bus.js'
import type { EventLog, LoggedEvent } from '../event-log.js'
import type { Inbox } from '../inbox.js'
import type { Lease, Records, Versioned } from '../records.js'
import type { AllStores } from '../stores.js'
import { eventWindow, type StoreChannel } from './store-channel.js'
import { StoreClient } from './store-client.js'

/** The stores of another process. The code that connects them closes them, after the servers that use them. */
export interface ConnectedStores extends AllStores {
  /** Rejects what still waits with OmniportError `closed`. */
  close(): void
}

/**
 * Gives the stores that another process of this machine has, and serves on `channel` with `serveStores`: for the option `stores`
 * of a server. Errors of listeners of the bus, and messages of it that could not be sent, are logged to `logger`,
 * by default stderr.
 */
export function connectStores(
  channel: StoreChannel,
  { logger = consoleLogger }: { readonly logger?: Logger | undefined } = {},
): ConnectedStores {
  const client = new StoreClient(channel)
  const tasks = {
    ...createRecords(client, 'tasks'),
    list: async (owner: string, after: string | undefined, limit: number) =>
      (await client.call('tasks', 'list', owner, after ?? null, limit)) as readonly string[],
  }
  return {
    blobs: createBlobs(client),
    bus: createBus(client, logger),
    eventLog: createEventLog(client),
    inbox: createInbox(client),
    sessions: createRecords(client, 'sessions'),
    tasks,
    close: () => client.close(),
  }
}

function createRecords(client: StoreClient, name: 'sessions' | 'tasks'): Records {
  const what = `${name}: a value`
  return {
    create: async (id, value, ttlMs) =>
      (await client.call(name, 'create', id, toJsonText(what, value), ttlMs)) as boolean,
    get: async (id) =>
      ((await client.call(name, 'get', id)) ?? undefined) as object | undefined as Versioned | undefined,
    replace: async (id, version, ...[value, ttlMs]) =>
      (await client.call(name, 'replace', id, version, toJsonText(what, value), ttlMs)) as boolean,
    delete: async (id) => (await client.call(name, 'delete', id)) as boolean,
    lease: async (id, node, ms) =>
      ((await client.call(name, 'lease', id, node, ms)) ?? undefined) as object | undefined as Lease | undefined,
  }
}

function createBlobs(client: StoreClient): Blobs {
  const toBytes = (text: JsonValue) => (typeof text === 'string' ? fromBase64(text) : undefined)
  return {
    create: async (id, bytes, ttlMs) => (await client.call('blobs', 'create', id, toBase64(bytes), ttlMs)) as boolean,
    put: async (id, bytes, ttlMs) => void (await client.call('blobs', 'put', id, toBase64(bytes), ttlMs)),
    get: async (id) => toBytes(await client.call('blobs', 'get', id)),
    take: async (id) => toBytes(await client.call('blobs', 'take', id)),
  }
}

function createBus(client: StoreClient, logger: Logger): Bus {
  return {
    publish: async (topic, message) => {
      const text = toJsonText('bus: a message', message)
      try {
        await client.call('bus', 'publish', topic, text)
      } catch (error) {
        logger.error('A message could not be sent to other nodes', { error })
      }
    },
    subscribe(topic, listener) {
      const { answered, forget } = client.open(['bus', 'subscribe', topic], (message) => {
        try {
          listener(message)
        } catch (error) {
          logger.error('A listener of the bus failed', { error })
        }
      })
      answered.catch(() => {}) // it ends with the connection
      return forget
    },
  }
}

function createInbox(client: StoreClient): Inbox {
  return {
    put: async (id, value, ttlMs) =>
      (await client.call('inbox', 'put', id, toJsonText('inbox: a value', value), ttlMs)) as boolean,
    async take(id, signal) {
      signal.throwIfAborted()
      const { answered, end } = client.open(['inbox', 'take', id])
      // The answer is waited for: a value that is on its way is taken already.
      signal.addEventListener('abort', end)
      try {
        return await answered
      } catch (reason) {
        throw signal.aborted ? signal.reason : reason
      } finally {
        signal.removeEventListener('abort', end)
      }
    },
  }
}

function createEventLog(client: StoreClient): EventLog {
  const toText = (event: JsonValue) => toJsonText('event log: an event', event)
  return {
    append: async (stream, event) => (await client.call('eventLog', 'append', stream, toText(event))) as string,
    appendAll: async (stream, events) => {
      const text = `[${events.map(toText).join(',')}]`
      return (await client.call('eventLog', 'appendAll', stream, text)) as readonly string[]
    },
    read: (stream, after, signal) => readEvents(client, [stream, after ?? null], signal),
    canResume: async (stream, after) => (await client.call('eventLog', 'canResume', stream, after)) as boolean,
    delete: async (stream) => void (await client.call('eventLog', 'delete', stream)),
  }
}

/** Pulls events as they are used up: what waits here is bounded. */
async function* readEvents(
  client: StoreClient,
  args: readonly JsonValue[],
  signal: AbortSignal,
): AsyncGenerator<LoggedEvent> {
  if (signal.aborted) return
  const events: LoggedEvent[] = []
  let wake = () => {}
  let isOver = false
  const call = client.open(['eventLog', 'read', ...args], (event) => {
    events.push(event as object as LoggedEvent)
    wake()
  })
  const over = () => {
    isOver = true
    wake()
  }
  call.answered.then(() => {
    events.length = 0 // the stream was deleted
    over()
  }, over)
  // A generator that waits at an event does not get to its end by itself, so the signal ends the call.
  const onAbort = () => {
    call.forget()
    over()
  }
  signal.addEventListener('abort', onAbort)
  let taken = 0
  try {
    for (;;) {
      if (signal.aborted) return
      const event = events.shift()
      if (event !== undefined) {
        yield event
        taken += 1
        if (taken < eventWindow / 2) continue
        call.taken(taken)
        taken = 0
      } else if (isOver) {
        await call.answered // rejects with what ended it
        return
      } else {
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      }
    }
  } finally {
    signal.removeEventListener('abort', onAbort)
    call.forget()
  }
}
