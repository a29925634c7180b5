import { Client } from 'mcp-sdk-current/client'
import type { Transport } from 'mcp-sdk-current/shared/transport.js'
import {
  CallToolResultSchema,
  CreateMessageRequestSchema,
  ElicitRequestSchema,
  TaskStatusNotificationSchema,
} from 'mcp-sdk-current/types.js'
import type { JsonObject } from '../json.js'

/** What happened on the way of a task, in order; `id` is that of the task. */
export type TaskEvent =
  | { readonly type: 'created'; readonly id: string; readonly status: string }
  | { readonly type: 'result'; readonly content: unknown; readonly isError?: true }
  | { readonly type: 'error'; readonly message: string }

/** The release of the SDK that calls tools as tasks. Whoever connected it closes it. */
export class SdkTasksClient {
  /** What was asked, in words. */
  readonly asked: string[] = []
  /** Each status that the server told of without being asked, by task. */
  readonly notified: { readonly taskId: string; readonly status: string }[] = []
  readonly errors: Error[] = []
  readonly #client: Client

  constructor() {
    const capabilities = { elicitation: { form: {} }, sampling: {} }
    this.#client = new Client({ name: 'sdk', version: '1.0.0' }, { capabilities })
    this.#client.onerror = (error) => this.errors.push(error)
    this.#client.setRequestHandler(ElicitRequestSchema, ({ params: { message } }) => {
      this.asked.push(message)
      return { action: 'accept', content: { answer: `${message} Yes` } }
    })
    this.#client.setRequestHandler(CreateMessageRequestSchema, () => ({
      role: 'assistant',
      content: { type: 'text', text: 'word' },
      model: 'm',
    }))
    this.#client.setNotificationHandler(TaskStatusNotificationSchema, ({ params: { taskId, status } }) => {
      this.notified.push({ taskId, status })
    })
  }

  get capabilities(): unknown {
    return this.#client.getServerCapabilities()?.tasks
  }

  connect = (transport: Transport) => this.#client.connect(transport)
  close = () => this.#client.close()
  listTools = async () => (await this.#client.listTools()).tools
  task = (id: string) => this.#client.experimental.tasks.getTask(id)
  tasks = async () => (await this.#client.experimental.tasks.listTasks()).tasks
  cancel = (id: string) => this.#client.experimental.tasks.cancelTask(id)
  result = (id: string) => this.#client.experimental.tasks.getTaskResult(id, CallToolResultSchema)

  /** Calls a tool as any other. */
  call(name: string, args: JsonObject = {}): Promise<JsonObject> {
    return this.#client.request({ method: 'tools/call', params: { name, arguments: args } }, CallToolResultSchema)
  }

  /** Calls a tool as a task. `onCreated` is called as soon as there is one. */
  async run(name: string, args: JsonObject = {}, options: RunOptions = {}): Promise<readonly TaskEvent[]> {
    const events: TaskEvent[] = []
    const { onCreated, onProgress } = options
    const onprogress = onProgress && (({ progress }: { readonly progress: number }) => onProgress(progress))
    const taskOptions = { task: { ttl: 60_000 }, ...(onprogress && { onprogress }) }
    const params = { name, arguments: args }
    for await (const message of this.#client.experimental.tasks.callToolStream(params, undefined, taskOptions)) {
      if (message.type === 'taskCreated') {
        const { taskId, status } = message.task
        events.push({ type: 'created', id: taskId, status })
        await onCreated?.(taskId)
      }
      if (message.type === 'result') {
        const { content, isError } = message.result
        events.push({ type: 'result', content, ...(isError === true && { isError }) })
      }
      if (message.type === 'error') events.push({ type: 'error', message: message.error.message })
    }
    return events
  }
}

interface RunOptions {
  readonly onCreated?: (id: string) => unknown
  readonly onProgress?: (done: number) => void
}
