import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import process from 'node:process'
import { InMemoryTaskMessageQueue, InMemoryTaskStore } from 'mcp-sdk-current/experimental/tasks/index.js'
import { McpServer } from 'mcp-sdk-current/server/mcp.js'
import { StdioServerTransport } from 'mcp-sdk-current/server/stdio.js'
import { StreamableHTTPServerTransport } from 'mcp-sdk-current/server/streamableHttp.js'
import { CreateMessageResultSchema, ElicitResultSchema } from 'mcp-sdk-current/types.js'
import { reported } from './conversation.mjs'
import { forms } from './read-forms.mjs'
import { Waits } from './waits.mjs'

/** Serves tools that run as tasks with the release of the SDK that has them, over stdio or over Streamable HTTP. */
const text = (value) => ({ content: [{ type: 'text', text: value }] })

function createTasksServer() {
  const taskStore = new InMemoryTaskStore()
  const tasks = { list: {}, cancel: {}, requests: { tools: { call: {} } } }
  const options = { capabilities: { tools: {}, tasks }, taskStore, taskMessageQueue: new InMemoryTaskMessageQueue() }
  const mcp = new McpServer({ name: 'tasks', version: '1.0.0' }, options)
  const waits = new Waits()
  mcp.tool('received', () => text(waits.received()))
  mcp.tool('statuses', () => text(JSON.stringify(taskStore.getAllTasks().map(({ status }) => status))))
  addTask(mcp, 'count', 'optional', async () => text(await waits.counted(2)))
  addTask(mcp, 'ask', 'required', ask)
  addTask(mcp, 'hang', 'required', () => new Promise(() => {}))
  addTask(mcp, 'fail', 'required', () => {
    throw new Error('It broke')
  })
  addLater(mcp)
  return mcp
}

function addTask(mcp, name, taskSupport, run) {
  mcp.experimental.tasks.registerToolTask(
    name,
    { execution: { taskSupport } },
    {
      createTask: async (extra) => {
        const task = await extra.taskStore.createTask({ ttl: extra.taskRequestedTtl ?? null, pollInterval: 20 })
        const { taskId } = task
        const end = (status, result) => extra.taskStore.storeTaskResult(taskId, status, result)
        const running = (async () => run(extra, taskId))()
        running.then(
          (result) => end('completed', result),
          ({ message }) => end('failed', { ...text(message), isError: true }),
        )
        return { task }
      },
      getTask: ({ taskId, taskStore }) => taskStore.getTask(taskId),
      getTaskResult: ({ taskId, taskStore }) => taskStore.getTaskResult(taskId),
    },
  )
}

/** Asks a person, then a model. */
async function ask({ sendRequest, taskStore }, taskId) {
  const options = { relatedTask: { taskId } }
  const form = { method: 'elicitation/create', params: { message: 'Which word?', requestedSchema: forms.answer } }
  const { content } = await sendRequest(form, ElicitResultSchema, options)
  const params = reported(`A word like ${content.answer}`)
  const reply = await sendRequest({ method: 'sampling/createMessage', params }, CreateMessageResultSchema, options)
  await taskStore.updateTaskStatus(taskId, 'working')
  return text(reply.content.text)
}

/** Asks a client that answers later. */
function addLater(mcp) {
  const notified = async (stream) => {
    const events = []
    for await (const { type, task, result, error } of stream) {
      if (type !== 'taskStatus') events.push([type, task?.status ?? result?.content ?? error?.message])
    }
    return text(JSON.stringify(events))
  }
  const task = { ttl: 60_000 }
  mcp.tool('later', ({ requestId }) => {
    const params = { mode: 'form', message: 'Which word?', requestedSchema: forms.answer }
    const { tasks } = mcp.server.experimental
    return notified(tasks.elicitInputStream(params, { task, relatedRequestId: requestId }))
  })
  mcp.tool('model_later', ({ requestId }) => {
    const { tasks } = mcp.server.experimental
    return notified(tasks.createMessageStream(reported('A word'), { task, relatedRequestId: requestId }))
  })
}

if (process.argv[2] === undefined) {
  await createTasksServer().connect(new StdioServerTransport())
  process.stdin.on('end', () => process.exit()) // what tasks leave behind would keep it alive
} else {
  const transports = new Map()
  const http = createServer(async (request, response) => {
    const transport = transports.get(request.headers['mcp-session-id']) ?? (await begin(transports))
    await transport.handleRequest(request, response)
  })
  http.listen(0, '127.0.0.1', () => process.stdout.write(`http://127.0.0.1:${http.address().port}/mcp\n`))
}

async function begin(transports) {
  const transport = new StreamableHTTPServerTransport({
    sessionIdGenerator: randomUUID,
    onsessioninitialized: (id) => transports.set(id, transport),
  })
  await createTasksServer().connect(transport)
  return transport
}
