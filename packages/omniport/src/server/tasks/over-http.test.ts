import { afterEach, describe, expect, test } from 'vitest'
import { verifies } from '#test/requirements/verifies.js'
import { createJob } from '#test/support/create-job.js'
import { defineServer } from '#test/support/define-server.js'
import { beginSession, initializeRequest, modernHeaders, modernRequest, post } from '#test/support/http-client.js'
import { httpShells, type OpenShell, type ShellRequest } from '#test/support/http-shells.js'
import { SseReader } from '#test/support/sse-reader.js'
import { metaKeys } from '../../protocol/meta/meta-keys.js'
import type { HttpOptions } from '../../transport/http/http-options.js'
import { tool } from '../tools/tool.js'

const auth: HttpOptions['auth'] = ({ headers }) => ({ id: headers.get('x-user') ?? '', scopes: [], claims: {} })
const ann = { 'x-user': 'ann' }
const bob = { 'x-user': 'bob' }
const declared = { extensions: { 'io.modelcontextprotocol/tasks': {} } }

interface Answer {
  readonly result?: Readonly<Record<string, unknown>>
  readonly error?: { readonly code: number }
}

const answerOf = async (response: Response) => (await response.json()) as Answer

describe.each(httpShells)('$shell', ({ open }) => {
  let shell: OpenShell
  afterEach(() => shell.close())

  const start = async (options?: HttpOptions) => {
    const { job, end } = createJob()
    const asking = tool({
      task: 'optional',
      run: async (_args, ctx) => (await ctx.roots()).map(({ uri }) => uri).join(),
    })
    const { server } = defineServer({ tools: { job, asking } })
    shell = await open(server, options)
    return { end }
  }

  /** A modern request of a client that declared the extension; `name` is the header. */
  const ask = (
    method: string,
    params: object,
    { name, ...request }: ShellRequest & { readonly name?: string | undefined } = {},
  ) => {
    const value = modernRequest(method, { ...params, _meta: { [metaKeys.clientCapabilities]: declared } })
    const headers = { ...modernHeaders(method, { ...params }), ...(name !== undefined && { 'mcp-name': name }) }
    return post(shell, value, { ...request, headers: { ...headers, ...request.headers } })
  }

  test.each([
    ['nobody is authenticated: then everybody could', undefined, {}, { cancel: {} }, -32601],
    ['the caller is known', auth, ann, { list: {}, cancel: {} }, undefined],
  ])('tasks can be listed or not, where %s', async (_name, how, headers, expected, code) => {
    verifies('TASK-01', 'TASK-21')
    await start({ auth: how })
    const { result } = await answerOf(await post(shell, initializeRequest('2025-11-25'), { headers }))
    expect(result?.['capabilities']).toMatchObject({ tasks: { ...expected, requests: { tools: { call: {} } } } })
    expect(Object.keys((result?.['capabilities'] as { tasks?: object } | undefined)?.tasks ?? {})).toEqual([
      ...Object.keys(expected),
      'requests',
    ])
    const session = await beginSession(shell, { headers })
    expect((await answerOf(await session.request('tasks/list'))).error?.code).toBe(code)
  })

  test('a task belongs to who made it', async () => {
    verifies('TASK-21', 'TASKX-31')
    await start({ auth })
    const [first, second] = [await beginSession(shell, { headers: ann }), await beginSession(shell, { headers: bob })]
    const { result } = await answerOf(await first.request('tools/call', { name: 'job', task: {} }))
    const { taskId } = (result?.['task'] as { taskId?: string } | undefined) ?? {}
    const seen = [
      await answerOf(await first.request('tasks/get', { taskId })),
      await answerOf(await second.request('tasks/get', { taskId })),
      await answerOf(await ask('tasks/get', { taskId }, { name: taskId, headers: ann })),
      await answerOf(await ask('tasks/get', { taskId }, { name: taskId, headers: bob })),
    ]
    expect(seen.map(({ result: task, error }) => task?.['status'] ?? error?.code)).toEqual([
      'working',
      -32602,
      'working',
      -32602,
    ])
  })

  test('Mcp-Name repeats the id of the task, once the server has tasks', async () => {
    verifies('TASKX-28')
    await start()
    const { result } = await answerOf(await ask('tools/call', { name: 'job' }))
    const taskId = String(result?.['taskId'])
    const answers = [
      await ask('tasks/get', { taskId }, { name: taskId }),
      await ask('tasks/get', { taskId }, { name: 'another' }),
      await ask('tasks/cancel', { taskId }),
      await ask('tasks/result', { taskId }),
    ]
    const codes = await Promise.all(answers.map(async (each) => [each.status, (await answerOf(each)).error?.code]))
    expect(codes).toEqual([
      [200, undefined],
      [400, -32020],
      [400, -32020],
      [404, -32601],
    ])
  })

  test('a question goes on the stream of tasks/result, and its answer to the task', async () => {
    verifies('TASK-15')
    await start()
    const session = await beginSession(shell, { capabilities: { roots: {} } })
    const { result } = await answerOf(await session.request('tools/call', { name: 'asking', task: {} }))
    const { taskId } = (result?.['task'] as { taskId?: string } | undefined) ?? {}
    const reader = new SseReader(await session.request('tasks/result', { taskId }, 2))
    const asked = (await reader.message()) as { readonly id: string; readonly method: string; readonly params?: object }
    expect([asked.method, asked.params]).toEqual([
      'roots/list',
      { _meta: { 'io.modelcontextprotocol/related-task': { taskId } } },
    ])
    await session.post({ jsonrpc: '2.0', id: asked.id, result: { roots: [{ uri: 'file:///a' }] } })
    expect(await reader.message()).toMatchObject({ id: 2, result: { content: [{ type: 'text', text: 'file:///a' }] } })
  })

  test('a subscription is a stream of whole tasks', async () => {
    verifies('TASKX-26')
    const { end } = await start()
    const { result } = await answerOf(await ask('tools/call', { name: 'job' }))
    const taskId = String(result?.['taskId'])
    const stop = new AbortController()
    const reader = new SseReader(
      await ask('subscriptions/listen', { notifications: { taskIds: [taskId] } }, { signal: stop.signal }),
    )
    const first = [await reader.message(), await reader.message()]
    end()
    const last = await reader.message()
    stop.abort()
    expect([...first, last]).toMatchObject([
      { method: 'notifications/subscriptions/acknowledged', params: { notifications: { taskIds: [taskId] } } },
      { method: 'notifications/tasks', params: { taskId, status: 'working' } },
      {
        method: 'notifications/tasks',
        params: { taskId, status: 'completed', result: { content: [{ text: 'done' }] } },
      },
    ])
  })
})
