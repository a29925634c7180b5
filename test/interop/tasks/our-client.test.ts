import { type Client, type ConnectOptions, connect, textOf } from 'omniport/client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { tapHttp } from '../http-wire.js'
import { program } from '../processes.js'
import { serveProgram } from '../serve-program.js'
import { assertValid, type Sent, tapWire } from '../wire.js'
import { withoutTask } from './without-task.js'

/** Our client, and what it and the server say to each other. */
interface OpenConnection {
  readonly client: Client
  readonly sent: () => Promise<readonly Sent[]>
  readonly remove: () => Promise<void>
}

async function overStdio(options: ConnectOptions): Promise<OpenConnection> {
  const wire = await tapWire(program('sdk-1-tasks-server'))
  const client: Client = await connect(wire.command, options)
  const sent = async () => (await wire.connections()).flatMap(({ messages }) => messages)
  return { client, sent, remove: () => wire.remove() }
}

async function overHttp(options: ConnectOptions): Promise<OpenConnection> {
  const served = await serveProgram(program('sdk-1-tasks-server', 'http'))
  const wire = await tapHttp(served.url)
  const client: Client = await connect(wire.url, options)
  const remove = async () => {
    await wire.close()
    await served.stop()
  }
  return { client, sent: async () => wire.messages, remove }
}

describe.each([
  ['over stdio', overStdio],
  ['over HTTP', overHttp],
])('our client and the tasks of the server of SDK 1.32.2, %s', (_way, open) => {
  const asked: string[] = []
  const errors: Error[] = []
  let connected: OpenConnection
  let client: Client

  beforeAll(async () => {
    connected = await open({
      elicit: ({ message }) => {
        asked.push(message)
        return { action: 'accept', content: { answer: 'blue' } }
      },
      sample: ({ messages: [message] }) => {
        asked.push(JSON.stringify(message?.content))
        return { role: 'assistant', content: [{ type: 'text', text: 'green' }], model: 'm' }
      },
      tasks: true,
      onError: (error) => errors.push(error),
    })
    client = connected.client
  })

  afterAll(async () => {
    await client.close()
    await connected.remove()
  })

  test('a tool is called as a task, and its result is waited for', async () => {
    const task = await client.callTask('count', {})
    expect([typeof task.id, task.status]).toEqual(['string', 'working'])
    await client.callTool('received', {})
    expect([textOf(await task.result()), task.status]).toEqual(['counted to 2', 'completed'])
  })

  test('a tool that can be a task is called as any other', async () => {
    expect(textOf(await client.callTool('count', {}))).toBe('counted to 2')
  })

  test('a tool that must be a task is called so, and what it asks is answered', async () => {
    asked.length = 0
    expect(textOf(await client.callTool('ask', {}))).toBe('green')
    expect(asked).toEqual(['Which word?', '[{"type":"text","text":"A word like blue"}]'])
  })

  test('a task that fails has a result that says why', async () => {
    const { content, isError } = await client.callTool('fail', {})
    expect([content, isError]).toEqual([[{ type: 'text', text: 'It broke' }], true])
  })

  test('a task is cancelled', async () => {
    const task = await client.callTask('hang', {})
    await task.cancel()
    await expect(task.result()).rejects.toMatchObject({ code: 'closed' })
    expect(task.status).toBe('cancelled')
  })

  test('whoever gives up a call that is a task has it cancelled', async () => {
    const controller = new AbortController()
    const before = await statuses()
    const call = client.callTool('hang', {}, { signal: controller.signal })
    await expect.poll(statuses).toEqual([...before, 'working'])
    controller.abort(new Error('enough'))
    await expect(call).rejects.toThrow('enough')
    await expect.poll(statuses).toEqual([...before, 'cancelled'])
  })

  test('a tool that is never a task is not called as one', async () => {
    await expect(client.callTask('received', {})).rejects.toMatchObject({ code: 'unsupported' })
  })

  test.each([
    ['later', 'Which word?', { answer: 'blue' }],
    ['model_later', '[{"type":"text","text":"A word"}]', { type: 'text', text: 'green' }],
  ])('our client hosts what the server asks by task: %s', async (tool, question, answer) => {
    asked.length = 0
    const notified = JSON.parse(textOf(await client.callTool(tool, {})))
    expect([notified, asked]).toEqual([
      [
        ['taskCreated', 'working'],
        ['result', answer],
      ],
      [question],
    ])
  })

  test('nothing on the wire was wrong', async () => {
    await client.close()
    expect(errors).toEqual([])
    assertValid((await connected.sent()).map(withoutTask), '2025-11-25')
  })

  /** Of all tasks of the server, in the order of their creation. */
  async function statuses(): Promise<readonly string[]> {
    return JSON.parse(textOf(await client.callTool('statuses', {})))
  }
})
