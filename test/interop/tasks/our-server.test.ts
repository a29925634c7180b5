import { StdioClientTransport } from 'mcp-sdk-current/client/stdio.js'
import { StreamableHTTPClientTransport } from 'mcp-sdk-current/client/streamableHttp.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { tapHttp } from '../http-wire.js'
import { program } from '../processes.js'
import { serveProgram } from '../serve-program.js'
import { assertValid, type Sent, tapWire } from '../wire.js'
import { SdkTasksClient } from './sdk-tasks-client.js'
import { withoutTask } from './without-task.js'

/** A client that is connected, and what it and the server say to each other. */
interface OpenConnection {
  readonly client: SdkTasksClient
  readonly sent: () => Promise<readonly Sent[]>
  readonly remove: () => Promise<void>
}

async function overStdio(): Promise<OpenConnection> {
  const wire = await tapWire(program('our-tasks-server'))
  const client = new SdkTasksClient()
  const { command, args = [] } = wire.command
  await client.connect(new StdioClientTransport({ command, args: [...args] }))
  const sent = async () => (await wire.connections()).flatMap(({ messages }) => messages)
  return { client, sent, remove: () => wire.remove() }
}

async function overHttp(sessions: string): Promise<OpenConnection> {
  const served = await serveProgram(program('our-tasks-server', 'http', sessions))
  const wire = await tapHttp(served.url)
  const client = new SdkTasksClient()
  await client.connect(new StreamableHTTPClientTransport(new URL(wire.url)) as never) // its optional members may be undefined
  const remove = async () => {
    await wire.close()
    await served.stop()
  }
  return { client, sent: async () => wire.messages, remove }
}

/** Whether the server can send what nobody asked for, and whether it knows whose tasks are whose. */
interface Way {
  readonly pushes: boolean
  readonly lists: boolean
}

describe.each<[string, () => Promise<OpenConnection>, Way]>([
  ['over stdio', overStdio, { pushes: true, lists: true }],
  ['over HTTP', () => overHttp('kept'), { pushes: true, lists: false }],
  ['over HTTP, without sessions', () => overHttp('sealed'), { pushes: false, lists: false }],
])('the tasks of our server and the client of SDK 1.32.2, %s', (_way, connect, { pushes, lists }) => {
  let connected: OpenConnection
  let client: SdkTasksClient

  beforeAll(async () => {
    connected = await connect()
    client = connected.client
  })

  afterAll(async () => {
    await client.close()
    await connected.remove()
  })

  test('the server says what it has', async () => {
    expect(client.capabilities).toEqual({ ...(lists && { list: {} }), cancel: {}, requests: { tools: { call: {} } } })
    const support = (await client.listTools()).map(({ name, execution }) => [name, execution?.taskSupport])
    expect(Object.fromEntries(support)).toEqual({
      ...{ received: undefined, cancelled: undefined, count: 'optional', fail: 'required', ask: 'required' },
      ...{ model: 'optional', begin: 'optional', hang: 'required' },
    })
  })

  test('a tool runs as a task, tells how far it is, and gives its result', async () => {
    const received: number[] = []
    const onCreated = () => client.call('received')
    const events = await client.run('count', { to: 2 }, { onCreated, onProgress: (done) => received.push(done) })
    expect(events).toEqual([
      { type: 'created', id: expect.any(String), status: 'working' },
      { type: 'result', content: [{ type: 'text', text: '{"notified":"counted to 2"}' }] },
    ])
    expect(received).toEqual(pushes ? [1, 2] : [])
    expect(client.notified.at(-1)?.status).toBe(pushes ? 'completed' : undefined)
  })

  test('a tool that fails is a task that failed, and its result says why', async () => {
    const [created, error] = await client.run('fail')
    const { id } = created as { readonly id: string }
    expect(error).toEqual({ type: 'error', message: `MCP error -32603: Task ${id} failed` })
    expect((await client.task(id)).status).toBe('failed')
    expect(await client.result(id)).toMatchObject({ content: [{ type: 'text', text: 'It broke' }], isError: true })
  })

  test('a task asks, once and twice at a time', async () => {
    client.asked.length = 0
    const [, result] = await client.run('ask')
    expect(result).toEqual({ type: 'result', content: [{ type: 'text', text: 'First? Yes Second? Yes Third? Yes' }] })
    expect([client.asked[0], client.asked.slice(1).sort()]).toEqual(['First?', ['Second?', 'Third?']])
  })

  test('a task asks a model', async () => {
    expect((await client.run('model'))[1]).toEqual({ type: 'result', content: [{ type: 'text', text: 'word' }] })
  })

  test('what is asked before there is a task is asked as part of the call', async () => {
    client.asked.length = 0
    const askedBefore: string[] = []
    const [, result] = await client.run('begin', {}, { onCreated: () => askedBefore.push(...client.asked) })
    expect(askedBefore).toEqual(['May it begin?'])
    const content = [{ type: 'text', text: 'allowed: May it begin? Yes' }]
    expect([result, (await client.call('begin'))['content']]).toEqual([{ type: 'result', content }, content])
  })

  test('a task is cancelled, and the tool learns of it', async () => {
    const statuses: string[] = []
    const onCreated = async (id: string) => statuses.push((await client.cancel(id)).status)
    const [created, error] = await client.run('hang', {}, { onCreated })
    const { id } = created as { readonly id: string }
    expect(error).toEqual({ type: 'error', message: `MCP error -32603: Task ${id} was cancelled` })
    expect([statuses, (await client.call('cancelled'))['content']]).toEqual([
      ['cancelled'],
      [{ type: 'text', text: 'cancelled' }],
    ])
    await expect(client.cancel(id)).rejects.toMatchObject({ code: -32602 })
  })

  test('tasks are listed in the order of their creation where it is known whose they are', async () => {
    const statuses = ['completed', 'failed', 'completed', 'completed', 'completed', 'cancelled']
    const listed = client.tasks().then(
      (tasks) => tasks.map(({ status, ttl }) => [status, ttl]),
      ({ code }) => code,
    )
    expect(await listed).toEqual(lists ? statuses.map((status) => [status, 60_000]) : -32601)
  })

  test('what is no task, or must be one, is an error', async () => {
    const codes = [client.task('nope'), client.result('nope'), client.cancel('nope'), client.call('fail')]
    expect(await Promise.all(codes.map((call) => call.catch(({ code }) => code)))).toEqual([
      ...[-32602, -32602, -32602, -32601],
    ])
    const [refused] = await client.run('received')
    expect(refused).toMatchObject({ type: 'error', message: expect.stringContaining('-32601') })
  })

  test('nothing on the wire was wrong', async () => {
    await client.close()
    expect(client.errors).toEqual([])
    assertValid((await connected.sent()).map(withoutTask), '2025-11-25')
  })
})
