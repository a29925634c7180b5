import { OmniportError } from 'omniport/jsonrpc'
import { describe, expect, test } from 'vitest'
import { verifies } from '#test/requirements/verifies.js'
import type { JsonObject } from '../messages/methods.js'
import { start, toolOf } from './fixtures/view-at-host.js'

describe('ui/initialize', () => {
  test('is answered with the host, and with the capabilities that follow from its functions', async () => {
    const { initialize, services } = start({
      ask: { link: () => true, tool: () => true },
      on: { log: () => {}, modelContext: () => {} },
      hostContext: { theme: 'dark' },
    })
    const content = { text: {}, image: {}, audio: {}, resource: {}, resourceLink: {} }
    expect(await initialize()).toEqual({
      protocolVersion: '2026-01-26',
      hostInfo: { name: 'host', version: '1' },
      hostCapabilities: {
        sandbox: { permissions: {} },
        openLinks: {},
        serverTools: {},
        serverResources: {},
        logging: {},
        updateModelContext: { ...content, structuredContent: {} },
      },
      hostContext: { theme: 'dark' },
    })
    expect(services.view).toEqual({ info: { name: 'view', version: '2' }, capabilities: {} })
  })

  test('comes first, and once', async () => {
    const { initialize, request } = start()
    expect(await request('resources/read', { uri: 'ui://a' })).toEqual([
      -32600,
      'resources/read: ui/initialize comes first',
    ])
    expect(await request('ping')).toEqual({})
    await initialize()
    expect(await initialize()).toEqual([-32600, 'ui/initialize: the view has started already'])
  })

  test.each([
    ['no name', { appInfo: {}, appCapabilities: {} }],
    ['no capabilities', { appInfo: { name: 'a', version: '1' } }],
    [
      'unknown display modes',
      { appInfo: { name: 'a', version: '1' }, appCapabilities: { availableDisplayModes: ['wide'] } },
    ],
  ])('is refused with %s', async (_, params) => {
    const { request, services } = start()
    expect([await request('ui/initialize', params), services.view]).toEqual([[-32602, expect.any(String)], undefined])
  })
})

describe('tools/call', () => {
  test.each(['open', 'both', 'own'])(
    'calls %s, with its arguments, and returns the members of a result',
    async (name) => {
      verifies('APPS-09')
      const { calls, initialize, request } = start({ ask: { tool: () => true } })
      await initialize()
      const result = { content: [{ type: 'text', text: 'done' }], structuredContent: { a: 1 } }
      expect(await request('tools/call', { name, arguments: { b: 2 } })).toEqual(result)
      expect(calls).toEqual([[name, { b: 2 }]])
    },
  )

  test.each(['secret', 'odd', 'missing', '__proto__', ''])('refuses %s, without a question', async (name) => {
    verifies('APPS-09')
    const asked: unknown[] = []
    const { calls, initialize, request } = start({ ask: { tool: ({ tool }) => asked.push(tool.name) > 0 } })
    await initialize()
    const message = `tools/call: the server has no tool for apps with the name ${JSON.stringify(name)}`
    expect([await request('tools/call', { name }), calls, asked]).toEqual([[-32602, message], [], []])
  })

  test('asks with the tool and its arguments, and calls nothing when the answer is no', async () => {
    const asked: unknown[] = []
    const tool = (call: unknown) => asked.push(call) < 0
    const { calls, initialize, request } = start({ ask: { tool } })
    await initialize()
    expect(await request('tools/call', { name: 'own', arguments: { a: 1 } })).toEqual([
      -32000,
      'Tool call denied by user',
    ])
    expect([asked, calls]).toEqual([[{ tool: toolOf('own', { visibility: ['app'] }), arguments: { a: 1 } }], []])
  })

  test('calls nothing when nobody can be asked, or the view has withdrawn its request', async () => {
    const quiet = start()
    await quiet.initialize()
    expect(await quiet.request('tools/call', { name: 'own' })).toEqual([
      -32601,
      'tools/call: this host calls no tools for views',
    ])
    const controller = new AbortController()
    const withdraw = () => {
      controller.abort()
      return true
    }
    const late = start({ ask: { tool: withdraw } })
    await late.initialize()
    await late.request('tools/call', { name: 'own' }, controller.signal)
    expect([quiet.calls, late.calls]).toEqual([[], []])
  })

  test('tells a view the kind of a local error, and no more', async () => {
    const fails = () => {
      throw new OmniportError('denied', 'ada said no')
    }
    const { initialize, request } = start({ ask: { tool: fails } })
    await initialize()
    expect(await request('tools/call', { name: 'own' })).toEqual([-32000, 'tools/call: denied'])
  })
})

describe('ui/open-link', () => {
  test('opens an address that was allowed', async () => {
    const { calls, initialize, request } = start({ ask: { link: (url) => url.hostname === 'a.example' } })
    await initialize()
    expect(await request('ui/open-link', { url: 'https://a.example/b' })).toEqual({})
    expect(await request('ui/open-link', { url: 'https://c.example' })).toEqual([-32000, 'Link opening denied by user'])
    expect(calls).toEqual(['opened https://a.example/b'])
  })

  test.each([
    'javascript:alert(1)',
    'data:text/html,a',
    'file:///etc/passwd',
    'mailto:a@b.example',
    'blob:https://a.example/1',
    '/path',
    '',
  ])('refuses %s without a question', async (url) => {
    const { calls, initialize, request } = start({ ask: { link: () => true } })
    await initialize()
    expect([await request('ui/open-link', { url }), calls]).toEqual([
      [-32000, 'Invalid URL: it must be http or https'],
      [],
    ])
  })

  test.each(['link', 'other'] as const)('opens nothing when the host asks about a %s', async (kind) => {
    const ask = kind === 'link' ? { link: () => 'yes' as unknown as boolean } : {}
    const { calls, initialize, request } = start({ ask })
    await initialize()
    expect([await request('ui/open-link', { url: 'https://a.example' }), calls]).toEqual([
      [-32000, 'Link opening denied by user'],
      [],
    ])
  })

  test('asks one thing at a time, and not more often than the limit', async () => {
    let answer = (_: boolean) => {}
    const { clock, initialize, request } = start({ ask: { link: () => new Promise((resolve) => (answer = resolve)) } })
    await initialize()
    const open = () => request('ui/open-link', { url: 'https://a.example' })
    const results: unknown[] = []
    for (let round = 0; round < 21; round += 1) {
      const first = open()
      results.push(await Promise.race([first, Promise.resolve().then(open)]))
      answer(true)
      await first
    }
    const busy = [-32000, 'The person is still being asked; wait for the answer']
    expect(results.slice(0, 20)).toEqual(Array(20).fill(busy))
    expect(results[20]).toEqual([-32000, 'The person was asked too often; wait a minute'])
    await clock.advance(3_000)
    const later = open()
    expect(await Promise.race([later, Promise.resolve().then(open)])).toEqual(busy)
    answer(true)
    expect(await later).toEqual({})
  })
})

describe('ui/message', () => {
  const content = [{ type: 'text', text: 'hello' }]

  test.each([
    ['a list of blocks', content],
    ['one block', content[0]],
  ])('with %s that was allowed reaches the host', async (_, sent) => {
    const messages: unknown[] = []
    const { initialize, request } = start({
      ask: { message: () => true },
      on: { message: (message) => void messages.push(message) },
    })
    await initialize()
    expect(await request('ui/message', { role: 'user', content: sent })).toEqual({})
    expect(messages).toEqual([{ role: 'user', content }])
  })

  test.each<[string, JsonObject, readonly [number, string]]>([
    ['in another role', { role: 'assistant', content }, [-32602, 'role must be "user"']],
    ['without content', { role: 'user' }, [-32602, 'content[0]: invalid content format']],
    [
      'with a block of no type',
      { role: 'user', content: [{ text: 'a' }] },
      [-32602, 'content[0]: invalid content format'],
    ],
    [
      'with a text that is none',
      { role: 'user', content: [...content, { type: 'text', text: {} }] },
      [-32602, 'content[1]: invalid content format'],
    ],
    ['that was denied', { role: 'user', content }, [-32000, 'Message sending denied']],
  ])('%s does not', async (_, params, error) => {
    const messages: unknown[] = []
    const { initialize, request } = start({
      ask: { message: () => false },
      on: { message: (message) => void messages.push(message) },
    })
    await initialize()
    expect([await request('ui/message', params), messages]).toEqual([error, []])
  })
})

describe('ui/update-model-context', () => {
  test('gives the host the last context of the view', async () => {
    verifies('APPS-18')
    const contexts: unknown[] = []
    const { initialize, request } = start({ on: { modelContext: (context) => void contexts.push(context) } })
    await initialize()
    await request('ui/update-model-context', { structuredContent: { a: 1 }, other: 1 })
    await request('ui/update-model-context', { content: [{ type: 'text', text: 'b' }] })
    expect(contexts).toEqual([{ structuredContent: { a: 1 } }, { content: [{ type: 'text', text: 'b' }] }])
  })

  test.each([
    ['malformed content', { content: [{}] }, -32602],
    ['structured content that is a list', { structuredContent: [] }, -32602],
  ])('is refused with %s', async (_, params, code) => {
    const { initialize, request } = start({ on: { modelContext: () => {} } })
    await initialize()
    expect(await request('ui/update-model-context', params)).toEqual([code, expect.any(String)])
  })

  test('is refused by a host that takes none', async () => {
    const { initialize, request } = start()
    await initialize()
    expect(await request('ui/update-model-context', {})).toEqual([-32000, 'Context update denied'])
  })
})

describe('ui/request-display-mode', () => {
  const hostContext = { displayMode: 'inline', availableDisplayModes: ['inline', 'fullscreen'] } as const

  test.each<[string, readonly string[] | undefined, string, string, readonly string[]]>([
    ['a mode that both have', ['inline', 'fullscreen'], 'fullscreen', 'fullscreen', ['fullscreen']],
    ['any mode of the host, of a view that declared none', undefined, 'fullscreen', 'fullscreen', ['fullscreen']],
    ['the mode that it has, for one that the view did not declare', ['inline'], 'fullscreen', 'inline', []],
    ['the mode that it has, for one that the host has not', ['inline', 'pip'], 'pip', 'inline', []],
  ])('gives %s', async (_, declared, mode, actual, entered) => {
    verifies('APPS-16')
    const modes: string[] = []
    const enter = <M extends string>(mode: M) => {
      modes.push(mode)
      return mode
    }
    const on = { displayMode: enter }
    const { calls, initialize, request } = start({ on, hostContext }, declared)
    await initialize()
    expect(await request('ui/request-display-mode', { mode })).toEqual({ mode: actual })
    expect([modes, calls]).toEqual([entered, entered.map((displayMode) => ({ displayMode }))])
  })

  test('gives the mode that the host decided for', async () => {
    verifies('APPS-16')
    const { calls, initialize, request } = start({ on: { displayMode: () => 'inline' }, hostContext })
    await initialize()
    expect([await request('ui/request-display-mode', { mode: 'fullscreen' }), calls]).toEqual([{ mode: 'inline' }, []])
  })

  test('fails where the host decides for one that the view did not declare', async () => {
    const on = { displayMode: () => 'pip' as const }
    const { calls, initialize, request } = start({ on, hostContext }, ['inline', 'fullscreen'])
    await initialize()
    const failure = new Error('on.displayMode returned pip, which the view did not declare')
    expect([await request('ui/request-display-mode', { mode: 'fullscreen' }), calls]).toEqual([failure, []])
  })

  test.each(['wide', 1, undefined])('is refused for %s', async (mode) => {
    const { initialize, request } = start({ hostContext })
    await initialize()
    expect(await request('ui/request-display-mode', { mode })).toEqual([
      -32602,
      'mode must be inline, fullscreen or pip',
    ])
  })
})

describe('other requests of a view', () => {
  test('resources/read reads from its server', async () => {
    const { calls, initialize, request } = start()
    await initialize()
    expect(await request('resources/read', { uri: 'notes://1' })).toEqual({
      contents: [{ uri: 'notes://1', text: 'read' }],
    })
    expect([calls, await request('resources/read', { uri: 7 })]).toEqual([
      ['notes://1'],
      [-32602, 'uri must be a text of at most 8000 characters'],
    ])
  })

  test.each(['tools/list', 'sampling/createMessage', 'constructor', '__proto__', 'ui/resource-teardown'])(
    '%s does not exist',
    async (method) => {
      verifies('APPS-18')
      const { initialize, request } = start({ ask: { tool: () => true } })
      await initialize()
      expect(await request(method)).toEqual([-32601, `Method not found: ${method}`])
    },
  )

  test('are written down before they are served', async () => {
    verifies('APPS-19')
    const log: unknown[] = []
    const { initialize, request } = start({ on: { request: (...entry) => void log.push(entry) } })
    await initialize()
    await request('tools/call', { name: 'secret' })
    expect(log).toEqual([
      ['ui/initialize', expect.any(Object)],
      ['tools/call', { name: 'secret' }],
    ])
  })
})
