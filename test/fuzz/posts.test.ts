import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { createFetchHandler } from '../../packages/omniport/src/transport/http/create-fetch-handler.js'
import { isObject } from '../../packages/omniport/src/values/json/is-object.js'
import { verifies } from '../requirements/verifies.js'
import { fuzz } from './fuzz.js'
import { jsonText, nestedText } from './json-text.js'
import { idToAnswer, message, modernMeta } from './messages.js'
import { type AnyAnswer, postAny } from './post-any.js'
import { createSubject } from './subject.js'

const subject = createSubject()
const handler = createFetchHandler(subject.server, { limits: { jsonDepth: 12 } })
const site = { handler, subject }
afterAll(async () => {
  await subject.pass(handler.close())
  await subject.close()
})

const usual = { accept: 'application/json, text/event-stream', 'content-type': 'application/json' }

/** The headers of somebody who speaks `revision`: of a legacy session those of a new one. */
async function headersFor(revision: string, value: unknown): Promise<Record<string, string>> {
  if (revision === 'none') return usual
  if (revision === '2026-07-28') return { ...usual, 'mcp-protocol-version': revision, ...mirrored(value) }
  const params = { protocolVersion: revision, capabilities: {}, clientInfo: { name: 'c', version: '1' } }
  const body = JSON.stringify({ jsonrpc: '2.0', id: 0, method: 'initialize', params })
  const { headers } = await postAny(site, { headers: usual, body }, () => true)
  return { ...usual, 'mcp-session-id': headers.get('mcp-session-id') ?? '', 'mcp-protocol-version': revision }
}

/** What a client repeats of a body, as far as a header can say it. */
function mirrored(value: unknown): Record<string, string> {
  if (!isObject(value)) return {}
  const { method, params } = value
  const name = isObject(params) ? (params['name'] ?? params['uri']) : undefined
  const region = isObject(params) && isObject(params['arguments']) ? params['arguments']['region'] : undefined
  const texts = Object.entries({
    'mcp-method': method,
    'mcp-name': name,
    'mcp-param-region': isObject(region) ? 'x' : region,
  })
  return Object.fromEntries(
    texts.filter((entry): entry is [string, string] => typeof entry[1] === 'string' && /^[!-~]+$/.test(entry[1])),
  )
}

async function post(revision: string, body: string, value: unknown): Promise<AnyAnswer> {
  const headers = await headersFor(revision, value)
  const id = idToAnswer(value)
  const isListening = isObject(value) && value['method'] === 'subscriptions/listen'
  const isAnswered = (messages: readonly unknown[]) => messages.some((each) => !isQuestion(each) && idOf(each) === id)
  const answer = await postAny(site, { headers, body }, (messages) => isListening || isAnswered(messages))
  if (headers['mcp-session-id'] !== undefined) await postAny(site, { method: 'DELETE', headers }, () => true)
  expect(subject.problems()).toEqual([])
  return answer
}

const idOf = (value: unknown) => (isObject(value) ? value['id'] : undefined)
const isQuestion = (value: unknown) => isObject(value) && 'method' in value

/** Of a batch the order and the number depend on its revision: see `served.test.ts`. */
function expectAnswer(value: unknown, { status, isStream, messages }: AnyAnswer): void {
  if (Array.isArray(value)) return
  const id = idToAnswer(value)
  const ids = messages.filter((each) => !isQuestion(each)).map(idOf)
  const isListening = isObject(value) && value['method'] === 'subscriptions/listen' && isStream
  const isRefused = status >= 400
  // What is refused before its id is known is refused without one.
  const expected = ids.map(() => (isRefused && ids[0] === undefined ? undefined : id))
  expect(JSON.stringify(ids)).toBe(JSON.stringify(expected)) // JSON has no -0
  const count = id === undefined ? (isRefused ? ids.length : 0) : isListening ? 0 : 1
  expect(ids.length).toBe(count)
}

test('an argument that is no text, and cannot become any, is refused where a header should repeat it', async () => {
  verifies('HTTP-62')
  const params = { name: 'region', arguments: { region: { toString: '' } }, _meta: modernMeta }
  const value = { jsonrpc: '2.0', id: 1, method: 'tools/call', params }
  const { status, messages } = await post('2026-07-28', JSON.stringify(value), value)
  expect([status, messages]).toEqual([
    400,
    [{ jsonrpc: '2.0', id: 1, error: expect.objectContaining({ code: -32020 }) }],
  ])
})

const revision = fc.constantFrom('none', '2025-03-26', '2025-06-18', '2025-11-25', '2026-07-28', '2026-07-28')

fuzz(
  'whatever message is posted, it is answered once if it is a request, and never with status 500',
  fc.asyncProperty(message, revision, async (value, revision) => {
    expectAnswer(value, await post(revision, JSON.stringify(value), JSON.parse(JSON.stringify(value))))
  }),
)

const raw = fc.oneof(
  jsonText,
  jsonText.map(
    (text) => `{"jsonrpc":"2.0","id":1,"id":7,"method":"ping","params":{"__proto__":${text},"a":1,"a":${text}}}`,
  ),
  nestedText(12).map((text) => `{"jsonrpc":"2.0","id":7,"method":"ping","params":{"a":${text}}}`),
  fc.array(message, { maxLength: 5 }).map((batch) => JSON.stringify(batch)),
  fc.constantFrom('', ' ', '\ufeff{}', '{', '[]', '[[]]', '"', 'null'),
  fc.uint8Array({ maxLength: 8 }).map((bytes) => String.fromCharCode(...bytes)),
)

fuzz(
  'whatever text is posted, it is answered with JSON-RPC, and never with status 500',
  fc.asyncProperty(raw, revision, async (body, revision) => {
    const headers = await headersFor(revision, undefined)
    await postAny(site, { headers, body }, (messages) => messages.length > 20)
    if (headers['mcp-session-id'] !== undefined) await postAny(site, { method: 'DELETE', headers }, () => true)
    expect(subject.problems()).toEqual([])
  }),
)
