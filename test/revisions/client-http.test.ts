import { expect, test } from 'vitest'
import { connectTo } from '../../packages/omniport/src/client/http/fixtures/connect-to.js'
import { FakeStream } from '../../packages/omniport/src/client/http/fixtures/fake-stream.js'
import type { Answer, WebRequest } from '../../packages/omniport/src/client/http/fixtures/fake-web.js'
import { answer } from '../../packages/omniport/src/client/http/fixtures/replies.js'
import { modernServer, SessionServer } from '../../packages/omniport/src/client/http/fixtures/servers.js'
import type { Revision } from '../../packages/omniport/src/protocol/revisions/revision.js'
import { verifiesIn } from '../requirements/verifies.js'
import { settled } from '../support/virtual-runtime.js'
import { isRecord } from '../wire/is-record.js'

const overHttp = ['2025-03-26', '2025-06-18', '2025-11-25', '2026-07-28'] as const
const withSessions = ['2025-03-26', '2025-06-18', '2025-11-25'] as const

const done = { resultType: 'complete', content: [{ type: 'text', text: 'done' }] }
const asJson: Answer = (request) => answer(request, { result: done })
const asStream: Answer = ({ message }) => {
  const stream = new FakeStream()
  stream.send({ data: { jsonrpc: '2.0', id: message.id, result: done } }).end()
  return stream.response
}

/** A server of any revision that answers calls of tools like this. */
function serverOf(revision: Revision, call: Answer): Answer {
  const answers = { 'tools/call': call }
  return revision === '2026-07-28' ? modernServer(answers) : new SessionServer(answers).answer
}

const posts = (requests: readonly WebRequest[]) => requests.filter(({ method }) => method === 'POST')

test.each(overHttp)('%s: each message is a POST of its own that takes both forms of an answer', async (revision) => {
  verifiesIn(revision, 'HTTP-06', 'HTTP-07', 'HTTP-09')
  const { client, web } = await connectTo(serverOf(revision, asJson), { revision })
  await settled()
  web.requests.length = 0
  await Promise.all([client.callTool('a', {}), client.callTool('b', {}), client.callTool('c', {})])
  const sent = posts(web.requests)
  expect(sent.map(({ message }) => [isRecord(message), message.method, message.params?.['name']])).toEqual([
    [true, 'tools/call', 'a'],
    [true, 'tools/call', 'b'],
    [true, 'tools/call', 'c'],
  ])
  expect(sent.map(({ headers }) => headers.get('accept'))).toEqual(
    sent.map(() => 'application/json, text/event-stream'),
  )
  await client.close()
})

test.each(overHttp)('%s: an answer is read as JSON and from a stream', async (revision) => {
  verifiesIn(revision, 'HTTP-14')
  const answers = [asJson, asStream]
  const { client, errors } = await connectTo(
    serverOf(revision, (request) => (answers.shift() as Answer)(request)),
    { revision },
  )
  const text = [{ type: 'text', text: 'done' }]
  expect([(await client.callTool('x', {})).content, (await client.callTool('x', {})).content]).toEqual([text, text])
  expect([answers, errors]).toEqual([[], []])
  await client.close()
})

test.each(withSessions)(
  '%s: the session and the revision go along with all that follows initialize',
  async (revision) => {
    verifiesIn(revision, 'HTTP-45', 'HTTP-50')
    const { client, web } = await connectTo(serverOf(revision, asJson), { revision })
    await client.callTool('x', {})
    await client.close()
    const ofSession = ({ headers }: WebRequest) => [headers.get('mcp-session-id'), headers.get('mcp-protocol-version')]
    expect(web.log).toEqual(['POST initialize', 'POST notifications/initialized', 'GET', 'POST tools/call', 'DELETE'])
    expect(web.requests.map(ofSession)).toEqual([[null, null], ...Array(4).fill(['secret-1', revision])])
  },
)

test.each(withSessions)('%s: a session that is answered with 404 is begun anew, without its id', async (revision) => {
  verifiesIn(revision, 'HTTP-48')
  const server = new SessionServer()
  const { client, web, runtime, errors } = await connectTo(server.answer, { revision })
  await settled()
  web.requests.length = 0
  server.lose()
  const call = client.callTool('x', {})
  await runtime.advance(100)
  expect(await call).toEqual({ content: [] })
  expect(posts(web.requests).map(({ message, headers }) => [message.method, headers.get('mcp-session-id')])).toEqual([
    ['tools/call', 'secret-1'],
    ['initialize', null],
    ['notifications/initialized', 'secret-2'],
    ['tools/call', 'secret-2'],
  ])
  expect([server.sessions, errors]).toEqual([2, []])
  await client.close()
})
