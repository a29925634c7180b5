import { describe, expect, test } from 'vitest'
import { verifies } from '#test/requirements/verifies.js'
import { settled } from '#test/support/virtual-runtime.js'
import { done, start, state } from '../fixtures/modern-tasks.js'

describe('giving up a call that became a task', () => {
  test('cancels the task, by its own request, and rejects at once with the reason', async () => {
    verifies('TASKX-22', 'TASKX-28')
    const { client, server, runtime } = await start({ 'tasks/get': () => state('working') })
    const stop = new AbortController()
    const call = client.callTool('x', {}, { signal: stop.signal })
    await runtime.advance(250)
    stop.abort(new Error('enough'))
    await expect(call).rejects.toThrow('enough')
    await settled()
    expect(server.methods.slice(-2)).toEqual(['tasks/get', 'tasks/cancel'])
    expect(server.ofMethod('notifications/cancelled')).toEqual([])
    expect(runtime.timers).toBe(0)
    await client.close()
  })

  test('while a poll is open leaves that alone', async () => {
    verifies('TASKX-22')
    const { client, server, runtime } = await start({ 'tasks/get': () => undefined })
    const stop = new AbortController()
    const call = client.callTool('x', {}, { signal: stop.signal })
    await runtime.advance(100)
    stop.abort(new Error('enough'))
    await expect(call).rejects.toThrow('enough')
    await settled()
    expect(server.methods).toEqual(['tools/call', 'tasks/get', 'tasks/cancel'])
    await client.close()
  })

  test('after maxTimeoutMs is for the client to do, however well the server answers', async () => {
    const { client, server, runtime } = await start({ 'tasks/get': () => state('working') })
    const rejected = expect(client.callTool('x', {}, { maxTimeoutMs: 1_000 })).rejects.toMatchObject({
      code: 'timeout',
      message: 'No answer within 1000 ms',
    })
    await runtime.advance(1_000)
    await rejected
    await settled()
    expect(server.methods.at(-1)).toBe('tasks/cancel')
    await client.close()
  })

  test('is for the caller: no time of the connection ends a task', async () => {
    const { client, server, runtime } = await start({
      'tasks/get': (_message, fake) =>
        fake.ofMethod('tasks/get').length > 30 ? done() : state('working', { pollIntervalMs: 60_000 }),
    })
    const call = client.callTool('x', {})
    await runtime.advance(40 * 60_000)
    expect(await call).toMatchObject({ content: [{ text: 'ok' }] })
    expect(server.ofMethod('tasks/cancel')).toEqual([])
    await client.close()
  })

  test('may be done at any time to a task that may live forever', async () => {
    const { client, server, runtime } = await start({ 'tasks/get': () => state('working', { ttlMs: null }) })
    const stop = new AbortController()
    const rejected = expect(client.callTool('x', {}, { signal: stop.signal })).rejects.toThrow('enough')
    await runtime.advance(15 * 60_000)
    stop.abort(new Error('enough'))
    await rejected
    await settled()
    expect([server.methods.at(-1), runtime.timers]).toEqual(['tasks/cancel', 0])
    await client.close()
  })

  test('comes after timeoutMs only where a poll is not answered', async () => {
    const { client, server, runtime } = await start({
      'tasks/get': (_message, fake) => (fake.ofMethod('tasks/get').length < 30 ? state('working') : undefined),
    })
    let isOver = false
    const call = client.callTool('x', {}, { timeoutMs: 1_000 }).finally(() => {
      isOver = true
    })
    const rejected = expect(call).rejects.toMatchObject({ code: 'timeout' })
    await runtime.advance(3_999)
    expect(isOver).toBe(false)
    await runtime.advance(1)
    await rejected
    await settled()
    expect(server.ofMethod('tasks/cancel').length).toBe(1)
    await client.close()
  })

  test('is what a client does with a task that outlives its time', async () => {
    const { client, server, runtime } = await start({ 'tasks/get': () => state('working', { ttlMs: 2_000 }) })
    const rejected = expect(client.callTool('x', {})).rejects.toMatchObject({
      code: 'timeout',
      message: 'The task "t1" is working longer than the 2000 ms it may live',
    })
    await runtime.advance(12_200)
    await rejected
    await settled()
    expect(server.methods.at(-1)).toBe('tasks/cancel')
    await client.close()
  })

  test('by closing the client ends it with that', async () => {
    const { client, runtime } = await start({ 'tasks/get': () => state('working') })
    const rejected = expect(client.callTool('x', {})).rejects.toMatchObject({ code: 'closed' })
    await runtime.advance(250)
    await client.close()
    await rejected
    expect(runtime.timers).toBe(0)
  })
})
