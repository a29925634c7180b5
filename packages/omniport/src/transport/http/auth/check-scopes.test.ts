import { afterEach, describe, expect, test, vi } from 'vitest'
import { verifies } from '#test/requirements/verifies.js'
import { defineServer } from '#test/support/define-server.js'
import { beginSession, initializeRequest, post, postHeaders, postModern } from '#test/support/http-client.js'
import { httpShells, type OpenShell } from '#test/support/http-shells.js'
import { SseReader } from '#test/support/sse-reader.js'
import type { Principal } from '../../../protocol/exchange/peer.js'
import { prompt } from '../../../server/prompts/prompt.js'
import { resource } from '../../../server/resources/resource.js'
import { tool } from '../../../server/tools/tool.js'
import type { HttpOptions } from '../http-options.js'

type Params = Readonly<Record<string, unknown>>

const auth: NonNullable<HttpOptions['auth']> = ({ headers }) => ({
  id: 'ada',
  scopes: (headers.get('x-scopes') ?? '').split(' '),
  claims: {},
})

function define() {
  const ran = vi.fn(() => 'done')
  const visible = (principal: Principal | undefined) => principal?.scopes.includes('admin') ?? false
  const scopes = ['files:read', 'files:write']
  const hidden = tool({ scopes, visible, run: ran })
  const inner = defineServer({ tools: { save: tool({ scopes, run: ran }) } })
  const { server } = defineServer({
    cacheScope: 'public',
    tools: { save: tool({ scopes, task: 'optional', run: ran }), hidden, open: tool({ run: ran }) },
    prompts: { plan: prompt({ scopes, complete: {}, get: ran }) },
    resources: {
      file: resource({ uri: 'test:file', scopes, read: ran }),
      files: resource({ uri: 'test:files/{id}', scopes, complete: { id: ['a'] }, read: ran }),
      open: resource({ uri: 'test:open', read: ran }),
    },
  })
  server.mount('in', inner.server)
  return { server, ran }
}

const all = { 'x-scopes': 'files:read files:write' }

/** What takes scopes. */
const operations: readonly (readonly [string, Params])[] = [
  ['tools/call', { name: 'save' }],
  ['tools/call', { name: 'in_save' }],
  ['prompts/get', { name: 'plan' }],
  ['resources/read', { uri: 'test:file' }],
  ['resources/read', { uri: 'test:files/1' }],
  [
    'completion/complete',
    { ref: { type: 'ref/resource', uri: 'test:files/{id}' }, argument: { name: 'id', value: '' } },
  ],
]

const challenge =
  'Bearer scope="files:read files:write", error="insufficient_scope", error_description="more has to be granted for this"'

describe.each(httpShells)('scopes over $shell', ({ open }) => {
  let shell: OpenShell
  afterEach(() => shell.close())
  const start = async (options: HttpOptions = {}) => {
    const defined = define()
    shell = await open(defined.server, { auth, ...options })
    return defined
  }
  const refusalOf = async (response: Response) => {
    const { id, error } = await response.json()
    return [response.status, response.headers.get('www-authenticate'), id, error?.code]
  }

  test.each(operations)('a modern %s of %j is refused before anything runs', async (method, params) => {
    verifies('AUTH-44', 'AUTH-45', 'AUTH-46', 'TOOL-29')
    const { ran } = await start()
    for (const scopes of ['', 'files:read', 'files']) {
      const response = await postModern(shell, method, params, { headers: { 'x-scopes': scopes } })
      expect(await refusalOf(response)).toEqual([403, challenge, 1, -32600])
    }
    expect(ran).not.toHaveBeenCalled()
    const granted = await postModern(shell, method, params, { headers: all })
    expect([granted.status, (await granted.json()).error]).toEqual([200, undefined])
  })

  test('a subscription to what takes them is refused as a whole', async () => {
    await start()
    const params = { notifications: { resourceSubscriptions: ['test:open', 'test:file'] } }
    const response = await postModern(shell, 'subscriptions/listen', params)
    expect(await refusalOf(response)).toEqual([403, challenge, 1, -32600])
  })

  test('in a session, a subscription and a task are refused, and no task is made', async () => {
    verifies('AUTH-45')
    const { ran } = await start()
    const session = await beginSession(shell)
    const subscribed = await session.request('resources/subscribe', { uri: 'test:file' })
    expect(await refusalOf(subscribed)).toEqual([403, challenge, 1, -32600])
    const task = await session.request('tools/call', { name: 'save', task: {} })
    expect(await refusalOf(task)).toEqual([403, challenge, 1, -32600])
    const tasks = await (await session.request('tasks/list')).json()
    expect([tasks.result.tasks, ran.mock.calls]).toEqual([[], []])
  })

  test.each([
    ['in a session', {}],
    ['in a session that nobody keeps', { sessions: false }],
  ] as const)('a legacy request %s is refused, and its session goes on', async (_name, options) => {
    verifies('AUTH-45')
    const { ran } = await start(options)
    const session = await beginSession(shell)
    for (const [method, params] of operations) {
      expect(await refusalOf(await session.request(method, params))).toEqual([403, challenge, 1, -32600])
    }
    expect(ran).not.toHaveBeenCalled()
    const message = { jsonrpc: '2.0', id: 2, method: 'tools/call', params: { name: 'save' } }
    const granted = await session.post(message, { headers: all })
    expect([granted.status, (await granted.json()).result.content]).toEqual([200, [{ type: 'text', text: 'done' }]])
  })

  test('a batch is refused as a whole', async () => {
    const { ran } = await start()
    const session = await beginSession(shell, { revision: '2025-03-26' })
    const call = (id: number, name: string) => ({ jsonrpc: '2.0', id, method: 'tools/call', params: { name } })
    const refused = await session.post([call(1, 'open'), 1, call(2, 'save')])
    expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([403, challenge])
    await refused.text()
    expect(ran).not.toHaveBeenCalled()
    const served = await session.post([call(1, 'open'), call(2, 'save')], { headers: all })
    expect([served.status, (await served.json()).length]).toEqual([200, 2])
  })

  test('on the endpoints of 2024-11-05 too, where more can be granted on the way', async () => {
    const { ran } = await start()
    const stream = new SseReader(
      await shell.send({ method: 'GET', path: '/sse', headers: { host: shell.host, accept: 'text/event-stream' } }),
    )
    const path = (await stream.next())?.data ?? ''
    const send = (value: unknown, headers = {}) =>
      shell.send({ path, headers: { ...postHeaders, ...headers }, body: JSON.stringify(value) })
    await (await send(initializeRequest('2024-11-05'))).text()
    await stream.message()
    const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'save' } }
    for (const value of [call, [call]]) {
      const refused = await send(value)
      expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([403, challenge])
      await refused.text()
    }
    expect(ran).not.toHaveBeenCalled()
    expect((await send(call, all)).status).toBe(202)
    expect(await stream.message()).toMatchObject({ id: 1, result: { content: [{ text: 'done' }] } })
    const hidden = { ...call, id: 2, params: { name: 'hidden' } }
    expect((await send(hidden, { 'x-scopes': 'admin files:read files:write' })).status).toBe(202)
    expect(await stream.message()).toMatchObject({ id: 2, result: { content: [{ text: 'done' }] } })
    await stream.cancel()
  })

  test('what cannot be seen takes nothing: it is not there', async () => {
    await start()
    for (const name of ['hidden', 'nothing', '__proto__']) {
      const response = await postModern(shell, 'tools/call', { name })
      expect((await response.json()).error).toMatchObject({ code: -32602, message: `Unknown tool: ${name}` })
    }
    const seen = await postModern(shell, 'tools/call', { name: 'hidden' }, { headers: { 'x-scopes': 'admin' } })
    expect(await refusalOf(seen)).toEqual([403, challenge, 1, -32600])
  })

  test.each<readonly [string, unknown]>([
    ['tools/call', undefined],
    ['tools/call', { name: 1 }],
    ['resources/read', { uri: {} }],
    ['completion/complete', { ref: 'x' }],
    ['subscriptions/listen', { notifications: { resourceSubscriptions: [1] } }],
  ])('%s with params of no use, %j, is answered as ever', async (method, params) => {
    await start()
    const response = await postModern(shell, method, params as Params)
    expect((await response.json()).error.code).toBe(-32602)
  })

  test('they are listed for all, and their contents are for nobody else', async () => {
    verifies('CACHE-13')
    await start()
    const { result } = await (await postModern(shell, 'tools/list')).json()
    expect(result.tools.map(({ name }: { name: string }) => name)).toEqual(['save', 'open', 'in_save'])
    const read = async (uri: string) => {
      const response = await postModern(shell, 'resources/read', { uri }, { headers: all })
      return (await response.json()).result.cacheScope
    }
    expect([await read('test:file'), await read('test:open')]).toEqual(['private', 'public'])
  })

  test('are named whole, as many as a header may hold', async () => {
    const { server } = defineServer()
    const scopes = Array.from({ length: 300 }, (_, index) => `files:${index}`)
    server.tools.set('many', tool({ scopes, run: () => 'done' }))
    shell = await open(server, { auth })
    const response = await postModern(shell, 'tools/call', { name: 'many' })
    const named = /scope="([^"]*)"/.exec(response.headers.get('www-authenticate') ?? '')?.[1]?.split(' ') ?? []
    await response.text()
    expect(named.length).toBeGreaterThan(200)
    expect(named).toEqual(scopes.slice(0, named.length))
  })

  test('are named after those that every request needs, so that nobody who gets them has to ask again', async () => {
    verifies('AUTH-46')
    await start({ auth: Object.assign(auth.bind(undefined), { scopes: ['mcp', 'files:read'] }) })
    const response = await postModern(shell, 'tools/call', { name: 'save' }, { headers: { 'x-scopes': 'mcp' } })
    const named = challenge.replace('files:read files:write', 'mcp files:read files:write')
    expect(await refusalOf(response)).toEqual([403, named, 1, -32600])
  })

  test('are not checked without auth', async () => {
    const { ran } = await start({ auth: undefined })
    const response = await post(shell, { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'save' } })
    await response.text()
    const modern = await postModern(shell, 'tools/call', { name: 'save' })
    expect([modern.status, await modern.text(), ran.mock.calls.length]).toEqual([
      200,
      expect.stringContaining('done'),
      1,
    ])
  })
})
