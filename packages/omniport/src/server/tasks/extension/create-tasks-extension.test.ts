import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { verifies } from '#test/requirements/verifies.js'
import { asPrincipal } from '#test/support/as-principal.js'
import { connectRaw, type RawConnection } from '#test/support/connect-raw.js'
import { createJob } from '#test/support/create-job.js'
import { type DefineOptions, defineServer } from '#test/support/define-server.js'
import { RpcError } from '../../../jsonrpc/messages/rpc-error.js'
import { metaKeys } from '../../../protocol/meta/meta-keys.js'
import { revisions } from '../../../protocol/revisions/revision.js'
import { createMemoryTasks } from '../../../store/memory/memory-tasks.js'
import { type AnyTool, tool } from '../../tools/tool.js'
import { ToolError } from '../../tools/tool-error.js'

const id = 'io.modelcontextprotocol/tasks'
const declared = { extensions: { [id]: {} }, elicitation: { form: {} } }
const missing = { requiredCapabilities: { extensions: { [id]: {} } } }
const serverInfo = { [metaKeys.serverInfo]: { name: 's', version: '1' } }
const complete = { resultType: 'complete', _meta: serverInfo }
const time = '1970-01-01T00:00:00.000Z'
const text = (words: string) => [{ type: 'text', text: words }]

const city = z.object({ city: z.string() })

/** Tasks that end when they are told to, and tools around them. */
function defineJobs(more: Readonly<Record<string, AnyTool>> = {}, options: DefineOptions = {}) {
  const { job, end } = createJob()
  const quick = tool({ task: 'optional', run: () => 'ran' })
  const must = tool({ task: 'required', run: () => 'ran' })
  const plain = tool({ run: () => 'ran' })
  const asking = tool({
    task: 'optional',
    async run(_args, ctx) {
      const { action, content } = await ctx.elicit('Which city?', city, { key: 'city' })
      return `${action} ${content?.city}`
    },
  })
  const { server, runtime } = defineServer({ tools: { job, quick, must, plain, asking, ...more }, ...options })
  return { server, runtime, end }
}

const connect = (target: Parameters<typeof connectRaw>[0], capabilities: object = declared) =>
  connectRaw(target, { revision: '2026-07-28', capabilities: { ...capabilities } })

const start = async (connection: RawConnection, name: string) => {
  const { result, error } = await connection.request('tools/call', { name })
  return { result, error, taskId: String(result?.['taskId']) }
}

function taskIdOf(task: unknown): string {
  return String((task as { readonly taskId?: unknown } | undefined)?.taskId)
}

/** The task as soon as it is in another status. */
async function statusOtherThan(connection: RawConnection, taskId: string, status: string) {
  for (;;) {
    const { result } = await connection.request('tasks/get', { taskId })
    if (result?.['status'] !== status) return result
    await connection.settle()
  }
}

describe('the extension', () => {
  test.each(revisions)('is declared at 2026-07-28, and not at %s if that is older', async (revision) => {
    verifies('TASKX-01', 'TASKX-02', 'TASKX-29')
    const isModern = revision === '2026-07-28'
    const { request, close } = await connectRaw(defineJobs().server, { revision, handshake: 'none' })
    const params = { protocolVersion: revision, capabilities: {}, clientInfo: { name: 'c', version: '1' } }
    const { result } = await (isModern ? request('server/discover') : request('initialize', params))
    expect(result?.['capabilities']).toEqual({
      logging: {},
      tools: { listChanged: true },
      ...(isModern && { extensions: { [id]: {} } }),
      ...(revision === '2025-11-25' && { tasks: expect.anything() }),
    })
    close()
  })

  test('is there from the first tool that can go on as a task on, and its methods with it', async () => {
    verifies('VER-32')
    const { server } = defineServer({ tools: { plain: tool({ run: () => '' }) } })
    const { request, close } = await connect(server)
    const before = await request('tasks/get', { taskId: 'a' })
    const nameParamsBefore = [...(server.environment.nameParams ?? [])]
    server.tools.set('job', tool({ task: 'required', run: () => '' }))
    const after = await request('tasks/get', { taskId: 'a' })
    expect([before.error?.code, nameParamsBefore, after.error?.code]).toEqual([-32601, [], -32602])
    expect(Object.fromEntries(server.environment.nameParams ?? [])).toEqual({
      'tasks/get': 'taskId',
      'tasks/update': 'taskId',
      'tasks/cancel': 'taskId',
    })
    close()
  })

  test('is there when a server with tasks is mounted', async () => {
    const { server } = defineServer()
    server.mount('inner', defineJobs().server)
    const connection = await connect(server)
    const { result } = await start(connection, 'inner_must')
    expect(result).toMatchObject({ resultType: 'task', status: 'working' })
    connection.close()
  })
})

describe('a call', () => {
  test('of a tool with task support is answered with the task', async () => {
    verifies('TASKX-03', 'TASKX-07', 'TASKX-08', 'TASKX-29')
    const connection = await connect(defineJobs().server)
    const { result, taskId } = await start(connection, 'job')
    expect(result).toEqual({
      taskId,
      status: 'working',
      createdAt: time,
      lastUpdatedAt: time,
      ttlMs: 86_400_000,
      pollIntervalMs: 100,
      resultType: 'task',
      _meta: serverInfo,
    })
    connection.close()
  })

  test('is served at once where no more tasks can be made, if it may be', async () => {
    const { server, end } = defineJobs({}, { limits: { tasksPerPrincipal: 1 } })
    const connection = await connect(server)
    await start(connection, 'job')
    const [quick, must] = [await start(connection, 'quick'), await start(connection, 'must')]
    expect(quick.result).toEqual({ content: text('ran'), ...complete })
    expect(must.error).toEqual({ code: -32603, message: 'Too many tasks: the limit tasksPerPrincipal is 1' })
    end()
    await connection.settle()
    expect((await start(connection, 'must')).result).toMatchObject({ resultType: 'task' })
    connection.close()
  })

  test('of a tool without is served at once, whatever it wishes', async () => {
    verifies('TASKX-29')
    const connection = await connect(defineJobs().server)
    const { result } = await connection.request('tools/call', { name: 'plain', task: { ttl: -1 } })
    expect(result).toEqual({ content: text('ran'), ...complete })
    connection.close()
  })

  test.each([{}, { extensions: {} }, { extensions: { [id]: true } }, { tasks: { requests: { tools: { call: {} } } } }])(
    'of a client that declared %j is never a task',
    async (capabilities) => {
      verifies('TASKX-04', 'TASKX-05', 'TOOL-34')
      const ran: string[] = []
      const must = tool({ task: 'required', before: () => void ran.push('before'), run: () => void ran.push('run') })
      const connection = await connect(defineJobs({ must }).server, capabilities)
      const quick = await connection.request('tools/call', { name: 'quick', task: {} })
      const required = await connection.request('tools/call', { name: 'must', task: {} })
      expect([quick.result, required.error, ran]).toEqual([
        { content: text('ran'), ...complete },
        { code: -32021, message: `must can only be called with the extension ${id}`, data: missing },
        [],
      ])
      connection.close()
    },
  )

  test('counts with what it declares itself, not with what others did', async () => {
    verifies('TASKX-01', 'TASKX-04')
    const connection = await connect(defineJobs().server, {})
    const _meta = { [metaKeys.clientCapabilities]: declared }
    const results = [
      await connection.request('tools/call', { name: 'quick', _meta }),
      await connection.request('tools/call', { name: 'quick' }),
    ]
    expect(results.map(({ result }) => result?.['resultType'])).toEqual(['task', 'complete'])
    connection.close()
  })

  test('is asked first what the tool asks before there is a task', async () => {
    verifies('TASKX-10')
    const before = tool({
      task: 'required',
      before: async (_args, ctx) => (await ctx.elicit('Which city?', city, { key: 'city' })).content?.city,
      run: (_args, _ctx, name) => `in ${String(name)}`,
    })
    const connection = await connect(defineJobs({ before }).server)
    const { result: asked } = await connection.request('tools/call', { name: 'before' })
    const inputResponses = { city: { action: 'accept', content: { city: 'Oslo' } } }
    const { result } = await connection.request('tools/call', {
      name: 'before',
      inputResponses,
      requestState: asked?.['requestState'],
    })
    const taskId = String(result?.['taskId'])
    const done = await statusOtherThan(connection, taskId, 'working')
    expect([asked?.['resultType'], asked?.['taskId'], result?.['resultType'], result?.['requestState']]).toEqual([
      'input_required',
      undefined,
      'task',
      undefined,
    ])
    expect(done?.['result']).toMatchObject({ content: text('in Oslo') })
    connection.close()
  })

  test('that the tool refuses before there is a task is answered with its result', async () => {
    const before = () => Promise.reject(new ToolError('Not on Sundays'))
    const closed = tool({ task: 'required', before, run: () => '' })
    const connection = await connect(defineJobs({ closed }).server)
    expect((await start(connection, 'closed')).result).toEqual({
      content: text('Not on Sundays'),
      isError: true,
      ...complete,
    })
    connection.close()
  })
})

describe('tasks/get', () => {
  const it = (run: () => unknown) => ({ it: tool({ task: 'optional', run: run as () => string }) })
  const failed = () => Promise.reject(new RpcError(-32002, 'not here', { a: 1 }))

  test.each<[string, () => unknown, object]>([
    ['a result', () => 'a', { status: 'completed', result: { content: text('a'), ...complete } }],
    [
      'a value of any shape',
      () => ({ content: [], structuredContent: [1] }),
      { status: 'completed', result: { content: [], structuredContent: [1], ...complete } },
    ],
    [
      'an error of the tool',
      () => Promise.reject(new ToolError('no')),
      { status: 'completed', result: { content: text('no'), isError: true, ...complete } },
    ],
    [
      'an error of the protocol, in the numbers of the revision',
      failed,
      { status: 'failed', statusMessage: 'not here', error: { code: -32602, message: 'not here', data: { a: 1 } } },
    ],
  ])('has in line what came of it: %s', async (_name, run, expected) => {
    verifies('TASKX-11', 'TASKX-12', 'TASKX-23')
    const connection = await connect(defineJobs(it(run)).server)
    const { taskId } = await start(connection, 'it')
    expect(await statusOtherThan(connection, taskId, 'working')).toEqual({
      taskId,
      createdAt: time,
      lastUpdatedAt: time,
      ttlMs: 86_400_000,
      ...expected,
      ...complete,
    })
    connection.close()
  })

  test('answers at once while the task works', async () => {
    verifies('TASKX-07', 'TASKX-11', 'TASKX-12')
    const connection = await connect(defineJobs().server)
    const { taskId, result } = await start(connection, 'job')
    expect((await connection.request('tasks/get', { taskId })).result).toEqual({ ...result, ...complete })
    connection.close()
  })

  test.each([
    ['tasks/get', {}],
    ['tasks/update', { inputResponses: {} }],
    ['tasks/cancel', {}],
  ])(
    'and the like: %s refuses ids it does not know, and clients that did not declare the extension',
    async (method, more) => {
      verifies('TASKX-24', 'TASKX-25', 'TASKX-31')
      const { server } = defineJobs()
      const [ann, bob] = await Promise.all([connect(asPrincipal(server, 'ann')), connect(asPrincipal(server, 'bob'))])
      const plain = await connect(asPrincipal(server, 'ann'), {})
      const { taskId } = await start(ann, 'job')
      const answers = [
        await ann.request(method, { taskId: 'unknown', ...more }),
        await ann.request(method, { taskId: 1, ...more }),
        await bob.request(method, { taskId, ...more }),
        await plain.request(method, { taskId, ...more }),
        await ann.request(method, { taskId, ...more }),
      ]
      expect(answers.map(({ error }) => error?.code)).toEqual([-32602, -32602, -32602, -32021, undefined])
      expect(answers[3]?.error?.data).toEqual(missing)
      for (const connection of [ann, bob, plain]) connection.close()
    },
  )

  test.each(['tasks/result', 'tasks/list', 'tasks/pause'])('is all there is: %s is not', async (method) => {
    verifies('TASKX-29')
    const connection = await connect(defineJobs().server)
    const { taskId } = await start(connection, 'job')
    expect((await connection.request(method, { taskId })).error?.code).toBe(-32601)
    connection.close()
  })
})

describe('tasks/update', () => {
  test('takes the answers to what tasks/get asks', async () => {
    verifies('TASKX-12', 'TASKX-19', 'TASKX-20')
    const connection = await connect(defineJobs().server)
    const { taskId } = await start(connection, 'asking')
    const asked = await statusOtherThan(connection, taskId, 'working')
    expect(asked).toMatchObject({
      status: 'input_required',
      inputRequests: {
        city: {
          method: 'elicitation/create',
          params: {
            mode: 'form',
            message: 'Which city?',
            requestedSchema: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
          },
        },
      },
    })
    const ignored = { other: { action: 'accept' }, constructor: {} }
    const acks = [
      await connection.request('tasks/update', { taskId, inputResponses: ignored }),
      await connection.request('tasks/update', { taskId, inputResponses: { city: { action: 'decline' } } }),
    ]
    expect(acks.map(({ result }) => result)).toEqual([complete, complete])
    const done = await statusOtherThan(connection, taskId, 'working')
    expect(done?.['result']).toMatchObject({ content: text('decline undefined') })
    connection.close()
  })

  test.each([undefined, null, [], 'yes'])('refuses %j as answers', async (inputResponses) => {
    const connection = await connect(defineJobs().server)
    const { taskId } = await start(connection, 'asking')
    expect((await connection.request('tasks/update', { taskId, inputResponses })).error).toEqual({
      code: -32602,
      message: 'params.inputResponses must be an object',
    })
    connection.close()
  })
})

describe('tasks/cancel', () => {
  test('is acknowledged, and again for a task that ended', async () => {
    verifies('TASKX-21')
    const connection = await connect(defineJobs().server)
    const { taskId } = await start(connection, 'job')
    const acks = [
      await connection.request('tasks/cancel', { taskId }),
      await connection.request('tasks/cancel', { taskId }),
    ]
    expect(acks.map(({ result }) => result)).toEqual([complete, complete])
    expect((await statusOtherThan(connection, taskId, 'working'))?.['status']).toBe('cancelled')
    connection.close()
  })

  test('alone cancels a task: giving up the request that made it does not', async () => {
    verifies('TASKX-22')
    const { server, end } = defineJobs()
    const connection = await connect(server)
    const { result } = await connection.request('tools/call', { name: 'job' }, 'C')
    connection.notify('notifications/cancelled', { requestId: 'C' })
    await connection.settle()
    end()
    const done = await statusOtherThan(connection, String(result?.['taskId']), 'working')
    expect(done?.['status']).toBe('completed')
    connection.close()
  })
})

describe('a task of 2025-11-25', () => {
  test('is one for the extension too, and the other way round', async () => {
    verifies('TASKX-30', 'TASKX-32')
    const { server } = defineJobs()
    const core = await connectRaw(server)
    const modern = await connect(server)
    const { result: made } = await core.request('tools/call', { name: 'must', task: {} })
    const ofCore = taskIdOf(made?.['task'])
    const { taskId: ofExtension } = await start(modern, 'must')
    const result = await core.request('tasks/result', { taskId: ofExtension })
    const done = await statusOtherThan(modern, ofCore, 'working')
    expect([result.result, done?.['result']]).toMatchObject([{ content: text('ran') }, { content: text('ran') }])
    const { result: list } = await core.request('tasks/list')
    expect(list?.['tasks']).toMatchObject([{ taskId: ofCore }, { taskId: ofExtension }])
    for (const connection of [core, modern]) connection.close()
  })
})

const mark = { [metaKeys.subscriptionId]: 'L' }

async function listen(connection: RawConnection, notifications: object) {
  const answer = connection.request('subscriptions/listen', { notifications }, 'L')
  await connection.settle()
  return answer
}

describe('a subscription', () => {
  test('to tasks of the caller hears how they stand and how they go on, as tasks/get would tell', async () => {
    verifies('TASKX-26', 'TASKX-27')
    const { server, end } = defineJobs()
    const connection = await connect(server)
    const other = await start(connection, 'job')
    const { taskId, result } = await start(connection, 'job')
    void listen(connection, { taskIds: [taskId, 'unknown', taskId] })
    await connection.settle()
    const { resultType: _type, _meta, ...working } = result ?? {}
    const notification = (params: object) => ({
      jsonrpc: '2.0',
      method: 'notifications/tasks',
      params: { ...params, _meta: mark },
    })
    expect(connection.messages.splice(0)).toEqual([
      {
        jsonrpc: '2.0',
        method: 'notifications/subscriptions/acknowledged',
        params: { notifications: { taskIds: [taskId] }, _meta: mark },
      },
      notification(working),
    ])
    end()
    end()
    await statusOtherThan(connection, other.taskId, 'working')
    const done = (await statusOtherThan(connection, taskId, 'working')) ?? {}
    await connection.settle()
    const { resultType: _completeType, _meta: _completeMeta, ...completed } = done
    expect(connection.messages).toEqual([notification(completed)])
    connection.close()
  })

  test.each([
    ['by who did not declare the extension', {}, ['a'], -32021],
    ['with what is no list', declared, 'a', -32602],
    ['with what is no id', declared, [1], -32602],
    ['with too many', declared, Array.from({ length: 1_025 }, () => 'a'), -32602],
  ])('to tasks %s is refused', async (_name, capabilities, taskIds, code) => {
    verifies('TASKX-25')
    const connection = await connect(defineJobs().server, capabilities)
    const { error } = await listen(connection, { taskIds })
    expect([error?.code, connection.messages]).toEqual([code, []])
    connection.close()
  })

  test('to tasks that cannot be read is refused', async () => {
    const store = createMemoryTasks({ clock: { now: () => 0, after: () => () => {} } })
    store.get = () => Promise.reject(new Error('the store is down'))
    const connection = await connect(defineJobs({}, { stores: { tasks: store } }).server)
    const { error } = await listen(connection, { taskIds: ['0'.repeat(32)] })
    expect([error?.code, connection.messages]).toEqual([-32603, []])
    connection.close()
  })

  test('without tasks asks for no extension', async () => {
    const connection = await connect(defineJobs().server, {})
    void listen(connection, { toolsListChanged: true })
    await connection.settle()
    expect(connection.messages[0]?.params).toEqual({ notifications: { toolsListChanged: true }, _meta: mark })
    connection.close()
  })
})
