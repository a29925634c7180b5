import {
  InMemoryTaskMessageQueue as V1Queue,
  InMemoryTaskStore as V1Store,
} from '@modelcontextprotocol/sdk/experimental/tasks/index.js'
import { expect, test } from 'vitest'
import * as z from 'zod/v4'
import { type Package, packages } from '../../../test/packages.js'
import { InMemoryTaskMessageQueue, InMemoryTaskStore } from './stores/in-memory.js'

type Stores = readonly [typeof V1Store, typeof V1Queue]

/** Runs a server with tools whose calls are tasks, and gives what its client saw. */
async function run(sdk: Package, [Store, Queue]: Stores) {
  const taskStore = new Store()
  const server = new sdk.McpServer(
    { name: 's', version: '1' },
    {
      capabilities: { tools: {}, tasks: { list: {}, cancel: {}, requests: { tools: { call: {} } } } },
      taskStore,
      taskMessageQueue: new Queue(),
      defaultTaskPollInterval: 5,
    },
  )
  for (const taskSupport of ['required', 'optional'] as const) {
    server.experimental.tasks.registerToolTask(
      taskSupport,
      { inputSchema: { name: z.string() }, execution: { taskSupport } },
      {
        createTask: async ({ name }, extra) => {
          const task = await extra.taskStore.createTask({ ttl: 60_000, pollInterval: 5 })
          const finish = async () => {
            const params = { message: 'm', requestedSchema: { type: 'object' as const, properties: {} } }
            const asked = await server.server.elicitInput(params, { relatedTask: { taskId: task.taskId } })
            const content = [{ type: 'text' as const, text: `${name} ${asked.action}` }]
            await extra.taskStore.storeTaskResult(task.taskId, 'completed', { content })
          }
          if (name === 'asks') {
            await extra.taskStore.updateTaskStatus(task.taskId, 'input_required')
            void finish()
          } else if (name !== 'never') {
            await extra.taskStore.storeTaskResult(task.taskId, 'completed', { content: [{ type: 'text', text: name }] })
          }
          return { task }
        },
        getTask: (_, extra) => extra.taskStore.getTask(extra.taskId),
        getTaskResult: async (_, extra) => (await extra.taskStore.getTaskResult(extra.taskId)) as { content: [] },
      },
    )
  }
  const [clientTransport, serverTransport] = sdk.InMemoryTransport.createLinkedPair()
  const client = new sdk.Client({ name: 'c', version: '1' }, { capabilities: { elicitation: { form: {} } } })
  client.setRequestHandler(sdk.ElicitRequestSchema, async () => ({ action: 'decline' }))
  await server.connect(serverTransport)
  await client.connect(clientTransport)
  const outcomeOf = async (promise: Promise<unknown>) => {
    try {
      return await promise
    } catch (error) {
      return (error as Error).message
    }
  }
  const follow = async (name: string) => {
    const seen: unknown[] = []
    const params = { name: 'required', arguments: { name } }
    for await (const message of client.experimental.tasks.callToolStream(params, sdk.CallToolResultSchema, {
      task: { ttl: 60_000 },
    })) {
      seen.push(
        message.type,
        'result' in message ? message.result : 'task' in message ? message.task.status : message.error,
      )
    }
    return seen
  }
  const { tools } = await client.listTools()
  const created = (await client.request(
    { method: 'tools/call', params: { name: 'required', arguments: { name: 'never' }, task: {} } },
    sdk.CreateTaskResultSchema,
  )) as { task: { taskId: string } }
  const { taskId } = created.task
  const seen = {
    tools,
    plain: await follow('plain'),
    asks: await follow('asks'),
    polled: await outcomeOf(
      client.request(
        { method: 'tools/call', params: { name: 'optional', arguments: { name: 'a' } } },
        sdk.CallToolResultSchema,
      ),
    ),
    refused: await outcomeOf(
      client.request(
        { method: 'tools/call', params: { name: 'required', arguments: { name: 'a' } } },
        sdk.CallToolResultSchema,
      ),
    ),
    cancelled: ((await client.experimental.tasks.cancelTask(taskId)) as { status: string }).status,
    again: String(await outcomeOf(client.experimental.tasks.cancelTask(taskId))),
    missing: await outcomeOf(client.experimental.tasks.getTask('none')),
    noResult: await outcomeOf(client.experimental.tasks.getTaskResult('none', sdk.CallToolResultSchema)),
    listed: (await client.experimental.tasks.listTasks()).tasks.map(({ status }) => status),
  }
  taskStore.cleanup()
  await client.close()
  return JSON.parse(JSON.stringify(seen).replace(/[0-9a-f]{32}/g, 'id'))
}

test('calls that are tasks are served as by the official SDK', async () => {
  const classes = [InMemoryTaskStore, InMemoryTaskMessageQueue] as unknown as Stores
  const expected = await run(await packages[0].load(), [V1Store, V1Queue])
  expect(await run(await packages[1].load(), classes)).toEqual(expected)
  expect(expected.asks.at(-1)).toMatchObject({ content: [{ text: 'asks decline' }] })
})
