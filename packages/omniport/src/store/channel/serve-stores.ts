import { defaultRuntime } from '../../async/runtime/runtime.js'
import type { JsonValue } from '../../values/json/json-value.js'
import { fromBase64, toBase64 } from '../../values/text/base64.js'
import type { EventLog } from '../event-log.js'
import type { Records } from '../records.js'
import type { AllStores } from '../stores.js'
import { eventWindow, type StoreAnswer, type StoreCall, type StoreChannel, type StoreControl } from './store-channel.js'
import { toStoreFailure } from './store-failure.js'

/**
 * Lets the other side of a channel use stores of this process: there, `connectStores` gives them. So all workers of one machine
 * serve as one server, with the stores of the process that started them.
 *
 * Returns a function to call when the channel has ended: what the other side reads, waits for and listens to ends with it. The
 * stores stay open.
 */
export function serveStores(stores: AllStores, channel: StoreChannel): () => void {
  let isOver = false
  const served = new ServedStores(stores, (answer) => {
    if (!isOver) channel.send(answer as object as JsonValue) // it is JSON
  })
  const stop = channel.listen((message) => served.receive(message as object as StoreCall | StoreControl))
  return () => {
    isOver = true
    stop()
    served.close()
  }
}

type Args = readonly JsonValue[]

/** A call that stays open: it ends when its signal aborts. */
interface OpenCall {
  readonly controller: AbortController
  /** Events that may be sent before the other side has used some up. */
  credit: number
  onCredit: () => void
}

class ServedStores {
  readonly #stores: AllStores
  readonly #send: (answer: StoreAnswer) => void
  readonly #open = new Map<number, OpenCall>()
  readonly #methods: ReadonlyMap<string, (...args: Args) => Promise<unknown>>

  constructor(stores: AllStores, send: (answer: StoreAnswer) => void) {
    this.#stores = stores
    this.#send = send
    this.#methods = new Map(Object.entries(methodsOf(stores)))
  }

  receive(message: StoreCall | StoreControl): void {
    if ('call' in message) {
      this.#call(message)
      return
    }
    const open = this.#open.get(message.id)
    if ('end' in message) {
      open?.controller.abort()
    } else if (open !== undefined) {
      open.credit += message.taken
      open.onCredit()
    }
  }

  close(): void {
    for (const { controller } of this.#open.values()) controller.abort()
  }

  #call({ id, call: [store, method, ...args] }: StoreCall): void {
    const name = `${store}.${method}`
    const first = String(args[0])
    if (name === 'bus.subscribe') this.#subscribe(id, first)
    else if (name === 'eventLog.read') this.#answerOpen(id, (open) => this.#read(id, args, open))
    else if (name === 'inbox.take')
      this.#answerOpen(id, ({ controller }) => this.#stores.inbox.take(first, controller.signal))
    else this.#answer(id, async () => this.#methods.get(name)?.(...args))
  }

  #answer(id: number, work: () => Promise<unknown>): void {
    work().then(
      (value) => this.#send({ id, value: (value ?? null) as JsonValue }),
      (reason: unknown) => this.#send({ id, error: toStoreFailure(reason) }),
    )
  }

  #answerOpen(id: number, work: (open: OpenCall) => Promise<unknown>): void {
    const open = this.#begin(id)
    this.#answer(id, () => work(open).finally(() => this.#open.delete(id)))
  }

  /** Has no answer but the events. */
  #subscribe(id: number, topic: string): void {
    const { controller } = this.#begin(id)
    const unsubscribe = this.#stores.bus.subscribe(topic, (event) => this.#send({ id, event }))
    controller.signal.addEventListener('abort', () => {
      this.#open.delete(id)
      unsubscribe()
    })
  }

  async #read(id: number, [stream, after]: Args, open: OpenCall): Promise<void> {
    const { signal } = open.controller
    for await (const event of this.#stores.eventLog.read(String(stream), textOf(after), signal)) {
      this.#send({ id, event: { ...event } })
      open.credit -= 1
      if (open.credit <= 0) await this.#credit(open)
    }
  }

  #begin(id: number): OpenCall {
    const open: OpenCall = { controller: new AbortController(), credit: eventWindow, onCredit: () => {} }
    this.#open.set(id, open)
    return open
  }

  /** Resolves when more events may be sent, or none any more. */
  #credit(open: OpenCall): Promise<void> {
    return new Promise((resolve) => {
      open.onCredit = resolve
      open.controller.signal.addEventListener('abort', () => resolve())
    })
  }
}

/** The methods that are answered once. */
function methodsOf({ blobs, bus, eventLog, inbox, sessions, tasks }: AllStores) {
  return {
    'blobs.create': (id: never, bytes: never, ttlMs: never) => blobs.create(id, fromBase64(bytes), ttlMs),
    'blobs.put': (id: never, bytes: never, ttlMs: never) => blobs.put(id, fromBase64(bytes), ttlMs),
    'blobs.get': async (id: never) => toText(await blobs.get(id)),
    'blobs.take': async (id: never) => toText(await blobs.take(id)),
    'bus.publish': async (topic: never, text: never) => bus.publish(topic, JSON.parse(text)),
    'eventLog.append': (stream: never, text: never) => eventLog.append(stream, JSON.parse(text)),
    'eventLog.appendAll': (stream: never, text: never) => appendAll(eventLog, stream, JSON.parse(text)),
    'eventLog.canResume': (stream: never, after: never) => canResume(eventLog, stream, after),
    'eventLog.delete': (stream: never) => eventLog.delete(stream),
    'inbox.put': (id: never, text: never, ttlMs: never) => inbox.put(id, JSON.parse(text), ttlMs),
    ...recordMethods('sessions', sessions),
    ...recordMethods('tasks', tasks),
    'tasks.list': (owner: never, after: never, limit: never) => tasks.list(owner, textOf(after), limit),
  } as object as Record<string, (...args: Args) => Promise<unknown>> // `connectStores` writes the arguments
}

function recordMethods(name: string, records: Records): object {
  return {
    [`${name}.create`]: (id: string, text: string, ttlMs: number) => records.create(id, JSON.parse(text), ttlMs),
    [`${name}.get`]: (id: string) => records.get(id),
    [`${name}.replace`]: (id: string, version: number, ...[text, ttlMs]: [string, number]) =>
      records.replace(id, version, JSON.parse(text), ttlMs),
    [`${name}.delete`]: (id: string) => records.delete(id),
    [`${name}.lease`]: (id: string, node: string, ms: number) => records.lease(id, node, ms),
  }
}

async function appendAll(log: EventLog, stream: string, events: readonly JsonValue[]): Promise<readonly string[]> {
  return log.appendAll?.(stream, events) ?? Promise.all(events.map((event) => log.append(stream, event)))
}

/** A log without `canResume` throws a gap in the turn in which reading begins. */
async function canResume(log: EventLog, stream: string, after: string): Promise<boolean> {
  if (log.canResume !== undefined) return log.canResume(stream, after)
  const controller = new AbortController()
  const reading = log.read(stream, after, controller.signal)[Symbol.asyncIterator]().next()
  const turn = new Promise<true>((resolve) => defaultRuntime.defer(() => resolve(true)))
  const resumable = await Promise.race([reading.then(() => true).catch(() => false), turn])
  controller.abort()
  return resumable
}

function toText(bytes: Uint8Array | undefined): string | undefined {
  return bytes && toBase64(bytes)
}

function textOf(value: JsonValue | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined
}
