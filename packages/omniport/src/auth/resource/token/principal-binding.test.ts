import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { verifies } from '#test/requirements/verifies.js'
import { createJob } from '#test/support/create-job.js'
import { defineServer } from '#test/support/define-server.js'
import { beginSession, initializeRequest, postHeaders, postModern } from '#test/support/http-client.js'
import { httpShells, type OpenShell, type ShellRequest } from '#test/support/http-shells.js'
import { SseReader } from '#test/support/sse-reader.js'
import { metaKeys } from '../../../protocol/meta/meta-keys.js'
import { tool } from '../../../server/tools/tool.js'
import type { HttpOptions } from '../../../transport/http/http-options.js'
import { audience, createIssuer, type Issuer, issuer } from '../fixtures/create-issuer.js'
import { jwtAuth } from '../jwt/jwt-auth.js'

const capabilities = { elicitation: { form: {} }, extensions: { 'io.modelcontextprotocol/tasks': {} } }

let source: Issuer
let [ada, adaLater, adaElsewhere, bob] = ['', '', '', '']
beforeAll(async () => {
  source = await createIssuer()
  ada = await source.sign({ jti: '1' })
  adaLater = await source.sign({ jti: '2', exp: 1_800_000_900, scope: 'mcp more' })
  adaElsewhere = await source.sign({ jti: '3', iat: 1_799_999_990 })
  bob = await source.sign({ sub: 'bob' })
})

const as = (token: string) => ({ authorization: `Bearer ${token}` })

describe.each(httpShells)('what one principal has, over $shell,', ({ open }) => {
  let shell: OpenShell
  afterEach(() => shell.close())
  const start = async (options: HttpOptions = {}) => {
    const { fetch, runtime } = source
    const { job } = createJob()
    const ask = tool({
      run: async (_args, ctx) => {
        const schema = { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] } as const
        const { content } = await ctx.elicit('Who?', schema)
        return `hello ${String(content?.['name'])}`
      },
    })
    const { server } = defineServer({ tools: { job, ask } })
    shell = await open(server, { auth: jwtAuth({ issuer, audience, fetch, runtime }), ...options })
  }
  const statusOf = async (sent: Promise<Response>) => {
    const response = await sent
    await response.body?.cancel()
    return response.status
  }
  const modern = async (method: string, params: Readonly<Record<string, unknown>>, token: string) => {
    const given = { ...params, _meta: { [metaKeys.clientCapabilities]: capabilities } }
    const named = 'taskId' in params ? { 'mcp-name': String(params['taskId']) } : {}
    return (await postModern(shell, method, given, { headers: { ...as(token), ...named } })).json()
  }

  test.each([
    ['a session', {}],
    ['a session that nobody keeps', { sessions: false }],
  ])('%s, is of no use to another, and stays with a new token', async (name, options) => {
    verifies('SEC-08')
    await start(options)
    const session = await beginSession(shell, { headers: as(ada) })
    const ping = (token: string) =>
      statusOf(
        session.post({ jsonrpc: '2.0', id: 1, method: 'ping' }, { headers: { ...session.headers, ...as(token) } }),
      )
    expect([await ping(bob), await ping(ada), await ping(adaLater)]).toEqual([404, 200, 200])
    const send = (request: ShellRequest) =>
      statusOf(shell.send({ ...request, headers: { ...session.headers, ...as(bob), accept: 'text/event-stream' } }))
    const gone = name === 'a session' ? 404 : 405
    expect([await send({ method: 'GET' }), await send({ method: 'DELETE' })]).toEqual([gone, gone])
  })

  test('the streams of a session, cannot be resumed by another', async () => {
    verifies('SEC-08')
    await start()
    const session = await beginSession(shell, { headers: as(ada) })
    const stream = new SseReader(await session.get())
    const last = (await stream.next())?.id ?? ''
    const others = { headers: { ...session.headers, ...as(bob) } }
    expect(await statusOf(session.get(last, others))).toBe(404)
    await stream.cancel()
  })

  test('a question to it, is not answered by another', async () => {
    verifies('SEC-08', 'ELI-24')
    await start()
    const session = await beginSession(shell, { headers: as(ada), capabilities: { elicitation: { form: {} } } })
    const stream = new SseReader(await session.request('tools/call', { name: 'ask' }))
    const question = (await stream.message()) as { readonly id?: unknown }
    const answer = (name: string) => ({
      jsonrpc: '2.0',
      id: question.id,
      result: { action: 'accept', content: { name } },
    })
    const others = await beginSession(shell, { headers: as(bob) })
    expect(await statusOf(session.post(answer('bob'), { headers: { ...session.headers, ...as(bob) } }))).toBe(404)
    expect(await statusOf(others.post(answer('bob')))).toBe(202)
    expect(await statusOf(session.post(answer('ada'), { headers: { ...session.headers, ...as(adaLater) } }))).toBe(202)
    expect(await stream.message()).toMatchObject({ result: { content: [{ text: 'hello ada' }] } })
  })

  test('the stream of 2024-11-05, takes messages of nobody else', async () => {
    verifies('SEC-08')
    await start()
    const stream = new SseReader(
      await shell.send({ method: 'GET', path: '/sse', headers: { ...as(ada), accept: 'text/event-stream' } }),
    )
    const path = (await stream.next())?.data ?? ''
    const send = (token: string) =>
      statusOf(
        shell.send({
          path,
          headers: { ...postHeaders, ...as(token) },
          body: JSON.stringify(initializeRequest('2024-11-05')),
        }),
      )
    expect([await send(bob), await send(adaLater)]).toEqual([404, 202])
    await stream.cancel()
  })

  test('the state of a request, is of no use to another, and stays with a new token', async () => {
    verifies('SEC-09', 'MRTR-10')
    await start()
    const { result } = await modern('tools/call', { name: 'ask' }, ada)
    const [key = ''] = Object.keys(result.inputRequests)
    const inputResponses = { [key]: { action: 'accept', content: { name: 'x' } } }
    const retry = { name: 'ask', requestState: result.requestState, inputResponses }
    expect((await modern('tools/call', retry, bob)).error.code).toBe(-32602)
    expect((await modern('tools/call', retry, adaLater)).result.content).toEqual([{ type: 'text', text: 'hello x' }])
  })

  test('a task, is unknown to another, and stays with a new token', async () => {
    verifies('TASK-21', 'TASKX-31')
    await start()
    const { result } = await modern('tools/call', { name: 'job' }, ada)
    const task = { taskId: result.taskId }
    for (const method of ['tasks/get', 'tasks/cancel', 'tasks/update']) {
      const { error } = await modern(method, { ...task, ...(method === 'tasks/update' && { inputResponses: {} }) }, bob)
      expect([method, error.code]).toEqual([method, -32602])
    }
    expect((await modern('tasks/get', task, adaElsewhere)).result.status).toBe('working')
    expect((await modern('tasks/get', task, adaLater)).result.status).toBe('working')
  })
})
