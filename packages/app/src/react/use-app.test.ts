// @vitest-environment happy-dom
import { createElement } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { afterEach, expect, onTestFinished, test } from 'vitest'
import { settled } from '#test/support/virtual-runtime.js'
import { FakeWindow } from '../channel/fixtures/fake-window.js'
import { type AppState, useApp } from './use-app.js'

const own = Object.getOwnPropertyDescriptor(window, 'parent')

afterEach(() => {
  if (own === undefined) Reflect.deleteProperty(window, 'parent')
  else Object.defineProperty(window, 'parent', own)
})

/** Puts the page into a frame of a host. */
function enterFrame() {
  const host = new FakeWindow()
  Object.defineProperty(window, 'parent', { value: host, configurable: true })
  const send = (message: object) => {
    const event = new MessageEvent('message', { data: { jsonrpc: '2.0', ...message }, origin: 'https://host.example' })
    Object.defineProperty(event, 'source', { value: host })
    window.dispatchEvent(event)
  }
  return { host, send }
}

/** Mounts a component, whose states are written down. */
function mount(name = 'v') {
  const states: AppState[] = []
  const options = { name, version: '1', autoResize: false, applyHostStyles: false }
  const root = createRoot(document.createElement('div'))
  const View = () => {
    states.push(useApp(options))
    return null
  }
  flushSync(() => root.render(createElement(View)))
  const unmount = () => flushSync(() => root.unmount())
  onTestFinished(unmount)
  return { states, unmount }
}

const unconnected = { app: undefined, tool: {}, hostContext: {}, error: undefined }

test('without a host there is an error, and the next component tries again', async () => {
  const { states, unmount } = mount()
  expect(states).toEqual([unconnected])
  await settled()
  expect(states.at(-1)).toMatchObject({ app: undefined, tool: {}, hostContext: {}, error: { code: 'unreachable' } })
  unmount()
  const { host, send } = enterFrame()
  const first = mount()
  const second = mount('second')
  await settled()
  const [hello, ...more] = host.taken()
  expect([hello?.params?.['appInfo'], more]).toEqual([{ name: 'v', version: '1' }, []])
  const hostInfo = { name: 'host', version: '2' }
  send({ id: hello?.id, result: { protocolVersion: '2026-01-26', hostInfo, hostContext: { theme: 'dark' } } })
  await settled()
  const [state] = first.states.slice(-1)
  expect(state).toMatchObject({ tool: {}, hostContext: { theme: 'dark' }, error: undefined })
  expect(state?.app?.host).toEqual(hostInfo)
  expect(second.states.at(-1)).toBe(state)
  send({ method: 'ui/notifications/tool-input', params: { arguments: { a: 1 } } })
  await settled()
  expect(first.states.at(-1)).toEqual({ ...state, tool: { input: { a: 1 } } })
  first.unmount()
  const rendered = first.states.length
  send({ method: 'ui/notifications/host-context-changed', params: { theme: 'light' } })
  await settled()
  expect(first.states.length).toBe(rendered)
  expect(second.states.at(-1)).toMatchObject({ tool: { input: { a: 1 } }, hostContext: { theme: 'light' } })
  expect(mount('third').states).toEqual([second.states.at(-1)])
  expect(host.taken().filter(({ method }) => method === 'ui/initialize')).toEqual([])
})
