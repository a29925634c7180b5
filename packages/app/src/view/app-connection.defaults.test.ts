import { afterEach, describe, expect, test, vi } from 'vitest'
import { createManualRuntime, settled } from '#test/support/virtual-runtime.js'
import { FakeWindow } from '../channel/fixtures/fake-window.js'
import type { App } from './app.js'
import { type AppOptions, connectWindow } from './connect-app.js'

class Frame extends FakeWindow {
  readonly parent = new FakeWindow()

  send(message: object): void {
    this.receive({ jsonrpc: '2.0', ...message }, this.parent)
  }
}

const answer = { protocolVersion: '2026-01-26', hostInfo: { name: 'host', version: '2' } }

async function open(options: Partial<AppOptions> = {}, hostContext: object = {}) {
  const frame = new Frame()
  const all = { name: 'v', version: '1', autoResize: false, applyHostStyles: false, ...options }
  const connecting = connectWindow(frame, all, createManualRuntime())
  const [hello] = frame.parent.taken()
  frame.send({ id: 1, result: { ...answer, hostContext } })
  const app: App = await connecting
  frame.parent.taken()
  return { app, frame, hello }
}

afterEach(() => {
  vi.unstubAllGlobals()
})

describe('a view', () => {
  test('says of itself what it was given, and nothing else', async () => {
    const bare = await open()
    expect(bare.hello?.params?.['appInfo']).toStrictEqual({ name: 'v', version: '1' })
    const info = { title: 'T', description: 'D', icons: [{ src: 'a:b' }], websiteUrl: 'https://a.example' }
    const { hello } = await open({ ...info, timeoutMs: 5 })
    expect(hello?.params?.['appInfo']).toStrictEqual({ name: 'v', version: '1', ...info })
  })

  test('may have an empty version', async () => {
    expect((await open({ version: '' })).hello?.params?.['appInfo']).toEqual({ name: 'v', version: '' })
  })

  test('may ask to be shown inline where it named no modes', async () => {
    const { app, frame } = await open({}, { availableDisplayModes: ['inline'] })
    const asking = app.requestDisplayMode('inline')
    const [request] = frame.parent.taken()
    frame.send({ id: request?.id, result: { mode: 'inline' } })
    expect([request?.params, await asking]).toEqual([{ mode: 'inline' }, 'inline'])
  })

  test('has its failures reported by the browser where it does not listen', async () => {
    const reported: unknown[] = []
    vi.stubGlobal('reportError', (reason: unknown) => void reported.push(reason))
    const failure = new Error('of the view')
    const { app, frame } = await open()
    app.onToolInput(() => {
      throw failure
    })
    frame.send({ method: 'ui/notifications/tool-input', params: {} })
    app.onTeardown(async () => Promise.reject(failure))
    frame.send({ id: 7, method: 'ui/resource-teardown', params: {} })
    await settled()
    expect(reported).toEqual([failure, failure])
  })

  test('may be alone, of which the error tells', async () => {
    const refusal = {
      code: 'unreachable',
      message: 'connectApp: there is no host; this page has to run in the frame of one',
    }
    await expect(connectWindow(undefined, { name: 'v', version: '1' })).rejects.toMatchObject(refusal)
  })

  test('has what the host told it before the answer, and the context of that', async () => {
    const frame = new Frame()
    const all = { name: 'v', version: '1', autoResize: false, applyHostStyles: false }
    const connecting = connectWindow(frame, all, createManualRuntime())
    frame.send({ method: 'ui/notifications/tool-input', params: { arguments: { a: 1 } } })
    frame.send({ id: 1, result: { ...answer, hostContext: { theme: 'dark' } } })
    const app: App = await connecting
    expect([app.tool, app.hostContext]).toEqual([{ input: { a: 1 } }, { theme: 'dark' }])
  })
})

describe('a failing listener', () => {
  const failure = new Error('of the view')
  const fail = () => {
    throw failure
  }

  test.each<[string, (app: App) => void, object]>([
    [
      'for parts of the input',
      (app) => app.onPartialToolInput(fail),
      { method: 'ui/notifications/tool-input-partial' },
    ],
    ['for the input', (app) => app.onToolInput(fail), { method: 'ui/notifications/tool-input' }],
    ['for the result', (app) => app.onToolResult(fail), { method: 'ui/notifications/tool-result' }],
    ['for the end of the call', (app) => app.onToolCancelled(fail), { method: 'ui/notifications/tool-cancelled' }],
    [
      'for the context',
      (app) => app.onHostContextChange(fail),
      { method: 'ui/notifications/host-context-changed', params: {} },
    ],
    ['for all changes', (app) => app.subscribe(fail), { method: 'ui/notifications/tool-input' }],
  ])('%s is reported', async (_, listen, message) => {
    const errors: unknown[] = []
    const { app, frame } = await open({ onError: (reason) => void errors.push(reason) })
    listen(app)
    frame.send(message)
    expect(errors).toEqual([failure])
  })
})
