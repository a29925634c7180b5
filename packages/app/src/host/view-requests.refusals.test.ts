import { OmniportError, RpcError } from 'omniport/jsonrpc'
import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../messages/methods.js'
import type { AppBridgeOptions, AppServer } from './bridge-options.js'
import { start } from './fixtures/view-at-host.js'
import { toCapabilities } from './view-requests.js'

type Host = Pick<AppBridgeOptions, 'server' | 'ask' | 'on'>

const text = [{ type: 'text', text: 'hello' }] as const
const server = { listTools: async () => [], callTool: async () => ({ content: [] }) } as AppServer
const readResource = async () => ({ contents: [] })

describe('the capabilities of a host', () => {
  const content = { text: {}, image: {}, audio: {}, resource: {}, resourceLink: {} }
  const yes = () => true
  const nothing = () => {}

  test.each<[string, Host, object]>([
    ['nothing', {}, {}],
    ['functions for something else', { ask: {}, on: {} }, {}],
    ['a question about links', { ask: { link: yes } }, { openLinks: {} }],
    ['a server', { server }, {}],
    ['a question about tools', { ask: { tool: yes } }, {}],
    ['a server and a question about its tools', { server, ask: { tool: yes } }, { serverTools: {} }],
    ['a server whose resources are read', { server: { ...server, readResource } }, { serverResources: {} }],
    ['a log', { on: { log: nothing } }, { logging: {} }],
    ['a question about messages', { ask: { message: yes } }, {}],
    ['a receiver of messages', { on: { message: nothing } }, {}],
    ['both for messages', { ask: { message: yes }, on: { message: nothing } }, { message: content }],
    [
      'a receiver of context',
      { on: { modelContext: nothing } },
      { updateModelContext: { ...content, structuredContent: {} } },
    ],
  ])('follow from %s', (_, host, capabilities) => {
    const sandbox = { permissions: { camera: {} } }
    expect(toCapabilities(host, sandbox)).toStrictEqual({ sandbox, ...capabilities })
  })
})

/** What a view that has started is answered. */
async function ask(host: Parameters<typeof start>[0], method: string, params: JsonObject) {
  const { calls, initialize, request } = start(host)
  await initialize()
  return { answer: await request(method, params), calls }
}

describe('ui/initialize', () => {
  const appInfo = { name: 'a', version: '1' }
  const modes = 'appCapabilities.availableDisplayModes must be a list of inline, fullscreen and pip'

  test.each<[string, JsonObject, string]>([
    ['no parameters', {}, 'appInfo must be an object'],
    ['no capabilities', { appInfo }, 'appCapabilities must be an object'],
    ['no name', { appInfo: { version: '1' }, appCapabilities: {} }, 'name must be a text of at most 8000 characters'],
    [
      'no version',
      { appInfo: { name: 'a' }, appCapabilities: {} },
      'version must be a text of at most 8000 characters',
    ],
    ['a mode alone', { appInfo, appCapabilities: { availableDisplayModes: 'inline' } }, modes],
    ['no list of modes', { appInfo, appCapabilities: { availableDisplayModes: null } }, modes],
    [
      'an unknown mode among others',
      { appInfo, appCapabilities: { availableDisplayModes: ['inline', 'wide'] } },
      modes,
    ],
  ])('is refused with %s, and may come again', async (_, params, message) => {
    const { initialize, request } = start()
    expect(await request('ui/initialize', params)).toEqual([-32602, message])
    expect(await initialize()).toMatchObject({ protocolVersion: '2026-01-26' })
  })

  test('takes all that a view says of itself', async () => {
    const { request, services } = start()
    const appCapabilities = { availableDisplayModes: [], experimental: { a: 1 } }
    await request('ui/initialize', { appInfo: { ...appInfo, title: 'A', own: 1 }, appCapabilities })
    expect(services.view).toEqual({ info: { ...appInfo, title: 'A', own: 1 }, capabilities: appCapabilities })
  })
})

describe('a link', () => {
  test.each(['http://a.example/', 'https://a.example/'])('may be %s', async (url) => {
    const { answer, calls } = await ask({ ask: { link: async () => true } }, 'ui/open-link', { url })
    expect([answer, calls]).toEqual([{}, [`opened ${url}`]])
  })

  test.each(['xhttp://a.example', 'httpx://a.example', 'ftp://a.example'])('cannot be %s', async (url) => {
    const { answer, calls } = await ask({ ask: { link: () => true } }, 'ui/open-link', { url })
    expect([answer, calls]).toEqual([[-32000, 'Invalid URL: it must be http or https'], []])
  })

  test('needs an address', async () => {
    const { answer } = await ask({ ask: { link: () => true } }, 'ui/open-link', {})
    expect(answer).toEqual([-32602, 'url must be a text of at most 8000 characters'])
  })

  test('is not opened at a host without questions, or once the view has withdrawn it', async () => {
    const { answer, calls } = await ask({}, 'ui/open-link', { url: 'https://a.example' })
    const controller = new AbortController()
    const link = (_url: URL, signal: AbortSignal) => {
      controller.abort(new Error('withdrawn'))
      return signal === controller.signal
    }
    const late = start({ ask: { link } })
    await late.initialize()
    const withdrawn = await late.request('ui/open-link', { url: 'https://a.example' }, controller.signal)
    expect([answer, calls]).toEqual([[-32000, 'Link opening denied by user'], []])
    expect([withdrawn, late.calls]).toEqual([new Error('withdrawn'), []])
  })

  test('may be asked about again three seconds after the twentieth, and not before', async () => {
    const { clock, initialize, request } = start({ ask: { link: () => false } })
    await initialize()
    const open = () => request('ui/open-link', { url: 'https://a.example' })
    const denied = [-32000, 'Link opening denied by user']
    const tooOften = [-32000, 'The person was asked too often; wait a minute']
    for (let count = 0; count < 20; count += 1) expect(await open()).toEqual(denied)
    await clock.advance(2_990)
    expect(await open()).toEqual(tooOften)
    await clock.advance(20)
    expect([await open(), await open()]).toEqual([denied, tooOften])
  })

  test('does not wait for the answer about a message', async () => {
    const never = () => new Promise<boolean>(() => {})
    const { initialize, request } = start({ ask: { message: never, link: () => true }, on: { message: () => {} } })
    await initialize()
    void request('ui/message', { role: 'user', content: text })
    expect(await request('ui/open-link', { url: 'https://a.example' })).toEqual({})
    expect(await request('ui/message', { role: 'user', content: text })).toEqual([
      -32000,
      'The person is still being asked; wait for the answer',
    ])
  })
})

describe('a message', () => {
  const params = { role: 'user', content: text }
  const denied = [-32000, 'Message sending denied']

  test.each<[string, Host]>([
    ['no questions', { on: { message: () => {} } }],
    ['no question about messages', { ask: {}, on: { message: () => {} } }],
    ['no receiver', { ask: { message: () => true } }],
    ['no receiver of messages', { ask: { message: () => true }, on: {} }],
    ['a person who says anything but true', { ask: { message: () => 'yes' as never }, on: { message: () => {} } }],
  ])('is denied by a host with %s', async (_, host) => {
    expect((await ask(host, 'ui/message', params)).answer).toEqual(denied)
  })

  test('is not asked about where nobody gets it', async () => {
    const asked: unknown[] = []
    await ask({ ask: { message: (message) => asked.push(message) > 0 } }, 'ui/message', params)
    expect(asked).toEqual([])
  })

  test('is sent when the host has taken it, and fails as the host does', async () => {
    const failing = { message: async () => Promise.reject(new OmniportError('limit', 'full')) }
    const { answer } = await ask({ ask: { message: () => true }, on: failing }, 'ui/message', params)
    expect(answer).toEqual([-32000, 'ui/message: limit'])
  })

  test('is not sent once the view has withdrawn it', async () => {
    const controller = new AbortController()
    const sent: unknown[] = []
    const message = (_message: unknown, signal: AbortSignal) => {
      controller.abort(new Error('withdrawn'))
      return signal === controller.signal
    }
    const { initialize, request } = start({ ask: { message }, on: { message: (each) => void sent.push(each) } })
    await initialize()
    const answer = await request('ui/message', params, controller.signal)
    expect([answer, sent]).toEqual([new Error('withdrawn'), []])
  })
})

describe('the context for the model', () => {
  test.each<[string, JsonObject, readonly [number, string]]>([
    ['content that is no list', { content: 'a' }, [-32602, 'content must be a list of blocks']],
    ['a block without its members', { content: [{}] }, [-32602, 'content[0]: invalid content format']],
    ['a list for its structured content', { structuredContent: [] }, [-32602, 'structuredContent must be an object']],
  ])('is refused with %s', async (_, params, error) => {
    expect((await ask({ on: { modelContext: () => {} } }, 'ui/update-model-context', params)).answer).toEqual(error)
  })

  test('has what the view gave and no more', async () => {
    const contexts: unknown[] = []
    const on = { modelContext: (context: unknown) => void contexts.push(context) }
    const { initialize, request } = start({ on })
    await initialize()
    expect(await request('ui/update-model-context', {})).toEqual({})
    await request('ui/update-model-context', { content: text, structuredContent: { a: 1 } })
    expect(contexts).toStrictEqual([{}, { content: text, structuredContent: { a: 1 } }])
  })

  test('is denied by a host that listens to something else', async () => {
    expect((await ask({ on: {} }, 'ui/update-model-context', {})).answer).toEqual([-32000, 'Context update denied'])
  })

  test('fails as the host does', async () => {
    const on = { modelContext: async () => Promise.reject(new Error('full')) }
    expect((await ask({ on }, 'ui/update-model-context', {})).answer).toEqual(new Error('full'))
  })
})

describe('the display mode', () => {
  const hostContext = { displayMode: 'pip', availableDisplayModes: ['inline', 'pip'] } as const

  test.each<[string, Parameters<typeof start>[0], string]>([
    ['of a host that cannot change it', { hostContext }, 'pip'],
    ['of a host that listens to something else', { hostContext, on: {} }, 'pip'],
    ['of a host that says nothing of modes', { on: { displayMode: () => 'fullscreen' } }, 'inline'],
    [
      'of a host that does not say which it has',
      { hostContext: { availableDisplayModes: ['pip'] }, on: { displayMode: () => 'fullscreen' } },
      'inline',
    ],
  ])('stays that %s', async (_, host, mode) => {
    const { answer, calls } = await ask(host, 'ui/request-display-mode', { mode: 'inline' })
    expect([answer, calls]).toEqual([{ mode }, []])
  })

  test('is inline before the first change', async () => {
    const host = {
      hostContext: { availableDisplayModes: ['inline'] as const },
      on: { displayMode: () => 'inline' as const },
    }
    const { answer, calls } = await ask(host, 'ui/request-display-mode', { mode: 'inline' })
    expect([answer, calls]).toEqual([{ mode: 'inline' }, []])
  })
})

describe('a resource', () => {
  const refusal = [-32601, 'resources/read: this host reads no resources for views']

  test.each<[string, Host]>([
    ['without a server', { server: undefined }],
    ['whose server reads none', { server }],
  ])('is not read at a host %s', async (_, host) => {
    expect((await ask(host, 'resources/read', { uri: 'a:b' })).answer).toEqual(refusal)
  })

  test('is read with the signal of the request', async () => {
    const given: unknown[] = []
    const reading = {
      ...server,
      readResource: async (...each: unknown[]) => ({ contents: [], count: given.push(each) }),
    }
    const { initialize, request } = start({ server: reading })
    await initialize()
    const { signal } = new AbortController()
    expect(await request('resources/read', { uri: 'a:b' }, signal)).toEqual({ contents: [], count: 1 })
    expect(given).toEqual([['a:b', { signal }]])
  })
})

test('of a method that is too long, the error has 100 characters', async () => {
  const { request } = start()
  expect(await request('x'.repeat(200))).toEqual([-32601, `Method not found: ${'x'.repeat(100)}`])
})

test('an error of this side keeps its reason for logs, and others stay as they are', async () => {
  const reason = new OmniportError('timeout', 'of the server')
  const other = new RpcError(-1, 'of the server', { a: 1 })
  const reasons: unknown[] = [reason, other]
  const { initialize, serve } = start({ ask: { tool: () => Promise.reject(reasons.shift()) } })
  await initialize()
  const call = () => serve('tools/call', { name: 'own' }, new AbortController().signal)
  await expect(call()).rejects.toMatchObject({ code: -32000, message: 'tools/call: timeout', cause: reason })
  await expect(call()).rejects.toBe(other)
})
