import { describe, expect, test } from 'vitest'
import { connectRaw } from '#test/support/connect-raw.js'
import { type DefineOptions, defineServer } from '#test/support/define-server.js'
import { thrownBy } from '#test/support/thrown-by.js'
import { prompt } from './prompts/prompt.js'
import { resource } from './resources/resource.js'
import { tool } from './tools/tool.js'

const run = () => ''
const aPrompt = prompt({ get: run })
const note = (more: object = {}) => resource({ uri: 'note:{id}', read: run, ...more })

async function capabilitiesOf(options: DefineOptions): Promise<unknown> {
  const { request, close } = await connectRaw(defineServer(options).server, { revision: '2026-07-28' })
  const { result } = await request('server/discover')
  close()
  return result?.['capabilities']
}

describe('what transports know of a server', () => {
  test('is who it is, without what it was not given', () => {
    const { environment } = defineServer({ name: 'notes' }).server
    expect([environment.name, environment.info]).toEqual(['notes', { name: 'notes', version: '1' }])
    const described = {
      title: 'T',
      description: 'D',
      icons: [{ src: 'https://a.example/i' }],
      websiteUrl: 'https://a.example/',
    }
    expect(defineServer(described).server.environment.info).toEqual({ name: 's', version: '1', ...described })
    expect(Object.isFrozen(environment)).toBe(true)
  })

  test('is what it was given to run with', () => {
    const { server, logger, runtime } = defineServer({ limits: { rounds: 3 }, secrets: ['x'.repeat(32)] })
    const { environment } = server
    expect([environment.logger, environment.runtime, environment.secrets]).toEqual([logger, runtime, ['x'.repeat(32)]])
    expect([environment.limits?.rounds, environment.stores]).toEqual([3, undefined])
  })

  test('is the revisions that it serves, oldest first', () => {
    expect(defineServer({ revisions: ['2026-07-28', '2025-06-18'] }).server.environment.revisions).toEqual([
      '2025-06-18',
      '2026-07-28',
    ])
    expect(defineServer().server.environment.revisions?.length).toBe(5)
  })
})

describe('the features of a server', () => {
  const changes = { listChanged: true }
  test.each<[string, DefineOptions, object]>([
    ['nothing', {}, {}],
    [
      'empty registries',
      { tools: {}, prompts: {}, resources: {} },
      { tools: changes, prompts: changes, resources: { ...changes, subscribe: true } },
    ],
    ['a tool', { tools: { t: tool({ run }) } }, { tools: changes }],
    ['a prompt', { prompts: { p: aPrompt } }, { prompts: changes }],
    [
      'a prompt that completes',
      {
        prompts: {
          p: prompt({ arguments: { type: 'object', properties: { a: { enum: ['x'] } } }, get: run } as never),
        },
      },
      { prompts: changes, completions: {} },
    ],
    ['a template', { resources: { n: note() } }, { resources: { ...changes, subscribe: true } }],
    [
      'a template that completes',
      { resources: { n: note({ complete: { id: ['x'] } }) } },
      { resources: { ...changes, subscribe: true }, completions: {} },
    ],
    ['quiet tools', { tools: {}, capabilities: { tools: { listChanged: false } } }, { tools: {} }],
    ['quiet prompts', { prompts: {}, capabilities: { prompts: { listChanged: false } } }, { prompts: {} }],
    [
      'quiet resources',
      { resources: {}, capabilities: { resources: { listChanged: false } } },
      { resources: { subscribe: true } },
    ],
    [
      'resources without subscriptions',
      { resources: {}, capabilities: { resources: { subscribe: false } } },
      { resources: changes },
    ],
    [
      'all that may be left out, left in',
      {
        tools: {},
        prompts: {},
        resources: {},
        capabilities: { tools: {}, prompts: { listChanged: true }, resources: { listChanged: true, subscribe: true } },
      },
      { tools: changes, prompts: changes, resources: { ...changes, subscribe: true } },
    ],
    ['an experiment', { experimental: { x: { y: 1 } } }, { experimental: { x: { y: 1 } } }],
    [
      'a tool that can be a task',
      { tools: { t: tool({ task: 'optional', run }) } },
      { tools: changes, extensions: { 'io.modelcontextprotocol/tasks': {} } },
    ],
  ])('are those of %s', async (_name, options, declared) => {
    expect(await capabilitiesOf(options)).toEqual({ logging: {}, ...declared })
  })

  test('come with definitions that are added later', async () => {
    const { server } = defineServer()
    server.prompts.set('p', aPrompt)
    const { request, close } = await connectRaw(server)
    expect((await request('prompts/list')).result).toEqual({ prompts: [{ name: 'p' }] })
    close()
  })
})

describe('a server', () => {
  test('mounts servers only', () => {
    const { server } = defineServer()
    for (const other of [{}, undefined, null]) {
      expect(thrownBy(() => server.mount('a', other as never))).toEqual(
        new TypeError('mount: the second argument must come from createServer'),
      )
    }
  })

  test('says that a page is done with in its sessions alone', async () => {
    const { server } = defineServer()
    const { messages, settle, close } = await connectRaw(server)
    server.elicitationComplete('unknown')
    await settle()
    expect(messages).toEqual([])
    close()
  })

  test('waits with its middleware around every message', async () => {
    const { server } = defineServer({ use: [(next) => (message, exchange) => next(message, exchange)] })
    const passed: string[] = []
    server.use((next) => (message, exchange) => {
      passed.push(message.method)
      return next(message, exchange)
    })
    const { request, close } = await connectRaw(server)
    await request('ping')
    expect(passed).toEqual(['initialize', 'notifications/initialized', 'ping'])
    close()
  })

  test('closes at once where nothing runs, and leaves no timer', async () => {
    const { server, runtime } = defineServer({ tools: { t: tool({ run }) } })
    await server.close()
    expect(runtime.timers).toBe(0)
    const { request, close } = await connectRaw(server, { handshake: 'none' })
    expect((await request('ping')).error).toEqual({ code: -32603, message: 'The server is closed' })
    close()
  })
})
