import { describe, expect, test } from 'vitest'
import { discovered, type Reply } from '../fixtures/fake-server.js'
import { capabilities, content, created, relatedTask, start, state } from './fixtures/legacy-tasks.js'
import * as modern from './fixtures/modern-tasks.js'

const noTasks = {
  code: 'unsupported',
  message: 'The server did not declare that it calls tools as tasks',
}
const onlyAsTask: Reply = { error: { code: -32601, message: 'Only as a task' } }
const ok = { content, _meta: relatedTask }

describe('2025-11-25: a tool', () => {
  test('that must be a task is called as one, once that is known', async () => {
    const { client, server, runtime } = await start({})
    await client.listTools()
    const call = client.callTool('required', { a: 1 })
    await runtime.advance(100)
    expect(await call).toEqual(ok)
    expect(server.ofMethod('tools/call').map(({ params }) => params?.['task'])).toEqual([expect.any(Object)])
    await client.close()
  })

  test('that is refused is looked up, and called again as a task if it must be one', async () => {
    const { client, server, runtime } = await start({})
    const call = client.callTool('required', {})
    await runtime.advance(100)
    expect(await call).toEqual(ok)
    expect(server.methods).toEqual(['tools/call', 'tools/list', 'tools/call', 'tasks/get', 'tasks/result'])
    await client.close()
  })

  test.each(['optional', 'forbidden', 'silent', 'unlisted'])(
    'that is refused though it is %s stays refused',
    async (name) => {
      const { client, server } = await start({ 'tools/call': () => onlyAsTask })
      await expect(client.callTool(name, {})).rejects.toMatchObject({ code: -32601, message: 'Only as a task' })
      expect(server.methods).toEqual(['tools/call', 'tools/list'])
      await client.close()
    },
  )

  test('that is refused is neither looked up nor called again with autoRefresh: false', async () => {
    const { client, server } = await start({}, { autoRefresh: false })
    await expect(client.callTool('required', {})).rejects.toMatchObject({ code: -32601, message: 'Only as a task' })
    expect(server.methods).toEqual(['tools/call'])
    await client.close()
  })

  test('that is refused for another reason is not looked up', async () => {
    const { client, server } = await start({ 'tools/call': () => ({ error: { code: -32602, message: 'No' } }) })
    await expect(client.callTool('required', {})).rejects.toMatchObject({ code: -32602 })
    expect(server.methods).toEqual(['tools/call'])
    await client.close()
  })

  test('whose list cannot be had stays refused, and that is reported', async () => {
    const { client, server, errors } = await start({
      'tools/list': () => ({ error: { code: -32603, message: 'Broken' } }),
    })
    await expect(client.callTool('required', {})).rejects.toMatchObject({ code: -32601, message: 'Only as a task' })
    expect([server.methods, errors.map(({ message }) => message)]).toEqual([['tools/call', 'tools/list'], ['Broken']])
    await client.close()
  })

  test('of a server without tasks is neither looked up nor made a task', async () => {
    const { client, server } = await start({
      initialize: () => ({
        result: { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo: { name: 'a', version: '1' } },
      }),
    })
    await client.listTools()
    await expect(client.callTool('required', {})).rejects.toMatchObject({ code: -32601, message: 'Only as a task' })
    await expect(client.callTask('required', {})).rejects.toMatchObject(noTasks)
    await expect(client.getTask('t1')).rejects.toMatchObject(noTasks)
    expect(server.methods).toEqual(['tools/list', 'tools/call'])
    await client.close()
  })
})

describe('2025-11-25: callTask', () => {
  test.each(['required', 'optional'])('starts a tool whose tasks are %s, and lists the tools once', async (name) => {
    const { client, server } = await start({})
    const first = await client.callTask(name, {})
    const second = await client.callTask(name, {})
    expect([first.id, first.status, second.id]).toEqual(['t1', 'working', 't1'])
    expect(server.methods).toEqual(['tools/list', 'tools/call', 'tools/call'])
    await client.close()
  })

  test('cuts a long name off in its error', async () => {
    const { client } = await start({})
    await expect(client.callTask('x'.repeat(65), {})).rejects.toMatchObject({
      code: 'unsupported',
      message: `The tool "${'x'.repeat(64)}" cannot be called as a task`,
    })
    await client.close()
  })

  test('gives what is over already where the server answers at once', async () => {
    const { client, server } = await start({ 'tools/call': () => ({ result: { content } }) })
    const task = await client.callTask('optional', {})
    expect([task.id, task.status, await task.result()]).toEqual(['', 'completed', { content }])
    await task.cancel()
    expect(server.ofMethod('tasks/cancel')).toEqual([])
    await client.close()
  })

  test('fails where the tools cannot be listed', async () => {
    const { client, server } = await start({ 'tools/list': () => ({ error: { code: -32603, message: 'Broken' } }) })
    await expect(client.callTask('optional', {})).rejects.toMatchObject({ code: -32603, message: 'Broken' })
    expect(server.ofMethod('tools/call')).toEqual([])
    await client.close()
  })
})

describe('2025-11-25: getTask', () => {
  test('takes up a task, and follows it', async () => {
    const { client, server, runtime } = await start({
      'tasks/get': ({ params }, fake) =>
        params?.['taskId'] === 't1' && fake.ofMethod('tasks/get').length < 2 ? state('working') : state('completed'),
    })
    const task = await client.getTask('t1')
    expect([task.id, task.status]).toEqual(['t1', 'working'])
    const result = task.result()
    await runtime.advance(200)
    expect(await result).toEqual(ok)
    expect(server.methods.slice(0, 2)).toEqual(['tasks/get', 'tasks/get'])
    await client.close()
  })

  test('refuses another task', async () => {
    const { client } = await start({})
    await expect(client.getTask('t2')).rejects.toMatchObject({
      code: 'invalid_result',
      message: 'tasks/get: the task is another',
    })
    await client.close()
  })
})

describe('2026-07-28', () => {
  test('a call that becomes a task gives it, and its result', async () => {
    const { client, server, runtime } = await modern.start({})
    const task = await client.callTask('x', {})
    expect([task.id, task.status]).toEqual(['t1', 'working'])
    const result = task.result()
    await runtime.advance(100)
    expect(await result).toEqual({ content: [{ type: 'text', text: 'ok' }] })
    expect(server.methods).toEqual(['tools/call', 'tasks/get'])
    await client.close()
  })

  test('a call that is answered at once gives a task that is over', async () => {
    const { client } = await modern.start({ 'tools/call': () => ({ result: { resultType: 'complete', content: [] } }) })
    const task = await client.callTask('x', {})
    expect([task.id, task.status, await task.result()]).toEqual(['', 'completed', { content: [] }])
    await client.close()
  })

  test('what another extension leads to is over already', async () => {
    const resultTypes = {
      later: { methods: ['tools/call'], run: async () => ({ content: [{ type: 'text', text: 'later' }] }) },
    }
    const { client } = await modern.start(
      { 'tools/call': () => ({ result: { resultType: 'later' } }) },
      { extensions: { 'com.example/x': { resultTypes } } },
    )
    const task = await client.callTask('x', {})
    expect([task.id, await task.result()]).toEqual(['', { content: [{ type: 'text', text: 'later' }] }])
    await client.close()
  })

  test('a tool that is refused is not looked up: no tool must be a task', async () => {
    const { client, server } = await modern.start({ 'tools/call': () => onlyAsTask })
    await expect(client.callTool('required', {})).rejects.toMatchObject({ code: -32601 })
    expect(server.methods).toEqual(['tools/call'])
    await client.close()
  })

  test('a task is taken up by its id, and may be another one', async () => {
    const { client, runtime } = await modern.start({})
    const task = await client.getTask('t1')
    const result = task.result()
    await runtime.advance(100)
    expect([task.id, await result]).toEqual(['t1', { content: [{ type: 'text', text: 'ok' }] }])
    await expect(client.getTask('t2')).rejects.toMatchObject({ message: 'tasks/get: the task is another' })
    await client.close()
  })

  test.each<[string, object]>([
    ['no extension', { tools: {} }],
    ['other extensions', { tools: {}, extensions: {} }],
    ['the extension as a flag', { tools: {}, extensions: { 'io.modelcontextprotocol/tasks': true } }],
    ['the tasks of 2025-11-25', capabilities],
  ])('a server with %s has no tasks', async (_name, declared) => {
    const { client, server } = await modern.start({ 'server/discover': () => discovered(declared) })
    await expect(client.callTask('x', {})).rejects.toMatchObject(noTasks)
    await expect(client.getTask('t1')).rejects.toMatchObject(noTasks)
    expect(server.methods).toEqual([])
    await client.close()
  })
})

test('2025-06-18: there are no tasks, whatever a server declares', async () => {
  const { client, server } = await start(
    {
      initialize: () => ({
        result: {
          protocolVersion: '2025-06-18',
          capabilities: { ...capabilities, extensions: { 'io.modelcontextprotocol/tasks': {} } },
          serverInfo: { name: 'a', version: '1' },
        },
      }),
    },
    { revision: '2025-06-18' },
  )
  await expect(client.callTask('x', {})).rejects.toMatchObject(noTasks)
  await expect(client.getTask('t1')).rejects.toMatchObject(noTasks)
  expect(server.methods).toEqual([])
  await client.close()
})

test('a task that was created is given with the result that made it', async () => {
  const { client, server } = await start({ 'tools/call': () => created({ pollInterval: 50 }) })
  const task = await client.callTask('optional', {}, { meta: { 'com.example/a': 1 } })
  expect(task.id).toBe('t1')
  expect(server.ofMethod('tools/call')[0]?.params).toMatchObject({ name: 'optional', _meta: { 'com.example/a': 1 } })
  await client.close()
})
