import { describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { verifies } from '#test/requirements/verifies.js'
import { asPrincipal } from '#test/support/as-principal.js'
import { connectRaw, type Message, type RawConnection } from '#test/support/connect-raw.js'
import { createJob } from '#test/support/create-job.js'
import { defineServer } from '#test/support/define-server.js'
import { RpcError } from '../../../jsonrpc/messages/rpc-error.js'
import { revisions } from '../../../protocol/revisions/revision.js'
import type { Context } from '../../requests/context.js'
import { type AnyTool, tool } from '../../tools/tool.js'
import { ToolError } from '../../tools/tool-error.js'

const time = '1970-01-01T00:00:00.000Z'
const wait = 100

/** Tasks that end when they are told to. */
function defineJobs(more: Readonly<Record<string, AnyTool>> = {}, limits: Readonly<Record<string, number>> = {}) {
  const { job, end } = createJob()
  const must = tool({ task: 'required', run: () => 'ran' })
  const plain = tool({ run: () => 'ran' })
  const { server, runtime, logger } = defineServer({ tools: { job, must, plain, ...more }, limits })
  return { server, runtime, logger, end }
}

const call = (connection: RawConnection, name: string, task: object = {}) =>
  connection.request('tools/call', { name, task }).then(({ result, error }) => {
    return { result, error, taskId: (result?.['task'] as { taskId?: string } | undefined)?.taskId ?? '' }
  })
const related = (taskId: string) => ({ 'io.modelcontextprotocol/related-task': { taskId } })
const text = (words: string) => [{ type: 'text', text: words }]

function tasksOf(result: Message['result'] = {}): readonly { readonly taskId: string }[] {
  return result['tasks'] as readonly { readonly taskId: string }[]
}

/** The ids of questions that the server gave up. */
function givenUp({ messages }: RawConnection): readonly unknown[] {
  return messages
    .filter(({ method }) => method === 'notifications/cancelled')
    .map(({ params }) => params?.['requestId'])
}

/** The next question of the server. */
async function question(connection: RawConnection): Promise<Message> {
  for (;;) {
    const asked = connection.messages.find(({ id, method }) => id !== undefined && method !== undefined)
    if (asked !== undefined) {
      connection.messages.splice(connection.messages.indexOf(asked), 1)
      return asked
    }
    await connection.settle()
  }
}

const tree = { cancel: {}, requests: { tools: { call: {} } } }

describe('the capability', () => {
  test.each(revisions.slice(0, -1))('is what %s knows', async (revision) => {
    verifies('TASK-01', 'TASKX-02')
    const { server } = defineJobs()
    const { request, close } = await connectRaw(server, { revision, handshake: 'none' })
    const params = { protocolVersion: revision, capabilities: {}, clientInfo: { name: 'c', version: '1' } }
    const { result } = await request('initialize', params)
    const base = { logging: {}, tools: { listChanged: true } }
    const expected = revision === '2025-11-25' ? { ...base, tasks: { list: {}, ...tree } } : base
    expect(result?.['capabilities']).toEqual(expected)
    close()
  })

  test('comes with the first tool that can go on as a task, and stays', async () => {
    verifies('TASK-01', 'TASK-03', 'VER-32')
    const { server } = defineServer({ tools: { plain: tool({ run: () => 'ran' }) } })
    const capabilities = async () => {
      const { request, close } = await connectRaw(server, { handshake: 'none' })
      const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'c', version: '1' } }
      const { result } = await request('initialize', params)
      close()
      return (result?.['capabilities'] as object | undefined) ?? {}
    }
    const before = 'tasks' in (await capabilities())
    server.tools.set('job', tool({ task: 'optional', run: () => '' }))
    const between = 'tasks' in (await capabilities())
    server.tools.delete('job')
    expect([before, between, 'tasks' in (await capabilities())]).toEqual([false, true, true])
  })
})

describe('a call', () => {
  test('with a wish for a task is answered with the task', async () => {
    verifies('TASK-08', 'TASK-10', 'TASK-11', 'TASK-14')
    const connection = await connectRaw(defineJobs().server)
    const { result, taskId } = await call(connection, 'job', { ttl: 60_000 })
    expect(result).toEqual({
      task: { taskId, status: 'working', createdAt: time, lastUpdatedAt: time, ttl: 60_000, pollInterval: wait },
      _meta: related(taskId),
    })
    expect(taskId).toMatch(/^[0-9a-f]{32}$/)
    connection.close()
  })

  test.each([
    [
      'of a tool that goes on as a task only, without a wish',
      'must',
      undefined,
      -32601,
      'must can only be called as a task',
    ],
    ['of a tool that does not', 'plain', {}, -32601, 'plain cannot be called as a task'],
    ['with a wish that is none', 'job', 'yes', -32602, 'params.task must be an object'],
    [
      'with a time that is none',
      'job',
      { ttl: -1 },
      -32602,
      'params.task.ttl must be a whole number of milliseconds, 0 or more',
    ],
  ])('%s is refused', async (_name, name, task, code, message) => {
    verifies('TASK-06', 'TOOL-34')
    const connection = await connectRaw(defineJobs().server)
    expect((await connection.request('tools/call', { name, task })).error).toEqual({ code, message })
    connection.close()
  })

  test('that the tool refuses before there is a task is an error with its words', async () => {
    const before = () => Promise.reject(new ToolError('Not on Sundays'))
    const { server } = defineJobs({ prepared: tool({ task: 'optional', before, run: () => '' }) })
    const connection = await connectRaw(server)
    expect((await call(connection, 'prepared')).error).toEqual({ code: -32602, message: 'Not on Sundays' })
    connection.close()
  })

  test('without a wish is served at once', async () => {
    const { server } = defineJobs({ quick: tool({ task: 'optional', run: () => 'ran' }) })
    const connection = await connectRaw(server)
    expect((await connection.request('tools/call', { name: 'quick' })).result).toEqual({ content: text('ran') })
    connection.close()
  })

  test('to a server without tasks is served at once, whatever it wishes', async () => {
    verifies('TASK-03')
    const { server } = defineServer({ tools: { plain: tool({ run: () => 'ran' }) } })
    const connection = await connectRaw(server)
    const { result } = await connection.request('tools/call', { name: 'plain', task: 'yes' })
    expect(result).toEqual({ content: text('ran') })
    connection.close()
  })

  test.each(['2024-11-05', '2025-03-26', '2025-06-18'] as const)('is never a task at %s', async (revision) => {
    verifies('TASK-03', 'TOOL-34')
    const connection = await connectRaw(defineJobs().server, { revision })
    const { result } = await connection.request('tools/call', { name: 'must', task: {} })
    const { error } = await connection.request('tasks/list')
    expect([result, error?.code]).toEqual([{ content: text('ran') }, -32601])
    connection.close()
  })

  test('is no task because of an extension that the revision does not know', async () => {
    verifies('TASKX-02')
    const capabilities = { extensions: { 'io.modelcontextprotocol/tasks': {} } }
    const connection = await connectRaw(defineJobs().server, { capabilities })
    const { error } = await connection.request('tools/call', { name: 'must' })
    const { error: update } = await connection.request('tasks/update', { taskId: '', inputResponses: {} })
    expect([error?.code, update?.code]).toEqual([-32601, -32601])
    connection.close()
  })
})

describe('tasks/get', () => {
  test('tells how the task stands', async () => {
    verifies('TASK-09', 'TASK-10', 'TASK-14')
    const { server, runtime, end } = defineJobs()
    const connection = await connectRaw(server)
    const { taskId } = await call(connection, 'job', { ttl: 60_000 })
    const working = await connection.request('tasks/get', { taskId, _meta: related('another') })
    runtime.advance(1_000)
    end()
    await connection.request('tasks/result', { taskId })
    const completed = await connection.request('tasks/get', { taskId })
    const task = { taskId, status: 'working', createdAt: time, lastUpdatedAt: time, ttl: 60_000, pollInterval: wait }
    const { pollInterval: _poll, ...rest } = task
    expect([working.result, completed.result]).toEqual([
      task,
      { ...rest, status: 'completed', lastUpdatedAt: '1970-01-01T00:00:01.000Z' },
    ])
    connection.close()
  })

  test.each(['tasks/get', 'tasks/cancel', 'tasks/result'])(
    'and the like: %s refuses ids it does not know',
    async (method) => {
      verifies('TASK-20')
      const connection = await connectRaw(defineJobs().server)
      const answers = [
        await connection.request(method, { taskId: '0'.repeat(32) }),
        await connection.request(method, { taskId: 'constructor' }),
        await connection.request(method, { taskId: 1 }),
        await connection.request(method),
      ]
      expect(answers.map(({ error }) => error?.code)).toEqual([-32602, -32602, -32602, -32602])
      connection.close()
    },
  )

  test('refuses the tasks of others', async () => {
    verifies('TASK-21', 'TASKX-31')
    const { server } = defineJobs()
    const [ann, bob] = await Promise.all([
      connectRaw(asPrincipal(server, 'ann')),
      connectRaw(asPrincipal(server, 'bob')),
    ])
    const { taskId } = await call(ann, 'job')
    const seen = [await ann.request('tasks/get', { taskId }), await bob.request('tasks/get', { taskId })]
    const lists = [await ann.request('tasks/list'), await bob.request('tasks/list')]
    expect(seen.map(({ result, error }) => result?.['taskId'] ?? error)).toEqual([
      taskId,
      { code: -32602, message: 'Unknown task' },
    ])
    expect(lists.map(({ result }) => tasksOf(result).length)).toEqual([1, 0])
    for (const connection of [ann, bob]) connection.close()
  })
})

describe('tasks/list', () => {
  test('gives the tasks of the caller, a page at a time', async () => {
    verifies('TASK-17')
    const job = tool({
      task: 'optional',
      run: (_args, { signal }) => new Promise<string>((_, reject) => signal.addEventListener('abort', reject)),
    })
    const { server } = defineServer({ tools: { job }, pageSize: 2 })
    const connection = await connectRaw(server)
    const ids = [
      (await call(connection, 'job')).taskId,
      (await call(connection, 'job')).taskId,
      (await call(connection, 'job')).taskId,
    ]
    const first = await connection.request('tasks/list')
    const second = await connection.request('tasks/list', { cursor: first.result?.['nextCursor'] })
    const listed = [first, second].map(({ result }) => tasksOf(result))
    const { result: got } = await connection.request('tasks/get', { taskId: ids[0] })
    expect([listed.map((tasks) => tasks.map(({ taskId }) => taskId)), second.result?.['nextCursor']]).toEqual([
      [ids.slice(0, 2), ids.slice(2)],
      undefined,
    ])
    expect(listed[0]?.[0]).toEqual(got)
    connection.close()
  })

  test.each(['', 'nope', '0'.repeat(32)])('refuses the cursor %j', async (cursor) => {
    verifies('TASK-20', 'PAG-06')
    const connection = await connectRaw(defineJobs().server)
    expect((await connection.request('tasks/list', { cursor })).error?.code).toBe(-32602)
    connection.close()
  })
})

describe('tasks/cancel', () => {
  test('ends the task before it answers, for good', async () => {
    verifies('TASK-16')
    const { server, end } = defineJobs()
    const connection = await connectRaw(server)
    const { taskId } = await call(connection, 'job')
    const { result } = await connection.request('tasks/cancel', { taskId })
    end()
    await connection.settle()
    const again = await connection.request('tasks/cancel', { taskId })
    const after = await connection.request('tasks/get', { taskId })
    expect([result?.['status'], again.error, after.result?.['status']]).toEqual([
      'cancelled',
      { code: -32602, message: 'The task is cancelled already' },
      'cancelled',
    ])
    expect((await connection.request('tasks/result', { taskId })).error).toEqual({
      code: -32603,
      message: 'The task was cancelled',
    })
    connection.close()
  })
})

test('a task is ended by tasks/cancel only: a cancellation of the call that made it leaves it alone', async () => {
  verifies('CAN-04')
  const { server, end } = defineJobs()
  const connection = await connectRaw(server)
  const made = await connection.request('tools/call', { name: 'job', task: {} }, 'made')
  const { taskId = '' } = (made.result?.['task'] ?? {}) as { readonly taskId?: string }
  for (const requestId of ['made', taskId]) connection.notify('notifications/cancelled', { requestId })
  await connection.settle()
  const status = async () => (await connection.request('tasks/get', { taskId })).result?.['status']
  expect(await status()).toBe('working')
  end()
  await connection.settle()
  expect(await status()).toBe('completed')
  const { result } = await connection.request('tasks/result', { taskId })
  expect(result?.['content']).toEqual(text('done'))
  connection.close()
})

describe('tasks/result', () => {
  test.each<[string, () => unknown, string, object]>([
    ['a result', () => 'a', 'completed', { content: text('a') }],
    [
      'bytes',
      () => [{ type: 'image', data: new Uint8Array([1]), mimeType: 'image/png' }],
      'completed',
      { content: [{ type: 'image', data: 'AQ==', mimeType: 'image/png' }] },
    ],
    [
      'a value that the revision has no place for',
      () => ({ content: text('a'), structuredContent: [1] }),
      'completed',
      { content: text('a') },
    ],
    [
      'its own _meta',
      () => ({ content: [], _meta: { 'com.example/a': 1 } }),
      'completed',
      { content: [], _meta: { 'com.example/a': 1 } },
    ],
    [
      'an error of the tool, for which the task has failed',
      () => Promise.reject(new ToolError('no')),
      'failed',
      { content: text('no'), isError: true },
    ],
  ])('gives what the call would have been answered with: %s', async (_name, run, status, expected) => {
    verifies('TASK-13', 'TASK-14', 'TASK-19')
    const { server } = defineJobs({ it: tool({ task: 'optional', run: run as () => string }) })
    const connection = await connectRaw(server)
    const { taskId } = await call(connection, 'it')
    const { result } = await connection.request('tasks/result', { taskId })
    const meta = { ...(expected as { _meta?: object })._meta, ...related(taskId) }
    expect(result).toEqual({ ...expected, _meta: meta })
    expect((await connection.request('tasks/get', { taskId })).result?.['status']).toBe(status)
    connection.close()
  })

  test('gives the error that the call would have been answered with', async () => {
    verifies('TASK-13', 'TASK-19')
    const { server } = defineJobs({
      it: tool({ task: 'optional', run: () => Promise.reject(new RpcError(7, 'no', { a: 1 })) }),
    })
    const connection = await connectRaw(server)
    const { taskId } = await call(connection, 'it')
    expect((await connection.request('tasks/result', { taskId })).error).toEqual({
      code: 7,
      message: 'no',
      data: { a: 1 },
    })
    expect((await connection.request('tasks/get', { taskId })).result).toMatchObject({
      status: 'failed',
      statusMessage: 'no',
    })
    connection.close()
  })

  test('leaves nothing with the server, whose signal outlives it', async () => {
    // What `any` makes of a signal stays with that signal, in Node, for as long as it lives.
    const any = vi.spyOn(AbortSignal, 'any')
    const { server, end } = defineJobs()
    const connection = await connectRaw(server)
    const { taskId } = await call(connection, 'job')
    const answer = connection.request('tasks/result', { taskId })
    await connection.settle()
    end()
    expect((await answer).result).toEqual({ content: text('done'), _meta: related(taskId) })
    expect(any).not.toHaveBeenCalled()
    any.mockRestore()
    connection.close()
  })

  test('waits for the end, beside other requests', async () => {
    verifies('TASK-13')
    const { server, end } = defineJobs()
    const connection = await connectRaw(server)
    const { taskId } = await call(connection, 'job')
    let isAnswered = false
    const answer = connection.request('tasks/result', { taskId }).finally(() => (isAnswered = true))
    await connection.settle()
    expect([(await connection.request('tasks/get', { taskId })).result?.['status'], isAnswered]).toEqual([
      'working',
      false,
    ])
    end()
    expect((await answer).result).toEqual({ content: text('done'), _meta: related(taskId) })
    connection.close()
  })

  test('that is given up leaves the task alone', async () => {
    const { server, end } = defineJobs()
    const connection = await connectRaw(server)
    const { taskId } = await call(connection, 'job')
    void connection.request('tasks/result', { taskId }, 'R')
    await connection.settle()
    connection.notify('notifications/cancelled', { requestId: 'R' })
    await connection.settle()
    end()
    expect((await connection.request('tasks/result', { taskId })).result).toMatchObject({ content: text('done') })
    connection.close()
  })
})

const city = z.object({ city: z.string() })
const asking = tool({
  task: 'optional',
  async run(_args, ctx) {
    const { action, content } = await ctx.elicit('Which city?', city)
    return `${action} ${content?.city}`
  },
})
const capabilities = { elicitation: {} }
const able = { elicitation: { form: {}, url: {} }, sampling: {}, roots: {} }
const prompt = { messages: [{ role: 'user', content: 'Hi' }], maxTokens: 1 } as const

describe('a question of a task', () => {
  test('is asked over tasks/result, and its answer goes to the task', async () => {
    verifies('TASK-09', 'TASK-14', 'TASK-15')
    const connection = await connectRaw(defineJobs({ asking }).server, { capabilities })
    const { taskId } = await call(connection, 'asking')
    await connection.settle()
    const { result } = await connection.request('tasks/get', { taskId })
    const answer = connection.request('tasks/result', { taskId })
    const asked = await question(connection)
    connection.send({ jsonrpc: '2.0', id: asked.id, result: { action: 'accept', content: { city: 'Oslo' } } })
    expect([result?.['status'], asked.method, asked.params]).toEqual([
      'input_required',
      'elicitation/create',
      {
        mode: 'form',
        message: 'Which city?',
        requestedSchema: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
        _meta: related(taskId),
      },
    ])
    expect((await answer).result).toMatchObject({ content: text('accept Oslo') })
    connection.close()
  })

  test('is asked once, however many wait, and again by another when the one that was asked gives up', async () => {
    const { server } = defineJobs({ asking })
    const [first, second] = await Promise.all([
      connectRaw(server, { capabilities }),
      connectRaw(server, { capabilities }),
    ])
    const { taskId } = await call(first, 'asking')
    void first.request('tasks/result', { taskId }, 'R')
    const asked = await question(first)
    const answer = second.request('tasks/result', { taskId })
    await second.settle()
    expect(second.messages).toEqual([])
    first.notify('notifications/cancelled', { requestId: 'R' })
    const again = await question(second)
    expect([again.params, givenUp(first)]).toEqual([asked.params, [asked.id]])
    second.send({ jsonrpc: '2.0', id: again.id, result: { action: 'decline' } })
    expect((await answer).result).toMatchObject({ content: text('decline undefined') })
    for (const connection of [first, second]) connection.close()
  })

  test('that is answered elsewhere is given up', async () => {
    verifies('TASKX-32')
    const { server } = defineJobs({ asking })
    const connection = await connectRaw(server, { capabilities })
    const { taskId } = await call(connection, 'asking')
    const answer = connection.request('tasks/result', { taskId })
    const asked = await question(connection)
    const extensions = { 'io.modelcontextprotocol/tasks': {} }
    const modern = await connectRaw(server, { revision: '2026-07-28', capabilities: { extensions } })
    const { result } = await modern.request('tasks/get', { taskId })
    const [key = ''] = Object.keys((result?.['inputRequests'] as object | undefined) ?? {})
    await modern.request('tasks/update', { taskId, inputResponses: { [key]: { action: 'decline' } } })
    expect((await answer).result).toMatchObject({ content: text('decline undefined') })
    expect(givenUp(connection)).toEqual([asked.id])
    for (const each of [connection, modern]) each.close()
  })

  test.each<[string, (ctx: Context) => Promise<unknown>]>([
    ['elicitation/create', (ctx) => ctx.elicit('Which city?', city)],
    ['elicitation/create', (ctx) => ctx.elicitUrl('Pay', 'https://pay.example/')],
    ['sampling/createMessage', (ctx) => ctx.sample(prompt)],
    ['roots/list', (ctx) => ctx.roots()],
  ])('that the client answers with an error is what it is outside of a task: %s', async (method, ask) => {
    const it = tool({
      task: 'optional',
      async run(_args, ctx) {
        const reason = await ask(ctx).catch((error: unknown) => error)
        return RpcError.is(reason) ? JSON.stringify(reason.toObject()) : 'no error of the client'
      },
    })
    const connection = await connectRaw(defineJobs({ it }).server, { capabilities: able })
    const refuse = async () => {
      const asked = await question(connection)
      connection.send({ jsonrpc: '2.0', id: asked.id, error: { code: -1, message: 'no', data: { why: 'cost' } } })
      return asked.method
    }
    const direct = connection.request('tools/call', { name: 'it' })
    const methods = [await refuse()]
    const { taskId } = await call(connection, 'it')
    const answer = connection.request('tasks/result', { taskId })
    methods.push(await refuse())
    const content = text('{"code":-1,"message":"no","data":{"why":"cost"}}')
    expect([methods, (await direct).result, (await answer).result]).toEqual([
      [method, method],
      { content },
      { content, _meta: related(taskId) },
    ])
    connection.close()
  })

  test('that is refused and not caught fails the task in words, and does not cancel it', async () => {
    const it = tool({ task: 'optional', run: async (_args, ctx) => void (await ctx.sample(prompt)) })
    const connection = await connectRaw(defineJobs({ it }).server, { capabilities: able })
    const { taskId } = await call(connection, 'it')
    const answer = connection.request('tasks/result', { taskId })
    connection.send({ jsonrpc: '2.0', id: (await question(connection)).id, error: { code: -1, message: 'not now' } })
    expect((await answer).result).toMatchObject({ content: text('not now'), isError: true })
    connection.close()
  })

  test('whose answer is larger than a task may be is one that is refused', async () => {
    const { server } = defineJobs({ asking }, { bodyBytes: 1_000 })
    const connection = await connectRaw(server, { capabilities })
    const { taskId } = await call(connection, 'asking')
    const answer = connection.request('tasks/result', { taskId })
    const content = { city: 'o'.repeat(2_000) }
    connection.send({ jsonrpc: '2.0', id: (await question(connection)).id, result: { action: 'accept', content } })
    expect((await answer).result).toMatchObject({
      content: text('The task is too large: it may keep 2000 bytes (twice bodyBytes)'),
      isError: true,
    })
    connection.close()
  })

  test('is left to others by a client that cannot be asked', async () => {
    const { server } = defineJobs({ asking })
    const [able, unable] = await Promise.all([connectRaw(server, { capabilities }), connectRaw(server)])
    const { taskId } = await call(able, 'asking')
    const answer = unable.request('tasks/result', { taskId })
    await unable.settle()
    expect(unable.messages).toEqual([])
    void able.request('tasks/result', { taskId })
    able.send({ jsonrpc: '2.0', id: (await question(able)).id, result: { action: 'decline' } })
    expect((await answer).result).toMatchObject({ content: text('decline undefined') })
    for (const connection of [able, unable]) connection.close()
  })
})

describe('the session', () => {
  test('that made a task hears how it goes on, and others do not', async () => {
    verifies('TASK-18')
    const { server, end } = defineJobs()
    const [maker, other] = await Promise.all([connectRaw(server), connectRaw(server)])
    const { taskId } = await call(maker, 'job')
    await maker.settle()
    end()
    await maker.request('tasks/result', { taskId })
    await maker.settle()
    const { result } = await maker.request('tasks/get', { taskId })
    expect(maker.messages).toEqual([{ jsonrpc: '2.0', method: 'notifications/tasks/status', params: result }])
    expect(other.messages).toEqual([])
    for (const connection of [maker, other]) connection.close()
  })

  test('hears of what shows only: its status, what it says of itself, its questions', async () => {
    verifies('TASK-18')
    const it = tool({
      task: 'optional',
      async run(_args, ctx) {
        await ctx.once('a', () => 1)
        await ctx.once('b', () => 2)
        ctx.progress(1, 2, 'half')
        await Promise.all([ctx.elicit('Which city?', city, { key: 'a' }), ctx.elicit('And?', city, { key: 'b' })])
        await ctx.once('c', () => 3)
        return 'done'
      },
    })
    const { server } = defineJobs({ it })
    const maker = await connectRaw(server, { capabilities })
    const { taskId } = await call(maker, 'it')
    await maker.settle()
    const other = await connectRaw(server, { capabilities })
    const answer = other.request('tasks/result', { taskId })
    for (const _ of ['a', 'b']) {
      other.send({ jsonrpc: '2.0', id: (await question(other)).id, result: { action: 'decline' } })
      await other.settle()
    }
    await answer
    await maker.settle()
    const statuses = maker.messages.map(({ params }) => [params?.['status'], params?.['statusMessage']])
    expect(statuses).toEqual([
      ['working', 'half'],
      ['input_required', 'half'],
      ['input_required', 'half'],
      ['working', 'half'],
      ['completed', undefined],
    ])
    for (const connection of [maker, other]) connection.close()
  })
})
