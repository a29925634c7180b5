import { expect, test } from 'vitest'
import { z } from 'zod'
import { verifies } from '#test/requirements/verifies.js'
import { defaultRuntime, type Runtime } from '../../async/runtime/runtime.js'
import type { Revision } from '../../protocol/revisions/revision.js'
import { createServer } from '../../server/create-server.js'
import { tool } from '../../server/tools/tool.js'
import { serveHttp } from '../../transport/node/serve-http.js'
import type { Client } from '../client.js'
import { connect } from '../connect.js'
import type { ConnectOptions } from '../connect-options.js'

const form = { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] } as const
const stopped: string[] = []

/** Waits a fiftieth of the time, so that nobody has to wait between polls. */
const hasty: Runtime = {
  ...defaultRuntime,
  after: (ms, fn, options) => defaultRuntime.after(ms / 50, fn, options),
}

/** A server whose tools are tasks. Whoever makes it closes it. */
function createTaskServer() {
  return createServer({
    name: 'tasks',
    version: '1',
    logger: { error() {}, warn() {} },
    tools: {
      greet: tool({
        task: 'required',
        input: { type: 'object', properties: { greeting: { type: 'string' } } },
        output: { type: 'object', properties: { reported: { type: 'string' } }, required: ['reported'] },
        run: async ({ greeting }, ctx) => {
          const [who, roots] = await Promise.all([ctx.elicit('Who?', form), ctx.roots()])
          const name = who.action === 'accept' ? who.content.name : who.action
          return { reported: `${String(greeting)} ${name} of ${roots.map(({ uri }) => uri).join()}` }
        },
      }),
      fail: tool({
        task: 'optional',
        run: () => {
          throw new Error('no')
        },
      }),
      stay: tool({
        task: 'optional',
        input: { type: 'object', properties: { name: { type: 'string' } } },
        run: ({ name }, ctx) =>
          new Promise<string>((_resolve, reject) => {
            ctx.signal.addEventListener('abort', () => {
              stopped.push(String(name))
              reject(ctx.signal.reason)
            })
          }),
      }),
    },
  })
}

const routes = ['values', 'text', 'http'] as const
const rows = (['2025-11-25', '2026-07-28'] as const).flatMap((revision) =>
  routes.map((transport) => [revision, transport] as const),
)

async function withClient(
  [revision, transport]: readonly [Revision, (typeof routes)[number]],
  use: (client: Client, name: string, connectAgain: () => Promise<Client>) => Promise<void>,
): Promise<void> {
  const server = createTaskServer()
  const served = transport === 'http' ? await serveHttp(server, { port: 0 }) : undefined
  const asked: string[] = []
  const options: ConnectOptions = {
    revision,
    runtime: hasty,
    timeoutMs: 1_000_000,
    wire: transport === 'text',
    roots: [{ uri: 'file:///a' }],
    elicit: ({ message }) => {
      asked.push(message)
      return { action: 'accept', content: { name: 'Ada' } }
    },
  }
  const open = (): Promise<Client> =>
    served === undefined ? connect(server, options) : connect(served.url, { ...options })
  const client = await open()
  try {
    await use(client, `${revision} ${transport}`, open)
  } finally {
    await client.close()
    await served?.close()
    await server.close()
  }
}

test.each(rows)('%s, %s: a tool that asks as a task gives its result as any tool does', async (...row) => {
  verifies('TASK-13', 'TASK-14', 'TASK-15', 'TASKX-06', 'TASKX-12', 'TASKX-19')
  await withClient(row, async (client) => {
    const result = await client.callTool('greet', { greeting: 'Hello' })
    expect(result).toMatchObject({ structuredContent: { reported: 'Hello Ada of file:///a' } })
  })
})

test.each(rows)('%s, %s: callTask gives the task, and then its result', async (...row) => {
  await withClient(row, async (client) => {
    const task = await client.callTask('greet', { greeting: 'Hi' })
    expect(task.id).toMatch(/^.{20,}$/)
    expect(await task.result()).toMatchObject({ structuredContent: { reported: 'Hi Ada of file:///a' } })
    expect(task.status).toBe('completed')
    await task.cancel()
  })
})

test.each(rows)('%s, %s: a tool that fails as a task has a result that says so', async (...row) => {
  verifies('TASK-19', 'TASKX-23')
  await withClient(row, async (client) => {
    const task = await client.callTask('fail', {})
    expect(await task.result()).toMatchObject({ isError: true })
    expect(task.status).toBe(row[0] === '2025-11-25' ? 'failed' : 'completed')
  })
})

test.each(rows)('%s, %s: a task that is cancelled is stopped', async (...row) => {
  verifies('TASK-16', 'TASKX-21')
  await withClient(row, async (client, name) => {
    const task = await client.callTask('stay', { name })
    await task.cancel()
    await expect(task.result()).rejects.toMatchObject({ code: 'closed' })
    expect([task.status, stopped.filter((other) => other === name)]).toEqual(['cancelled', [name]])
  })
})

test.each(rows)('%s, %s: getTask takes a task up with another client, which answers what it asks', async (...row) => {
  await withClient(row, async (client, _name, connectAgain) => {
    const { id } = await client.callTask('greet', { greeting: 'Hi' })
    const other = await connectAgain()
    const output = z.object({ reported: z.string() })
    const task = await other.getTask(id, { output })
    expect(task.id).toBe(id)
    const { structuredContent } = await task.result()
    expect([structuredContent?.reported, task.status]).toEqual(['Hi Ada of file:///a', 'completed'])
    const over = await other.getTask(id)
    expect([over.status, (await over.result()).structuredContent]).toEqual(['completed', structuredContent])
    await expect(other.getTask('unknown')).rejects.toMatchObject({ code: -32602 })
    await other.close()
  })
})
