import { expect, test } from 'vitest'
import { verifies } from '#test/requirements/verifies.js'
import { connectRaw } from '#test/support/connect-raw.js'
import { defineServer } from '#test/support/define-server.js'
import { createSession, TaskWorld } from '#test/support/task-nodes.js'
import type { Context } from '../../requests/context.js'
import { tool } from '../../tools/tool.js'
import { truncateStatus } from './task-status-line.js'

function setUp(run: (ctx: Context) => unknown) {
  const world = new TaskWorld()
  const contexts: Context[] = []
  const t = tool({
    task: 'optional',
    run: (_args, ctx) => {
      contexts.push(ctx)
      run(ctx)
      return new Promise<string>(() => {})
    },
  })
  return { world, node: world.node({ t }), context: () => contexts[0] }
}

test('a task says how far it is, at most once a second', async () => {
  const { world, node, context } = setUp((ctx) => ctx.progress(1, 9, 'one'))
  const id = await node.create('t')
  await world.settle()
  const status = async () => (await node.get(id)).task.statusMessage
  expect(await status()).toBe('one')
  const { version } = await node.get(id)
  for (let n = 2; n < 9; n += 1) context()?.progress(n, 9, `step ${n}`)
  context()?.progress(9)
  await world.pass(999)
  expect([await status(), (await node.get(id)).version]).toEqual(['one', version])
  await world.pass(1)
  expect(await status()).toBe('step 8')
  context()?.progress(10, undefined, 'last')
  await node.service.cancel(id, 'stdio')
  await world.pass(5_000)
  expect([await status(), world.runtime.timers]).toEqual(['The task was cancelled by request.', 0])
})

test('what a task says of itself has a length', () => {
  expect(truncateStatus('a'.repeat(1_000))).toBe('a'.repeat(1_000))
  expect(truncateStatus('a'.repeat(1_001))).toBe(`${'a'.repeat(1_000)}…`)
  expect(truncateStatus(`${'a'.repeat(999)}😀`)).toBe(`${'a'.repeat(999)}…`)
})

test('at 2025-11-25 progress and log go over the session, and name the task', async () => {
  verifies('TASK-14')
  const { world, node, context } = setUp((ctx) => {
    ctx.progress(1, 2, 'half')
    ctx.log.info('started')
  })
  const session = createSession()
  const id = await node.create('t', {}, { revision: '2025-11-25', session, meta: { progressToken: 'p' } })
  await world.settle()
  const _meta = { 'io.modelcontextprotocol/related-task': { taskId: id } }
  expect(session.notified).toEqual([
    {
      jsonrpc: '2.0',
      method: 'notifications/progress',
      params: { progressToken: 'p', progress: 1, total: 2, message: 'half', _meta },
    },
    { jsonrpc: '2.0', method: 'notifications/message', params: { level: 'info', logger: 't', data: 'started', _meta } },
  ])
  await node.service.cancel(id, 'stdio')
  await world.settle()
  context()?.progress(2, 2, 'late')
  context()?.log.info('late')
  await world.pass(1_000)
  expect(session.notified.length).toBe(2)
})

test('the token of the call is good until the task has ended, and no longer', async () => {
  verifies('PRO-08')
  const contexts: Context[] = []
  let end = (_text: string) => {}
  const run = (_args: unknown, ctx: Context) => {
    contexts.push(ctx)
    return new Promise<string>((resolve) => {
      end = resolve
    })
  }
  const { server, runtime } = defineServer({ tools: { t: tool({ task: 'optional', run }) } })
  const { request, messages, settle, close } = await connectRaw(server)
  const made = await request('tools/call', { name: 't', task: {}, _meta: { progressToken: 'p' } })
  const { taskId = '' } = (made.result?.['task'] ?? {}) as { readonly taskId?: string }
  await settle()
  const report = async (done: number) => {
    contexts[0]?.progress(done)
    runtime.advance(1_000)
    await settle()
    return messages.splice(0).filter(({ method }) => method === 'notifications/progress')
  }
  const reported = (progress: number) => {
    const _meta = { 'io.modelcontextprotocol/related-task': { taskId } }
    const params = { progressToken: 'p', progress, _meta }
    return [{ jsonrpc: '2.0', method: 'notifications/progress', params }]
  }
  expect([await report(1), await report(2)]).toEqual([reported(1), reported(2)])
  end('done')
  await settle()
  expect((await request('tasks/get', { taskId })).result?.['status']).toBe('completed')
  expect(await report(3)).toEqual([])
  close()
})

test('at 2026-07-28 there is neither progress nor log', async () => {
  verifies('TASKX-27')
  const { world, node } = setUp((ctx) => {
    ctx.progress(1, 2, 'half')
    ctx.log.error('broken')
  })
  const notifications: unknown[] = []
  const meta = { progressToken: 'p', 'io.modelcontextprotocol/logLevel': 'debug' }
  const id = await node.create('t', {}, { meta, exchange: { notify: (message) => notifications.push(message) } })
  await world.settle()
  expect([notifications, (await node.get(id)).task.statusMessage]).toEqual([[], 'half'])
})

test('a task knows who called it, and how', async () => {
  const { world, node, context } = setUp(() => {})
  await node.create('t', {}, { who: 'ann', meta: { progressToken: 'p', other: 1 }, revision: '2025-11-25' })
  await world.settle()
  const { request, principal, client, revision } = context() ?? {}
  expect([request, principal, client, revision]).toEqual([
    { id: 1, method: 'tools/call', meta: { progressToken: 'p', other: 1 }, headers: undefined },
    { id: 'ann', scopes: [], claims: {} },
    expect.objectContaining({ name: 'c', version: '1' }),
    '2025-11-25',
  ])
})
