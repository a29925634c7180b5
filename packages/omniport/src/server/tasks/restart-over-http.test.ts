import { afterEach, describe, expect, test } from 'vitest'
import { verifies } from '#test/requirements/verifies.js'
import { defineServer } from '#test/support/define-server.js'
import { beginSession, modernHeaders, modernRequest, post } from '#test/support/http-client.js'
import { httpShells, type OpenShell } from '#test/support/http-shells.js'
import { SseReader } from '#test/support/sse-reader.js'
import { createHttpRuntime, settled } from '#test/support/virtual-runtime.js'
import { metaKeys } from '../../protocol/meta/meta-keys.js'
import { createMemoryTasks } from '../../store/memory/memory-tasks.js'
import { tool } from '../tools/tool.js'

const form = { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] } as const
const accept = { action: 'accept', content: { name: 'Ann' } }
const capabilities = { elicitation: { form: {} }, extensions: { 'io.modelcontextprotocol/tasks': {} } }
const secrets = ['s'.repeat(32)]
const done = [{ type: 'text', text: 'second: receipt of first for Ann' }]

interface Answer {
  readonly result?: Readonly<Record<string, unknown>>
}

interface ReceivedRequest {
  readonly id: string
  readonly method: string
}

const resultOf = async (response: Response) => ((await response.json()) as Answer).result ?? {}

describe.each(httpShells)('$shell', ({ open }) => {
  const shells: OpenShell[] = []
  afterEach(async () => {
    for (const shell of shells.splice(0)) await shell.close()
  })

  /** Two nodes of one service; the first can be stopped. */
  async function start() {
    const runtime = createHttpRuntime()
    const stores = { tasks: createMemoryTasks({ clock: runtime }) }
    const did: string[] = []
    const node = async (name: string) => {
      const pay = tool({
        task: 'optional',
        async run(_args, ctx) {
          const receipt = await ctx.once('pay', () => {
            did.push(`${name} pays`)
            return `receipt of ${name}`
          })
          const { content } = await ctx.elicit('Who?', form, { key: 'name' })
          return `${name}: ${receipt} for ${content?.['name']}`
        },
      })
      const { server } = defineServer({ runtime, stores, secrets, tools: { pay } })
      const shell = await open(server, { sessions: false })
      shells.push(shell)
      return { server, shell }
    }
    const [first, second] = [await node('first'), await node('second')]
    const stop = async () => {
      await Promise.all([first.shell.closeHandler(), first.server.close()])
      runtime.advance(1) // its lease is over
    }
    return { first: first.shell, second: second.shell, stop, did }
  }

  test('another node goes on with a task of 2026-07-28 that waits for an answer, and does nothing twice', async () => {
    verifies('TASKX-12')
    const { first, second, stop, did } = await start()
    const ask = async (shell: OpenShell, method: string, params: Readonly<Record<string, unknown>>) => {
      const headers = { ...modernHeaders(method, params), 'mcp-name': String(params['taskId'] ?? params['name']) }
      const request = modernRequest(method, { ...params, _meta: { [metaKeys.clientCapabilities]: capabilities } })
      return resultOf(await post(shell, request, { headers }))
    }
    const { taskId } = await ask(first, 'tools/call', { name: 'pay' })
    /** The task as soon as it is in that status. */
    const until = async (shell: OpenShell, status: string) => {
      for (;;) {
        const task = await ask(shell, 'tasks/get', { taskId })
        if (task['status'] === status) return task
        await settled(1)
      }
    }
    await until(first, 'input_required')
    await stop()
    await ask(second, 'tasks/update', { taskId, inputResponses: { name: accept } })
    expect(await until(second, 'completed')).toMatchObject({ result: { content: done } })
    expect(did).toEqual(['first pays'])
  })

  test('another node asks what a task of 2025-11-25 waits for, and does nothing twice', async () => {
    verifies('TASK-15')
    const { first, second, stop, did } = await start()
    const session = await beginSession(first, { capabilities })
    const { task } = await resultOf(await session.request('tools/call', { name: 'pay', task: {} }))
    const { taskId } = (task as { taskId?: string } | undefined) ?? {}
    const firstReader = new SseReader(await session.request('tasks/result', { taskId }, 2))
    const asked = [(await firstReader.message()) as ReceivedRequest]
    const rest = firstReader.messages()
    await stop()
    expect(await rest).toEqual([{ jsonrpc: '2.0', id: 2, error: { code: -32603, message: 'The server is closing' } }])
    const { headers } = session
    const wait = { jsonrpc: '2.0', id: 3, method: 'tasks/result', params: { taskId } }
    const reader = new SseReader(await post(second, wait, { headers }))
    asked.push((await reader.message()) as ReceivedRequest)
    await post(second, { jsonrpc: '2.0', id: asked[1]?.id, result: accept }, { headers })
    expect(await reader.message()).toMatchObject({ id: 3, result: { content: done } })
    expect(asked.map(({ method }) => method)).toEqual(['elicitation/create', 'elicitation/create'])
    expect(did).toEqual(['first pays'])
  })
})
