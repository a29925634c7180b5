import type { OpenShell, ShellRequest } from '../../support/http-shells.js'
import type { Reply, SseEvent } from './reply.js'

/** One request, and what comes of it. */
export interface OpenRequest {
  /** How much came so far: the beginning, each event, and the end of a reply. */
  readonly arrived: () => number
  /** Whether it is over. */
  readonly isOver: () => boolean
  /** What came since this was asked last. */
  take(): Reply
  /** Closes the connection: whatever comes then is not heard. */
  close(): void
}

/** The headers that are told of every reply. */
const notified = [
  'content-type',
  'mcp-session-id',
  'allow',
  'retry-after',
  'www-authenticate',
  'access-control-allow-origin',
  'access-control-allow-methods',
]

/** Sends a request. `alsoNotified` are headers to tell of beside those that always matter. */
export function openRequest(
  shell: OpenShell,
  request: ShellRequest,
  alsoNotified: readonly string[] = [],
): OpenRequest {
  const controller = new AbortController()
  let part: { -readonly [K in keyof Reply]: Reply[K] } = { events: [] }
  let arrived = 0
  let isOver = false
  const end = (kind: 'end' | 'broken' | undefined) => {
    if (isOver) return
    isOver = true
    arrived += 1
    if (kind !== undefined) part.end = kind
  }
  const begin = async (response: Response) => {
    if (isOver) return
    const names = [...notified, ...alsoNotified].filter((name) => response.headers.has(name))
    part.status = response.status
    part.headers = Object.fromEntries(names.map((name) => [name, response.headers.get(name) ?? '']))
    arrived += 1
    if (response.headers.get('content-type')?.startsWith('text/event-stream') !== true) {
      const text = await response.text()
      if (text !== '') part.body = parsed(text)
      end(undefined)
      return
    }
    for await (const event of eventsOf(response)) {
      if (isOver) return
      part.events = [...part.events, event]
      arrived += 1
    }
    end('end')
  }
  shell
    .send({ ...request, signal: controller.signal })
    .then(begin)
    .catch(() => end('broken'))
  return {
    arrived: () => arrived,
    isOver: () => isOver,
    take() {
      const taken = part
      part = { events: [] }
      return taken
    },
    close() {
      isOver = true
      controller.abort()
    },
  }
}

async function* eventsOf(response: Response): AsyncGenerator<SseEvent> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
    // streams can be iterated in Node
    const blocks = (text + decoder.decode(chunk, { stream: true })).split('\n\n')
    text = blocks.pop() ?? ''
    yield* blocks.map(parseEvent)
  }
}

function parseEvent(block: string): SseEvent {
  const fields = block.split('\n').map((line): [string, unknown] => {
    const [, name = '', value = ''] = /^(\w*):? ?(.*)$/s.exec(line) ?? []
    if (name === '') return ['comment', value]
    if (name === 'retry') return [name, Number(value)]
    return [name, name === 'data' ? parsed(value) : value]
  })
  return Object.fromEntries(fields)
}

/** A message, or the text that is none. */
function parsed(text: string): unknown {
  return /^[[{]/.test(text) ? JSON.parse(text) : text
}
