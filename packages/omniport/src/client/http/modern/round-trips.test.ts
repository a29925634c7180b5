import { expect, test } from 'vitest'
import { verifies } from '#test/requirements/verifies.js'
import { nameForm } from '../../fixtures/connect-fake.js'
import { accept } from '../../fixtures/input.js'
import { connectTo } from '../fixtures/connect-to.js'
import { FakeStream } from '../fixtures/fake-stream.js'
import type { Answer, WebRequest } from '../fixtures/fake-web.js'
import { answer, refusal } from '../fixtures/replies.js'
import { modernServer } from '../fixtures/servers.js'

const asked = { resultType: 'input_required', inputRequests: { a: nameForm }, requestState: 's' }

/** Asks, then gives `replies` in turn. */
function inTurn(...replies: readonly Answer[]): Answer {
  let count = 0
  return (request) => {
    const reply = count === 0 ? undefined : replies[count - 1]
    count += 1
    return reply === undefined ? answer(request, { result: asked }) : reply(request)
  }
}

const lost: Answer = () => new FakeStream().cut().response
const complete =
  (result: object): Answer =>
  (request) =>
    answer(request, { result: { resultType: 'complete', ...result } })

const mcpHeaders = ({ headers }: WebRequest) => Object.fromEntries([...headers].filter(([name]) => /^mcp-/.test(name)))

test('the retry of a call is a request of its own: another id, the same headers', async () => {
  verifies('MRTR-17', 'HTTP-77')
  const inputSchema = { type: 'object', properties: { region: { type: 'string', 'x-mcp-header': 'Region' } } }
  const listed = { tools: [{ name: 'x', inputSchema }], ttlMs: 0, cacheScope: 'private' }
  const server = modernServer({ 'tools/list': complete(listed), 'tools/call': inTurn(complete({ content: [] })) })
  const { client, web } = await connectTo(server, { elicit: accept })
  await client.listTools()
  expect(await client.callTool('x', { region: 'eu' })).toEqual({ content: [] })
  const sent = web.ofMethod('tools/call')
  expect(sent.map(mcpHeaders)).toEqual(
    Array.from({ length: 2 }, () => ({
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'tools/call',
      'mcp-name': 'x',
      'mcp-param-region': 'eu',
    })),
  )
  expect(new Set(sent.map(({ message }) => message.id)).size).toBe(2)
  await client.close()
})

test('a retry whose answer is lost is sent again where nothing is done twice, and nobody is asked twice', async () => {
  verifies('MRTR-15')
  let count = 0
  const elicit: typeof accept = (inputRequest) => {
    count += 1
    return accept(inputRequest)
  }
  const server = modernServer({ 'prompts/get': inTurn(lost, complete({ messages: [] })) })
  const { client, web } = await connectTo(server, { elicit })
  expect(await client.getPrompt('p')).toEqual({ messages: [] })
  const states = web.ofMethod('prompts/get').map(({ message }) => message.params?.['requestState'])
  expect([states, count]).toEqual([[undefined, 's', 's'], 1])
  await client.close()
})

test('a retry of a call whose answer is lost is not sent again', async () => {
  const server = modernServer({ 'tools/call': inTurn(lost, complete({ content: [] })) })
  const { client, web } = await connectTo(server, { elicit: accept })
  await expect(client.callTool('x', {})).rejects.toMatchObject({ code: 'closed' })
  expect(web.ofMethod('tools/call').length).toBe(2)
  await client.close()
})

test('a page is shown to a person in full, and never fetched', async () => {
  verifies('ELI-29')
  const url = 'https://user.xn--80ak6aa92e.com/connect?token=1#end'
  const inputRequest = { method: 'elicitation/create', params: { mode: 'url', message: 'Go', url } }
  const shown: string[] = []
  const elicitUrl = async ({ url: given }: { readonly url: string }) => {
    shown.push(given)
    return 'accept' as const
  }
  const ask: Answer = (request) => answer(request, { result: { ...asked, inputRequests: { a: inputRequest } } })
  const server = modernServer({
    'tools/call': (request) => (shown.length === 0 ? ask : complete({ content: [] }))(request),
  })
  const { client, web } = await connectTo(server, { elicitUrl })
  await client.callTool('x', {})
  expect(shown).toEqual([url])
  expect(web.requests.map(({ path }) => path)).toEqual(['/mcp', '/mcp', '/mcp'])
  await client.close()
})

test('the state of a server is not repeated in errors', async () => {
  const requestState = 'the-state-of-the-server'
  const server = modernServer({
    'tools/call': (request) =>
      request.message.params?.['requestState'] === undefined
        ? answer(request, { result: { ...asked, requestState } })
        : refusal(401, -32600, `${requestState} is over`),
  })
  const { client } = await connectTo(server, { elicit: accept })
  await expect(client.callTool('x', {})).rejects.toMatchObject({
    code: 'unauthorized',
    message: expect.stringMatching(/ answered HTTP 401: \*\*\* is over$/),
  })
  await client.close()
})
