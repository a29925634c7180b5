import type { Revision } from '../../entries/index.js'
import type { RecordedLine } from '../../entries/protocol.js'
import { isObject } from '../recording/read-message.js'

/** What client and server said in one revision. */
export interface RevisionWire {
  readonly revision: Revision
  readonly lines: readonly RecordedLine[]
  /** The call failed, or the server does not speak the revision. */
  readonly error?: string | undefined
}

/** The same step of a call in each revision that has it. */
export interface WireStep {
  /** `→ tools/call`, `← result of tools/call`. */
  readonly title: string
  /** By revision, what went over the wire. */
  readonly texts: ReadonlyMap<string, string>
}

/** Puts the steps of a call that mean the same next to each other, in the order in which they happen. */
export function alignWires(wires: readonly RevisionWire[]): readonly WireStep[] {
  const steps: { readonly title: string; readonly texts: Map<string, string> }[] = []
  for (const { revision, lines } of wires) {
    const counts = new Map<string, number>()
    // Steps of this revision alone go before the next one that others have too.
    let pending: (typeof steps)[number][] = []
    for (const { title, text } of describeLines(lines)) {
      const count = (counts.get(title) ?? 0) + 1
      counts.set(title, count)
      const name = count === 1 ? title : `${title} (${count})`
      const found = steps.findIndex((step) => step.title === name)
      if (found === -1) {
        pending.push({ title: name, texts: new Map([[revision, text]]) })
        continue
      }
      steps[found]?.texts.set(revision, text)
      steps.splice(found, 0, ...pending)
      pending = []
    }
    steps.push(...pending)
  }
  return steps
}

function* describeLines(lines: readonly RecordedLine[]): Generator<{ readonly title: string; readonly text: string }> {
  const methods = new Map<string, string>()
  for (const line of lines) {
    if (line.stream !== undefined || (line.message === undefined && line.request === undefined)) continue
    const first = firstOf(line.message)
    const key = JSON.stringify(first['id'])
    const isRequest = typeof first['method'] === 'string'
    if (isRequest && first['id'] !== undefined) methods.set(`${line.from} ${key}`, String(first['method']))
    const requester = line.from === 'client' ? 'server' : 'client'
    const kind = first['error'] === undefined ? 'result' : 'error'
    const what = isRequest ? String(first['method']) : `${kind} of ${methods.get(`${requester} ${key}`) ?? 'a request'}`
    const title = line.message === undefined ? `HTTP ${line.request?.method}` : what
    yield { title: `${line.from === 'client' ? '→' : '←'} ${title}`, text: describe(line) }
  }
}

/** The message of a line, or the first one of a batch. */
function firstOf(message: unknown): { readonly [member: string]: unknown } {
  const first: unknown = Array.isArray(message) ? message[0] : message
  return isObject(first) ? first : {}
}

/** The start of an HTTP message, its headers of the protocol, and the message. */
function describe({ request, status, headers = {}, message }: RecordedLine): string {
  const shown = Object.entries(headers).filter(([name]) => /^(?:mcp-|accept$|content-type$)/.test(name))
  const start = request === undefined ? status && `HTTP ${status}` : `${request.method} ${request.path}`
  const parts = [start, ...shown.map(([name, value]) => `${name}: ${value.replace(/\[secret \d+\]/, '[secret]')}`)]
  const json = message === undefined ? [] : [JSON.stringify(message, undefined, 2)]
  return [...parts.filter(Boolean), ...json].join('\n')
}
