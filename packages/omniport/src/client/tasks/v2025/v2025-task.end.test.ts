import { getEventListeners } from 'node:events'
import { expect, test } from 'vitest'
import { settled } from '#test/support/virtual-runtime.js'
import { inTurn } from '../fixtures/in-turn.js'
import { content, created, paramsOf, start, state } from '../fixtures/legacy-tasks.js'

test('a call that ended as a task leaves no listener at its signal', async () => {
  const { client, runtime } = await start({ 'tasks/get': inTurn(state('working'), state('completed')) })
  await client.listTools()
  const { signal } = new AbortController()
  const call = client.callTool('required', {}, { signal })
  await runtime.advance(100)
  expect(getEventListeners(signal, 'abort')).toHaveLength(1)
  await runtime.advance(100)
  expect(await call).toMatchObject({ content })
  await settled()
  expect([getEventListeners(signal, 'abort'), runtime.timers]).toEqual([[], 0])
  await client.close()
})

test('a task that is cancelled while its result is waited for ends that wait, with what the server says', async () => {
  const { client, server, runtime } = await start({
    'tools/call': () => created({ status: 'working' }),
    'tasks/get': () => state('working'),
    'tasks/cancel': () => state('cancelled', { statusMessage: 'as you wish' }),
  })
  const task = await client.callTask('optional', {})
  const rejected = expect(task.result()).rejects.toMatchObject({
    code: 'closed',
    message: 'The task "t1" was cancelled: as you wish',
  })
  await runtime.advance(100)
  await task.cancel()
  await rejected
  await task.cancel()
  expect([task.status, server.ofMethod('tasks/cancel').map(paramsOf)]).toEqual(['cancelled', [{ taskId: 't1' }]])
  await client.close()
  expect(runtime.timers).toBe(0)
})

test('a server that refuses to cancel a task is asked if that is over', async () => {
  const refused = { error: { code: -32602, message: 'It is over' } }
  const over = await start({ 'tasks/get': inTurn(state('completed')), 'tasks/cancel': () => refused })
  const done = await over.client.callTask('optional', {})
  await done.cancel()
  expect([done.status, over.server.methods.slice(-2)]).toEqual(['completed', ['tasks/cancel', 'tasks/get']])
  await over.client.close()
  const going = await start({ 'tasks/get': () => state('working'), 'tasks/cancel': () => refused })
  const running = await going.client.callTask('optional', {})
  await expect(running.cancel()).rejects.toMatchObject({ code: -32602, message: 'It is over' })
  expect(running.status).toBe('working')
  await going.client.close()
})

test('a server that fails to cancel a task is not asked again', async () => {
  const { client, server } = await start({ 'tasks/cancel': () => ({ error: { code: -32603, message: 'Broken' } }) })
  const task = await client.callTask('optional', {})
  await expect(task.cancel()).rejects.toMatchObject({ code: -32603, message: 'Broken' })
  expect(server.ofMethod('tasks/get')).toEqual([])
  await client.close()
})
