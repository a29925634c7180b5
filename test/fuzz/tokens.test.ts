import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { RpcError } from '../../packages/omniport/src/jsonrpc/messages/rpc-error.js'
import { Sealer } from '../../packages/omniport/src/sealing/sealer.js'
import { createServer } from '../../packages/omniport/src/server/create-server.js'
import { decodeCursor, encodeCursor } from '../../packages/omniport/src/server/lists/paginate.js'
import { tool } from '../../packages/omniport/src/server/tools/tool.js'
import { createFetchHandler } from '../../packages/omniport/src/transport/http/create-fetch-handler.js'
import {
  formatEventId,
  parseEventId,
} from '../../packages/omniport/src/transport/http/legacy/streams/session-stream.js'
import { verifies } from '../requirements/verifies.js'
import { codePoint } from '../support/code-point.js'
import { connectRaw } from '../support/connect-raw.js'
import { fuzz } from './fuzz.js'
import { hostileNames, json, jsonText } from './json-text.js'
import { postAny } from './post-any.js'
import { createSubject } from './subject.js'
import { tampering } from './tampered.js'

const subject = createSubject()
const withSessions = { handler: createFetchHandler(subject.server, { answers: 'sse' }), subject }
const withoutSessions = { handler: createFetchHandler(subject.server, { sessions: false }), subject }

afterAll(async () => {
  await subject.pass(Promise.all([withSessions.handler.close(), withoutSessions.handler.close()]))
  await subject.close()
})

const sealer = new Sealer(['one secret of thirty-two bytes..'], 'files')

test('a sealed text opens only as it was written: not with other letters that decode to the same bytes', async () => {
  verifies('MRTR-07', 'MRTR-08')
  const text = await sealer.seal('state', { a: 1 })
  const [version, kid, salt = '', cipher = ''] = text.split('.')
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
  const last = alphabet.indexOf(salt.slice(-1))
  const forged = [
    [version, kid, salt.slice(0, -1) + alphabet[last ^ 1], cipher],
    [version, kid, `${salt}==`, cipher],
    [version, kid, salt, `${cipher} `],
    [version, kid, salt, cipher.replaceAll('-', '+').replaceAll('_', '/').replace(/^/, '\n')],
  ]
  const opened = await Promise.all(forged.map((parts) => sealer.open('state', parts.join('.'))))
  expect(opened).toEqual([undefined, undefined, undefined, undefined])
})

fuzz(
  'a sealed text that was tampered with does not open',
  fc.asyncProperty(json, tampering, async (value, tamper) => {
    const text = await sealer.seal('state', value)
    const tampered = tamper(text)
    fc.pre(tampered !== text)
    expect(await sealer.open('state', tampered)).toBeUndefined()
    expect(await sealer.open('session', text)).toBeUndefined()
  }),
)

fuzz(
  'no text is a sealed one',
  fc.asyncProperty(fc.oneof(fc.string({ unit: codePoint }), parts('v1', 4)), async (text) => {
    expect(await sealer.open('session', text)).toBeUndefined()
    await sealer.isForeign(text)
  }),
)

function parts(first: string, count: number): fc.Arbitrary<string> {
  const part = fc.oneof(fc.base64String({ maxLength: 8 }), fc.constantFrom('', '%', '-_', 'AAAAAAAA'))
  return fc.array(part, { minLength: count - 1, maxLength: count }).map((rest) => [first, ...rest].join('.'))
}

const usual = { accept: 'application/json, text/event-stream', 'content-type': 'application/json' }

async function begin(site: typeof withSessions): Promise<Record<string, string>> {
  const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'c', version: '1' } }
  const body = JSON.stringify({ jsonrpc: '2.0', id: 0, method: 'initialize', params })
  const { headers } = await postAny(site, { headers: usual, body }, (messages) => messages.length > 0)
  return { ...usual, 'mcp-session-id': headers.get('mcp-session-id') ?? '' }
}

const ping = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' })
/** A header loses blanks at its ends, and cannot hold everything. */
const sendable = (text: string) => text === text.trim() && /^[\t -~\x80-\xff]*$/.test(text)

fuzz(
  'the id of a session that was tampered with is none, be the session kept or sealed',
  fc.asyncProperty(tampering, fc.boolean(), async (tamper, isKept) => {
    const site = isKept ? withSessions : withoutSessions
    const headers = await begin(site)
    const id = headers['mcp-session-id'] ?? ''
    const tampered = tamper(id)
    fc.pre(tampered !== id && sendable(tampered))
    const forged = { ...headers, 'mcp-session-id': tampered }
    expect((await postAny(site, { headers: forged, body: ping }, () => true)).status).toBe(404)
    expect((await postAny(site, { headers, body: ping }, () => true)).status).toBe(200)
    if (isKept) await postAny(site, { headers, method: 'DELETE' }, () => true)
  }),
)

/** A session in which something was said, and the id of an event of it. */
async function listened(): Promise<{ readonly headers: Record<string, string>; readonly eventId: string }> {
  const headers = await begin(withSessions)
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'tells' } })
  const init = { method: 'POST', headers, body }
  const response = await subject.pass(withSessions.handler(new Request('http://localhost/mcp', init)))
  const text = await subject.pass(response.text())
  return { headers, eventId: /^id: (.*)$/m.exec(text)?.[1] ?? '' }
}

const resume = async (headers: Record<string, string>, eventId: string) => {
  const resumed = { ...headers, accept: 'text/event-stream', 'last-event-id': eventId }
  return (await postAny(withSessions, { method: 'GET', headers: resumed }, () => true)).status
}

fuzz(
  'the id of an event that was tampered with, or is of another session, resumes nothing',
  fc.asyncProperty(tampering, async (tamper) => {
    const [mine, other] = [await listened(), await listened()]
    const tampered = tamper(mine.eventId)
    fc.pre(tampered !== mine.eventId && sendable(tampered) && tampered !== '')
    // The place of another event of the same stream is one: it was given to the same client.
    const [, given] = mine.eventId.split(/-(?=\d+$)/)
    const isOfSame = tampered.replace(/\d+$/, '') === mine.eventId.replace(/\d+$/, '') && given !== undefined
    expect(isOfSame ? 400 : await resume(mine.headers, tampered)).toBe(400)
    expect(await resume(mine.headers, other.eventId)).toBe(400)
    expect(await resume(mine.headers, mine.eventId)).toBe(200)
    for (const { headers } of [mine, other]) await postAny(withSessions, { headers, method: 'DELETE' }, () => true)
  }),
)

fuzz(
  'an event id is read as it was written, and nothing else is one',
  fc.property(
    fc.oneof(
      fc.string(),
      fc.tuple(fc.stringMatching(/^[0-9a-f]{15,17}$/), fc.string({ maxLength: 70 })).map((both) => both.join('_')),
    ),
    (text) => {
      const place = parseEventId(text)
      expect(place === undefined ? text : formatEventId(place.key, place.position)).toBe(text)
    },
  ),
)

const keys = fc.uniqueArray(fc.oneof(fc.constantFrom(...hostileNames, '%', '1:a', '\ud800', '😀'), fc.string()), {
  minLength: 1,
  maxLength: 8,
})

fuzz(
  'a cursor that was tampered with is refused, or is a place in the list',
  fc.property(keys, fc.nat({ max: 7 }), tampering, (keys, at, tamper) => {
    const index = at % keys.length
    const cursor = encodeCursor(index, keys[index] ?? '')
    expect(decodeCursor(cursor, keys)).toBe(index + 1)
    expect(isPlaceOrRefused(tamper(cursor), keys)).toBe(true)
  }),
)

fuzz(
  'whatever comes as a cursor is refused, or is a place in the list',
  fc.property(keys, fc.oneof(fc.string({ unit: codePoint }), jsonText, numbered()), (keys, cursor) => {
    expect(isPlaceOrRefused(cursor, keys)).toBe(true)
  }),
)

function numbered(): fc.Arbitrary<string> {
  return fc
    .tuple(fc.constantFrom('0', '1', '-1', '00', '999999999', '1e3', ' 1'), fc.string())
    .map(([at, key]) => `${at}:${key}`)
}

function isPlaceOrRefused(cursor: string, keys: readonly string[]): boolean {
  try {
    const place = decodeCursor(cursor, keys)
    return Number.isInteger(place) && place >= 0 && place <= keys.length
  } catch (reason) {
    return RpcError.is(reason) && reason.code === -32602
  }
}

fuzz(
  'a state of a round that was tampered with, or belongs to another call, is refused',
  fc.asyncProperty(tampering, json, async (tamper, other) => {
    const connection = await connectRaw(subject.server, { revision: '2026-07-28', capabilities: { elicitation: {} } })
    const call = (params: object) => connection.request('tools/call', { name: 'asks', ...params })
    const asked = await call({ arguments: {} })
    const requestState = String(asked.result?.['requestState'])
    const [key = ''] = Object.keys(asked.result?.['inputRequests'] ?? {})
    const inputResponses = { [key]: { action: 'accept', content: { name: 'Ada' } } }
    const refused = { code: -32602, message: expect.stringMatching(/^requestState /) }
    const tampered = tamper(requestState)
    fc.pre(tampered !== requestState)
    expect((await call({ arguments: {}, inputResponses, requestState: tampered })).error).toEqual(refused)
    expect((await call({ arguments: { other }, inputResponses, requestState })).error).toEqual(refused)
    expect((await call({ arguments: {}, inputResponses, requestState })).result?.['isError']).not.toBe(true)
    connection.close()
  }),
)

/** Of a server that has tasks, what refuses a task that it does not have, and a cursor that it did not give. */
const refusals = {
  '2025-11-25': { 'tasks/get': -32602, 'tasks/cancel': -32602, 'tasks/result': -32602, 'tasks/list': -32602 },
  '2026-07-28': { 'tasks/get': -32602, 'tasks/cancel': -32602, 'tasks/update': -32602, 'tasks/list': -32601 },
} as const
const taskServer = createServer({
  name: 'tasks',
  version: '1',
  runtime: subject.runtime,
  tools: { t: tool({ task: 'optional', run: () => 'done' }) },
})
afterAll(() => subject.pass(taskServer.close()))
const taskCapabilities = { extensions: { 'io.modelcontextprotocol/tasks': {} } }

fuzz(
  'whatever comes as the id of a task or as a cursor of tasks is refused',
  fc.asyncProperty(fc.oneof(json, fc.stringMatching(/^[0-9a-f]{32}$/)), async (given) => {
    for (const revision of ['2025-11-25', '2026-07-28'] as const) {
      const connection = await connectRaw(taskServer, { revision, capabilities: taskCapabilities })
      for (const [method, code] of Object.entries(refusals[revision])) {
        const { error } = await connection.request(method, { taskId: given, cursor: given, inputResponses: {} })
        expect([method, error?.code]).toEqual([method, code])
      }
      connection.close()
    }
  }),
)
