import { Buffer } from 'node:buffer'
import { EventEmitter } from 'node:events'
import type { ServerResponse } from 'node:http'
import fc from 'fast-check'
import { expect } from 'vitest'
import { readBytes } from '../../packages/omniport/src/async/streams/read-bytes.js'
import { InFlightRequests } from '../../packages/omniport/src/jsonrpc/serving/in-flight-requests.js'
import { createLimits } from '../../packages/omniport/src/protocol/limits/limits.js'
import { FetchHttpAdapter } from '../../packages/omniport/src/transport/http/fetch-http-adapter.js'
import { ConcurrencyLimits } from '../../packages/omniport/src/transport/http/guards/concurrency-limits.js'
import { createHttpSettings } from '../../packages/omniport/src/transport/http/http-settings.js'
import { HttpContext } from '../../packages/omniport/src/transport/http/requests/http-context.js'
import { HttpError } from '../../packages/omniport/src/transport/http/requests/http-error.js'
import type { HttpReply, HttpRequest } from '../../packages/omniport/src/transport/http/requests/http-request.js'
import { readJson } from '../../packages/omniport/src/transport/http/requests/read-json.js'
import type { ParsedRequest } from '../../packages/omniport/src/transport/node/node-http-adapter.js'
import { NodeHttpAdapter } from '../../packages/omniport/src/transport/node/node-http-adapter.js'
import { createManualRuntime } from '../support/virtual-runtime.js'
import { cut } from './cut.js'
import { fuzz } from './fuzz.js'
import { jsonText, nestedText } from './json-text.js'

const limits = createLimits({ bodyBytes: 64, jsonDepth: 6 })
const runtime = createManualRuntime()
const services = {
  settings: createHttpSettings({ serve: async () => undefined, environment: { runtime, limits } }),
  inFlightRequests: new InFlightRequests(runtime, () => {}),
  concurrency: new ConcurrencyLimits(limits),
  openSubscriptions: new Set<() => void>(),
}
const headers = { 'content-type': 'application/json' }

const text = fc.oneof(
  jsonText,
  jsonText.map((all) => `\ufeff${all}`),
  nestedText(6),
  fc.constantFrom('', ' ', '"é😀"', `"${'é'.repeat(31)}"`, `"${'x'.repeat(63)}"`, '{'),
)
const bytes = fc.oneof(
  text.map((all) => Buffer.from(all)),
  fc.uint8Array({ maxLength: 12 }),
)

/** What is read of a body, or why it is refused. */
async function outcomeOf(adapter: HttpRequest & HttpReply): Promise<unknown> {
  try {
    return { value: await readJson(new HttpContext(services, adapter, adapter), (value) => value) }
  } catch (reason) {
    if (!(reason instanceof HttpError)) throw reason
    return [reason.status, reason.error.code]
  }
}

function fetched(pieces: readonly Uint8Array[]): Promise<unknown> {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const piece of pieces) controller.enqueue(piece)
      controller.close()
    },
  })
  const init = { method: 'POST', headers, body, duplex: 'half' } as RequestInit // duplex is not in every lib
  return outcomeOf(new FetchHttpAdapter(new Request('http://localhost/mcp', init), runtime, () => {}))
}

/** What the exchange uses of a request of `node:http`. */
function received(pieces: readonly Uint8Array[]): Promise<unknown> {
  const request = Object.assign(new EventEmitter(), {
    ...{ headers, rawHeaders: [], method: 'POST', url: '/mcp', complete: false, readableFlowing: null, resume() {} },
  })
  const exchange = new NodeHttpAdapter(request as unknown as ParsedRequest, new EventEmitter() as ServerResponse, {
    runtime,
    limits,
    paths: ['/mcp'],
    endpoints: new Set(['/mcp']),
  })
  const outcome = outcomeOf(exchange)
  queueMicrotask(() =>
    queueMicrotask(() => {
      for (const piece of pieces) request.emit('data', Buffer.from(piece))
      request.emit('end')
    }),
  )
  return outcome
}

fuzz(
  'the body of a request does not depend on where it was cut, in either shell',
  fc.asyncProperty(cut(bytes), async ({ whole, pieces }) => {
    const wanted = await fetched([whole])
    expect([await fetched(pieces), await received(pieces)]).toEqual([wanted, wanted])
    expect(wanted).toEqual(expectedOf(whole))
  }),
)

/** The value of a body; or why it is refused: it is too long, no JSON, or JSON that is too deep. */
function expectedOf(whole: Uint8Array): unknown {
  if (whole.length > limits.bodyBytes) return [413, -32600]
  try {
    const written = new TextDecoder('utf-8', { fatal: true }).decode(whole)
    const value = JSON.parse(written)
    return depthOf(written) > limits.jsonDepth ? [400, -32600] : { value }
  } catch {
    return [400, -32700]
  }
}

/** How deep JSON nests as it is written: of members that have the same name, all count. */
function depthOf(text: string): number {
  let [depth, most] = [0, 0]
  for (const [mark] of text.replace(/"(?:[^"\\]|\\.)*"/g, '').matchAll(/[[\]{}]/g)) {
    depth += mark === '[' || mark === '{' ? 1 : -1
    most = Math.max(most, depth)
  }
  return most
}

fuzz(
  'the body of an answer does not depend on where it was cut, and is given up once it is too long',
  fc.asyncProperty(cut(bytes), fc.integer({ min: 1, max: 70 }), async ({ whole, pieces }, maxBytes) => {
    let given = 0
    const body = (async function* () {
      for (const piece of pieces) {
        given += piece.length
        yield piece
      }
    })()
    const outcome = await readBytes(body, maxBytes).then(Buffer.from, (reason) => reason)
    const isTooLong = whole.length > maxBytes
    expect(outcome).toEqual(isTooLong ? expect.objectContaining({ code: 'limit' }) : Buffer.from(whole))
    const longest = Math.max(0, ...pieces.map(({ length }) => length))
    expect(given).toBeLessThanOrEqual(isTooLong ? maxBytes + longest : whole.length)
  }),
)
