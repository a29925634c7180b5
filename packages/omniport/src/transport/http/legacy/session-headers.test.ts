import { afterEach, describe, expect, test } from 'vitest'
import { beginSession, type ClientSession, modernHeaders, modernRequest, post } from '#test/support/http-client.js'
import { defineHttpServer } from '#test/support/http-server.js'
import { httpShells, type OpenShell } from '#test/support/http-shells.js'
import type { LegacyRevision } from '../../../protocol/revisions/revision.js'
import type { HttpOptions } from '../http-options.js'

const call = (args: object, id = 1) => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: { name: 'region', arguments: args },
})

const outcome = async (responding: Promise<Response>) => {
  const response = await responding
  return [response.status, await response.json()]
}
const refused = (problem: string, code = -32001) => [
  400,
  { jsonrpc: '2.0', id: 1, error: { code, message: `Header mismatch: ${problem}` } },
]

describe.each(httpShells)('$shell compares the headers of a legacy request with its body', ({ open }) => {
  let shell: OpenShell
  afterEach(() => shell.close())
  const start = async (options?: HttpOptions, revision: LegacyRevision = '2025-11-25'): Promise<ClientSession> => {
    shell = await open(defineHttpServer().server, options)
    return beginSession(shell, { revision })
  }

  describe.each([
    ['in a session', {}],
    ['in a session that no node keeps', { sessions: false }],
  ])('%s', (_name, options) => {
    test.each([
      ['its argument', { 'mcp-param-region': 'us' }, 'Mcp-Param-region says "us", the body says "eu"'],
      ['a number', { 'mcp-param-count': '8' }, 'Mcp-Param-count says "8", the body says "7"'],
      ['an encoded value', { 'mcp-param-region': '=?base64?w7w=?=' }, 'Mcp-Param-region says "ü", the body says "eu"'],
      [
        'what is no encoding',
        { 'mcp-param-region': '=?base64?%?=' },
        'Mcp-Param-region says "=?base64?%?=", the body says "eu"',
      ],
      ['its method', { 'mcp-method': 'tools/list' }, 'Mcp-Method says "tools/list", the body says "tools/call"'],
      ['its name', { 'mcp-name': 'echo' }, 'Mcp-Name says "echo", the body says "region"'],
    ])('a header that differs from %s is refused, and both values are named', async (_what, headers, problem) => {
      const session = await start(options)
      expect(await outcome(session.post(call({ region: 'eu', count: 7 }), { headers }))).toEqual(refused(problem))
    })

    test('a header of an argument that is not there is refused', async () => {
      const session = await start(options)
      const headers = { 'mcp-param-region': 'us' }
      const problem = 'Mcp-Param-region says "us", the body has no value for it'
      expect(await outcome(session.post(call({}), { headers }))).toEqual(refused(problem))
    })

    test.each([
      ['no header', {}],
      ['some of them', { 'mcp-param-count': '7.0' }],
      ['all of them', { 'mcp-method': 'tools/call', 'mcp-name': 'region', 'mcp-param-region': '=?base64?ZXU=?=' }],
      ['one that the tool does not mark', { 'mcp-param-tenant': 'x' }],
    ])('a call with %s is served', async (_what, headers) => {
      const session = await start(options)
      const [status, body] = await outcome(session.post(call({ region: 'eu', count: 7 }), { headers }))
      expect([status, body]).toMatchObject([200, { result: { content: [{ text: 'there' }] } }])
    })
  })

  test('a batch with a message of another method than its header is refused as a whole', async () => {
    const session = await start({}, '2025-03-26')
    const headers = { 'mcp-method': 'tools/call' }
    const list = { jsonrpc: '2.0', id: 2, method: 'tools/list' }
    expect((await outcome(session.post([call({}), call({}, 2)], { headers })))[0]).toBe(200)
    expect(await outcome(session.post([call({}), list], { headers }))).toMatchObject([
      400,
      { error: { code: -32001, message: 'Header mismatch: Mcp-Method says "tools/call", the body says "tools/list"' } },
    ])
  })

  test('a modern request is refused with -32020, and long or unclean values are cut and cleaned', async () => {
    await start()
    const params = { name: 'region', arguments: { region: `a\n\u202e${'b'.repeat(200)}`, count: 1 } }
    const headers = {
      ...modernHeaders('tools/call', params),
      'mcp-param-count': '1',
      'mcp-param-region': 'c'.repeat(200),
    }
    const problem = `Mcp-Param-region says "${'c'.repeat(128)}…", the body says "a ${'b'.repeat(125)}…"`
    expect(await outcome(post(shell, modernRequest('tools/call', params), { headers }))).toEqual(
      refused(problem, -32020),
    )
  })

  test('a modern request without a header is told what its body says', async () => {
    await start()
    const params = { name: 'region', arguments: { region: 'eu' } }
    const headers = modernHeaders('tools/call', params)
    const problem = 'Mcp-Param-region is missing, the body says "eu"'
    expect(await outcome(post(shell, modernRequest('tools/call', params), { headers }))).toEqual(
      refused(problem, -32020),
    )
  })
})
