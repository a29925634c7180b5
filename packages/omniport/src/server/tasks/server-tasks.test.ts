import { describe, expect, test } from 'vitest'
import { connectRaw } from '#test/support/connect-raw.js'
import { createJob } from '#test/support/create-job.js'
import { defineServer } from '#test/support/define-server.js'
import { tool } from '../tools/tool.js'

const methods = ['tasks/get', 'tasks/list', 'tasks/cancel', 'tasks/result']
const plain = tool({ run: () => 'ran' })
const must = tool({ task: 'required', run: () => 'ran' })
const ran = { content: [{ type: 'text', text: 'ran' }] }

describe('a server without tools that can go on as tasks', () => {
  test('has no methods of tasks', async () => {
    const { request, close } = await connectRaw(defineServer({ tools: { plain } }).server)
    const errors = []
    for (const method of methods) errors.push((await request(method, { taskId: 'x' })).error)
    expect(errors).toEqual(methods.map((method) => ({ code: -32601, message: `Method not found: ${method}` })))
    close()
  })

  test('runs a call though it wishes for a task', async () => {
    const { request, close } = await connectRaw(defineServer({ tools: { plain } }).server)
    expect((await request('tools/call', { name: 'plain', task: {} })).result).toEqual(ran)
    close()
  })
})

describe('a server with such tools', () => {
  test('has them, once the first is there', async () => {
    const { server } = defineServer({ tools: { plain } })
    server.tools.set('must', must)
    server.tools.set('other', must)
    const { request, close } = await connectRaw(server)
    expect((await request('tasks/list')).result).toEqual({ tasks: [] })
    const errors = []
    for (const method of ['tasks/get', 'tasks/cancel', 'tasks/result'])
      errors.push((await request(method, { taskId: 'x' })).error?.message)
    expect(errors).toEqual(['Unknown task', 'Unknown task', 'Unknown task'])
    close()
    await server.close()
  })

  test('refuses a modern client without the extension what can be a task only, and nothing else', async () => {
    const { server } = defineServer({ tools: { plain, must, job: tool({ task: 'optional', run: () => 'ran' }) } })
    const { request, close } = await connectRaw(server, { revision: '2026-07-28' })
    for (const name of ['plain', 'job']) expect((await request('tools/call', { name })).result).toMatchObject(ran)
    expect((await request('tools/call', { name: 'must' })).error).toMatchObject({
      code: -32021,
      message: 'must can only be called with the extension io.modelcontextprotocol/tasks',
    })
    close()
  })

  test('serves a call without a wish as ever', async () => {
    const { server } = defineServer({ tools: { plain, job: tool({ task: 'optional', run: () => 'ran' }) } })
    const { request, close } = await connectRaw(server)
    expect((await request('tools/call', { name: 'job' })).result).toEqual(ran)
    expect((await request('tools/call', { name: 'plain' })).result).toEqual(ran)
    close()
  })

  test.each(['2024-11-05', '2025-03-26', '2025-06-18'] as const)(
    'does so for %s, whatever it wishes',
    async (revision) => {
      const { server } = defineServer({ tools: { must } })
      const { request, close } = await connectRaw(server, { revision })
      expect((await request('tools/call', { name: 'must', task: {} })).result).toEqual(ran)
      close()
    },
  )

  test('tells a client of 2026-07-28 what it lacks', async () => {
    const { server } = defineServer({ tools: { must } })
    const { request, close } = await connectRaw(server, { revision: '2026-07-28' })
    expect((await request('tools/call', { name: 'must' })).error).toEqual({
      code: -32021,
      message: 'must can only be called with the extension io.modelcontextprotocol/tasks',
      data: { requiredCapabilities: { extensions: { 'io.modelcontextprotocol/tasks': {} } } },
    })
    close()
  })

  test('ends the tasks that run when it is closed', async () => {
    const { server, runtime } = defineServer({ tools: { job: createJob().job } })
    const { request, settle, close } = await connectRaw(server)
    await request('tools/call', { name: 'job', task: {} })
    await settle()
    expect(runtime.timers).toBeGreaterThan(0)
    close()
    await server.close()
    expect(runtime.timers).toBe(0)
  })

  test('begins no task once it is closing', async () => {
    const { server } = defineServer({ tools: { must } })
    const { request, close } = await connectRaw(server)
    await server.close()
    expect((await request('tools/call', { name: 'must', task: {} })).error).toEqual({
      code: -32603,
      message: 'The server is closed',
    })
    close()
  })
})
