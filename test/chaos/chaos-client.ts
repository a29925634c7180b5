import { type Client, connect } from 'omniport/client'
import type { CallKind, ChaosEvent } from './history.js'

export interface ChaosClientOptions {
  readonly name: string
  readonly url: string
  readonly revision: '2025-06-18' | '2025-11-25' | '2026-07-28'
  readonly timeoutMs: number
  /** Steps that calls of kind `stream` report. */
  readonly steps: number
  readonly record: (event: ChaosEvent) => void
}

const kinds: readonly CallKind[] = ['plain', 'stream', 'plain', 'question', 'plain', 'stream', 'plain', 'task']

/** A client that calls one tool after the other, and writes down what comes of it. */
export class ChaosClient {
  readonly #options: ChaosClientOptions
  #client: Client | undefined
  #calls = 0
  #tapped = 0

  constructor(options: ChaosClientOptions) {
    this.#options = options
  }

  /** Calls until `next` gives false. */
  async run(next: () => boolean): Promise<void> {
    while (next()) await this.#call()
    await this.#client?.close().catch(() => {})
  }

  async #call(): Promise<void> {
    const { name, revision, timeoutMs, record } = this.#options
    this.#calls += 1
    const call = `${name}-${this.#calls}`
    const kind = kinds[this.#calls % kinds.length] ?? 'plain'
    const client = await this.#connected()
    record({
      type: 'called',
      call,
      kind: revision === '2025-06-18' && kind === 'task' ? 'plain' : kind,
      at: now(),
      timeoutMs,
    })
    const signal = AbortSignal.timeout(timeoutMs)
    try {
      const text = await this.#send(client, kind, call, signal)
      record({ type: 'answered', call, at: now(), text })
    } catch (error) {
      record({ type: 'answered', call, at: now(), error: describe(error) })
      // A client that lost its connection for good is replaced, as its user would.
      if (!(await isUsable(client))) this.#client = undefined
    }
  }

  async #send(client: Client, kind: CallKind, call: string, signal: AbortSignal): Promise<string> {
    const { revision, steps, record } = this.#options
    if (kind === 'task' && revision !== '2025-06-18') {
      const task = await client.callTask('task', { call }, { signal })
      return textOf(await Promise.race([task.result(), abortOf(signal)]))
    }
    const args = kind === 'stream' ? { call, steps } : { call }
    const onProgress =
      kind === 'stream'
        ? ({ progress }: { readonly progress: number }) => record({ type: 'progress', call, step: progress })
        : undefined
    return textOf(await client.callTool(kind === 'task' ? 'plain' : kind, args, { signal, onProgress }))
  }

  /** Connects until it succeeds: nodes and Redis come and go. */
  async #connected(): Promise<Client> {
    while (this.#client === undefined) {
      const { url, name, revision, timeoutMs, record } = this.#options
      try {
        this.#client = await connect(url, {
          name,
          revision,
          timeoutMs,
          fetch: this.#tap(),
          elicit: ({ message }) => {
            const [, call = ''] = /^Go on with (\S+)\?$/.exec(message) ?? []
            record({ type: 'asked', call, question: message })
            return { action: 'accept', content: { sure: true } }
          },
        })
      } catch {
        await new Promise((resolve) => setTimeout(resolve, 100))
      }
    }
    return this.#client
  }

  /** Sees the ids of events as they come. An id names its stream. */
  #tap(): typeof fetch {
    const { name, record } = this.#options
    this.#tapped += 1
    const stream = `${name}.${this.#tapped}`
    return async (input, init) => {
      const response = await fetch(input, init)
      const isResumed = new Headers(init?.headers).has('last-event-id')
      if (isResumed && response.status === 400) record({ type: 'gap', stream })
      else if (isResumed && response.ok) record({ type: 'resumed', stream })
      const { body, status, headers } = response
      if (body === null || headers.get('content-type')?.startsWith('text/event-stream') !== true) return response
      return new Response(body.pipeThrough(eventTap((id) => record({ type: 'event', stream, id }))), {
        status,
        headers,
      })
    }
  }
}

function eventTap(onId: (id: string) => void): TransformStream<Uint8Array, Uint8Array> {
  const decoder = new TextDecoder()
  let rest = ''
  return new TransformStream({
    transform(chunk, controller) {
      // An event counts when all of it has come: one that is cut off comes again.
      const blocks = (rest + decoder.decode(chunk, { stream: true })).split('\n\n')
      rest = blocks.pop() ?? ''
      for (const block of blocks) {
        const [, id] = /^id: (.*)$/m.exec(block) ?? []
        if (id !== undefined) onId(id)
      }
      controller.enqueue(chunk)
    },
  })
}

function textOf(result: { readonly content: readonly unknown[]; readonly isError?: boolean | undefined }): string {
  const [block] = result.content as readonly { readonly text?: string }[]
  if (result.isError === true) throw new Error(`tool error: ${block?.text}`)
  return block?.text ?? ''
}

function abortOf(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason)
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
}

async function isUsable(client: Client): Promise<boolean> {
  return client.ping().then(
    () => true,
    () => false,
  )
}

/** The kind of an error, without what differs from call to call. */
function describe(error: unknown): string {
  const { name, code, message } = error as { name?: string; code?: unknown; message?: string }
  return `${name} ${String(code ?? '')}: ${message?.replaceAll(/[0-9a-f-]{8,}|\d+/g, '#').slice(0, 120)}`
}

function now(): number {
  return performance.now()
}
