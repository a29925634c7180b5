import { describe, expect, test } from 'vitest'
import { asPrincipal } from '#test/support/as-principal.js'
import { connectRaw, type Message, type RawConnection } from '#test/support/connect-raw.js'
import { connect } from '../../client/connect.js'
import { textOf } from '../../client/tools/text-of.js'
import { createServer } from '../../server/create-server.js'
import type { Server } from '../../server/server.js'
import { tool } from '../../server/tools/tool.js'
import { ToolError } from '../../server/tools/tool-error.js'
import { startGateway } from '../fixtures/behind.js'
import { createUpstreamFrom } from '../fixtures/upstream-from.js'

type Json = Readonly<Record<string, unknown>>

const form = { type: 'object', properties: { name: { type: 'string' } } } as const
const extensions = { 'io.modelcontextprotocol/tasks': {} }
const eras = { '2025-11-25': '2026-07-28', '2026-07-28': '2025-11-25' } as const

function createWorker(revision: keyof typeof eras): Server {
  const server = createServer({
    name: 'worker',
    version: '1',
    revisions: [revision],
    tools: {
      plain: tool({ run: () => 'at once' }),
      work: tool({ task: 'optional', run: () => 'worked' }),
      spoil: tool({
        task: 'optional',
        run: () => {
          throw new ToolError('It spoiled')
        },
      }),
      only: tool({
        task: 'required',
        run: async (_args, ctx) => (ctx.can('elicit') ? (await ctx.elicit('Sure?', form)).action : 'nobody'),
      }),
      ask: tool({
        task: 'optional',
        input: { type: 'object', properties: { who: { type: 'string' } }, required: ['who'] } as const,
        run: async ({ who }, ctx) => JSON.stringify(await ctx.elicit(`Name of ${who}?`, form)),
      }),
      wait: tool({
        task: 'optional',
        run: (_args, { signal }) =>
          new Promise<string>((resolve) => signal.addEventListener('abort', () => resolve('late'))),
      }),
    },
  })
  return server
}

/** Begins a task as a client of one revision does, and gives what came back. */
async function begin(client: RawConnection, revision: string, name: string, args: Json = {}): Promise<Json> {
  const task = revision === '2025-11-25' ? { task: {} } : {}
  const { result = {}, error } = await client.request('tools/call', { name, arguments: args, ...task })
  expect(error).toBe(undefined)
  return (revision === '2025-11-25' ? result['task'] : result) as Json
}

function tasksIn({ result = {} }: Message): readonly Json[] {
  return result['tasks'] as Json[]
}

/** The state of a task that is not `working` any more. */
async function settled(client: RawConnection, taskId: unknown): Promise<Json> {
  for (;;) {
    const { result, error } = await client.request('tasks/get', { taskId })
    if (error !== undefined) throw new Error(error.message)
    if (result?.['status'] !== 'working') return result ?? {}
  }
}

describe.each(['2025-11-25', '2026-07-28'] as const)(
  'a client of %s, whose upstream has the other tasks,',
  (revision) => {
    const capabilities = { elicitation: { form: {} }, extensions }

    async function setUp(who?: string) {
      const worker = createWorker(eras[revision])
      const { gateway } = startGateway({ worker: { target: worker, prefix: '', isolation: 'shared' } })
      const open = (principal?: string) =>
        connectRaw(principal === undefined ? gateway : asPrincipal(gateway, principal), { revision, capabilities })
      const client = await open(who)
      return {
        client,
        open,
        gateway,
        close: async () => {
          client.close()
          await gateway.close()
          await worker.close()
        },
      }
    }

    test('calls a tool as a task and answers its questions', async () => {
      const worker = createWorker(eras[revision])
      const { gateway } = startGateway({ worker })
      await using client = await connect(gateway, {
        revision,
        elicit: () => ({ action: 'accept', content: { name: 'Ada' } }),
      })
      const work = await client.callTask('worker__work', {})
      expect(textOf(await work.result())).toBe('worked')
      const ask = await client.callTask('worker__ask', { who: 'us' })
      expect(textOf(await ask.result())).toBe('{"action":"accept","content":{"name":"Ada"}}')
      const spoil = await (await client.callTask('worker__spoil', {})).result()
      expect([spoil.isError, textOf(spoil)]).toEqual([true, 'It spoiled'])
      await gateway.close()
      await worker.close()
    })

    test('cancels a task, which has ended for good then', async () => {
      const { client, close } = await setUp()
      const { taskId } = await begin(client, revision, 'wait')
      expect((await client.request('tasks/cancel', { taskId })).error).toBe(undefined)
      expect(await settled(client, taskId)).toMatchObject({ status: 'cancelled', taskId })
      const again = await client.request('tasks/cancel', { taskId })
      expect(again.error?.code).toBe(revision === '2025-11-25' ? -32602 : undefined)
      await close()
    })

    test('has its tasks for itself: neither another principal nor the id of the upstream gives them', async () => {
      const { client, open, close } = await setUp('one')
      const other = await open('two')
      const { taskId } = await begin(client, revision, 'work')
      expect(taskId).toMatch(/^[0-9a-f]{32}$/)
      for (const method of ['tasks/get', 'tasks/cancel']) {
        expect((await other.request(method, { taskId })).error?.code).toBe(-32602)
      }
      expect((await client.request('tasks/get', { taskId: `${taskId}0` })).error?.code).toBe(-32602)
      expect(await settled(client, taskId)).toMatchObject({ status: 'completed' })
      other.close()
      await close()
    })

    test('gets -32602 for a task that its upstream has forgotten', async () => {
      const forgotten = { error: { code: -32602, message: 'Unknown task' } }
      const times = { createdAt: '2026-07-28T00:00:00Z', lastUpdatedAt: '2026-07-28T00:00:00Z' }
      const task = { taskId: '1', status: 'working', ...times, ttl: null, ttlMs: null }
      const first = eras[revision] === '2025-11-25' ? { task } : { resultType: 'task', ...task }
      const upstream = createUpstreamFrom(eras[revision], {
        'tools/call': () => ({ result: first }),
        'tasks/get': () => forgotten,
      })
      const { gateway } = startGateway({ upstream: { target: upstream.target, prefix: '' } })
      const client = await connectRaw(gateway, { revision, capabilities })
      const { taskId, ...created } = await begin(client, revision, 'work')
      expect([created[revision === '2025-11-25' ? 'ttl' : 'ttlMs'], taskId === '1']).toEqual([null, false])
      expect((await client.request('tasks/get', { taskId })).error?.code).toBe(-32602)
      client.close()
      await gateway.close()
    })

    test('hears of the end of a task without asking for it', async () => {
      const { client, close } = await setUp()
      const { taskId } = await begin(client, revision, 'ask', { who: 'us' })
      const listen = { notifications: { taskIds: [taskId] } }
      if (revision === '2026-07-28') void client.request('subscriptions/listen', listen, 'listen')
      await client.request('tasks/cancel', { taskId })
      const isEnd = ({ method, params }: Message) =>
        method?.startsWith('notifications/tasks') === true &&
        params?.['taskId'] === taskId &&
        params?.['status'] === 'cancelled'
      await expect.poll(() => client.messages.some(isEnd)).toBe(true)
      await close()
    })
  },
)

test('a question of a task stays open when a client of 2026-07-28 answers it with something else', async () => {
  const worker = createWorker('2025-11-25')
  const { gateway } = startGateway({ worker: { target: worker, prefix: '' } })
  const capabilities = { elicitation: { form: {} }, extensions }
  const client = await connectRaw(gateway, { revision: '2026-07-28', capabilities })
  const { taskId } = await begin(client, '2026-07-28', 'ask', { who: 'us' })
  const { inputRequests } = await settled(client, taskId)
  const [key = ''] = Object.keys(inputRequests as Json)
  const answer = async (response: object) =>
    (await client.request('tasks/update', { taskId, inputResponses: { [key]: response, other: response } })).error?.code
  expect(await answer({ action: 'perhaps' })).toBe(-32602)
  expect(await answer({ action: 'accept', content: { name: 'Ada' } })).toBe(undefined)
  const { status, result } = await settled(client, taskId)
  expect([status, JSON.stringify(result).includes('Ada')]).toEqual(['completed', true])
  client.close()
  await gateway.close()
  await worker.close()
})

describe('a client of 2025-11-25 before an upstream of 2026-07-28', () => {
  test('finds each tool to be optional as a task, and one that answers at once to be a task that has ended', async () => {
    const worker = createWorker('2026-07-28')
    const { gateway } = startGateway({ worker: { target: worker, prefix: '' } })
    const client = await connectRaw(gateway)
    const { result = {} } = await client.request('tools/list')
    const supports = (result['tools'] as Json[]).map(({ execution }) => (execution as Json)['taskSupport'])
    expect(new Set(supports)).toEqual(new Set(['optional']))
    const { taskId, status } = await begin(client, '2025-11-25', 'plain')
    expect(status).toBe('completed')
    const related = { 'io.modelcontextprotocol/related-task': { taskId } }
    const outcome = await client.request('tasks/result', { taskId })
    expect(outcome.result).toEqual({ content: [{ type: 'text', text: 'at once' }], _meta: related })
    const listed = await client.request('tasks/list')
    expect(listed.result).toMatchObject({ tasks: [{ taskId, status: 'completed' }] })
    client.close()
    await gateway.close()
    await worker.close()
  })

  test('lists its tasks of upstreams of both kinds', async () => {
    const [here, there] = [createWorker('2025-11-25'), createWorker('2026-07-28')]
    const { gateway } = startGateway({ here, there }, { isolation: 'shared' })
    const [one, two] = await Promise.all(['one', 'two'].map((id) => connectRaw(asPrincipal(gateway, id))))
    if (one === undefined || two === undefined) throw new Error('There are two')
    const ids = await Promise.all(['here__work', 'there__work'].map((name) => begin(one, '2025-11-25', name)))
    const listOf = async (client: RawConnection) =>
      tasksIn(await client.request('tasks/list')).map(({ taskId }) => taskId)
    expect(new Set(await listOf(one))).toEqual(new Set(ids.map(({ taskId }) => taskId)))
    expect(await listOf(two)).toEqual([])
    one.close()
    two.close()
    await gateway.close()
    await Promise.all([here.close(), there.close()])
  })

  test('that answers a question with an error gets that error from the task', async () => {
    const worker = createWorker('2026-07-28')
    const { gateway } = startGateway({ worker: { target: worker, prefix: '' } })
    const refusal = { code: 4_711, message: 'Not today' }
    const client: RawConnection = await connectRaw(gateway, {
      capabilities: { elicitation: { form: {} } },
      onMessage: ({ id, method }) => {
        if (method === 'elicitation/create') client.send({ jsonrpc: '2.0', id, error: refusal })
      },
    })
    const { taskId } = await begin(client, '2025-11-25', 'ask', { who: 'us' })
    expect((await client.request('tasks/result', { taskId })).error).toMatchObject(refusal)
    expect(await settled(client, taskId)).toMatchObject({ status: 'failed' })
    client.close()
    await gateway.close()
    await worker.close()
  })
})

test.each(['2024-11-05', '2025-06-18', '2025-11-25'] as const)(
  'a client of %s calls a tool plainly that only runs as a task of the extension',
  async (revision) => {
    const worker = createWorker('2026-07-28')
    const { gateway } = startGateway({ worker })
    // In these revisions the extension means nothing.
    await using client = await connect(gateway, {
      revision,
      elicit: () => ({ action: 'decline' }),
      extensions: { 'com.example/other': {} },
    })
    expect(textOf(await client.callTool('worker__only', {}))).toBe(revision === '2024-11-05' ? 'nobody' : 'decline')
    await gateway.close()
    await worker.close()
  },
)

test('a legacy client that declares the extension for tasks gets results, since it means nothing there', async () => {
  const worker = createWorker('2026-07-28')
  const { gateway } = startGateway({ worker: { target: worker, prefix: '' } })
  const client = await connectRaw(gateway, { capabilities: { extensions } })
  const { result } = await client.request('tools/call', { name: 'work', arguments: {} })
  expect(result).toMatchObject({ content: [{ type: 'text', text: 'worked' }] })
  client.close()
  await gateway.close()
  await worker.close()
})

test('tasks of two principals on one connection to a program each ask whose they are', async () => {
  const worker = createWorker('2025-11-25')
  const { gateway } = startGateway({ worker: { target: worker, prefix: '', isolation: 'shared' } })
  const clientOf = (id: string, revision: '2025-11-25' | '2026-07-28') =>
    connect(asPrincipal(gateway, id), {
      revision,
      elicit: ({ message }) => ({ action: 'accept', content: { name: message.includes(id) ? id : 'another' } }),
    })
  const people = await Promise.all([
    clientOf('ann', '2026-07-28'),
    clientOf('bob', '2026-07-28'),
    clientOf('cem', '2025-11-25'),
    clientOf('dan', '2025-11-25'),
  ])
  const names = ['ann', 'bob', 'cem', 'dan']
  const results = people.map(async (client, at) => {
    const task = await client.callTask('ask', { who: String(names[at]) })
    return textOf(await task.result())
  })
  const answers = names.map((name) => `{"action":"accept","content":{"name":"${name}"}}`)
  expect(await Promise.all(results)).toEqual(answers)
  await Promise.all(people.map((client) => client.close()))
  await gateway.close()
  await worker.close()
})
