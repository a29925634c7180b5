import type { spawn } from 'node:child_process'
import { EventEmitter } from 'node:events'
import { expect, test } from 'vitest'
import { verifies } from '#test/requirements/verifies.js'
import type { Runtime } from '../../../async/runtime/runtime.js'
import { openBrowser } from './open-browser.js'

/** The recorded start of a browser, with a manual clock. */
function fake() {
  const started: unknown[][] = []
  const state = { isLeft: false }
  const unref = () => {
    state.isLeft = true
  }
  const child = Object.assign(new EventEmitter(), { unref })
  const timers = new Set<() => void>()
  const runtime = {
    after: (_ms: number, fn: () => void) => {
      timers.add(fn)
      return () => timers.delete(fn)
    },
  } as object as Runtime // nothing else of it is used
  const start = ((...given: unknown[]) => {
    started.push(given)
    return child
  }) as object as typeof spawn // nothing else of the child is used
  return { state, started, child, timers, options: { runtime, spawn: start } }
}

test.each<[NodeJS.Platform, string, string[]]>([
  ['linux', 'xdg-open', []],
  ['freebsd', 'xdg-open', []],
  ['darwin', 'open', []],
  ['win32', 'rundll32', ['url.dll,FileProtocolHandler']],
])('%s: the address is one argument of %s, and no shell sees it', async (platform, command, args) => {
  verifies('SEC-13')
  const { state, started, child, timers, options } = fake()
  const url = 'https://as.example/authorize?a=1&b=$(c)'
  const opening = openBrowser(url, { ...options, platform })
  child.emit('exit', 0)
  await opening
  const how = { detached: true, stdio: 'ignore', shell: false, windowsHide: true }
  expect([started, timers.size, state.isLeft]).toEqual([[[command, [...args, url], how]], 0, true])
})

test('an opener that ends later, or never starts, has no say after two seconds', async () => {
  const { child, timers, options } = fake()
  const opening = openBrowser('https://as.example/', options)
  for (const fire of timers) fire()
  child.emit('exit', 1)
  expect(await opening).toBe(undefined)
})

test('this machine may be opened without TLS', async () => {
  const { started, child, options } = fake()
  const opening = openBrowser('http://127.0.0.1:8080/', { ...options, platform: 'linux' })
  child.emit('exit', 0)
  await opening
  expect(started).toHaveLength(1)
})

test('an opener that ends with the browser is not waited for', async () => {
  const { timers, options } = fake()
  const opening = openBrowser('https://as.example/', options)
  for (const fire of timers) fire()
  expect(await opening).toBe(undefined)
})

test.each<[string, string, unknown]>([
  ['not found', 'error', new Error('spawn xdg-open ENOENT')],
  ['could not be started', 'error', new Error('spawn xdg-open EACCES')],
  ['ended with 3', 'exit', 3],
])('where there is no browser that is said: %s', async (why, event, value) => {
  const { child, timers, options } = fake()
  const opening = openBrowser('https://as.example/?state=1', { ...options, platform: 'linux' })
  child.emit(event, value)
  await expect(opening).rejects.toMatchObject({
    code: 'unauthorized',
    message: `no browser could be opened (xdg-open: ${why}); set auth.open to show the address to the user`,
  })
  expect(timers.size).toBe(0)
})

test.each(['file:///etc/passwd', 'javascript:alert(1)', 'http://as.example/', '-a'])(
  '%s is not opened',
  async (url) => {
    verifies('SEC-13')
    const { started, options } = fake()
    await expect(openBrowser(url, options)).rejects.toMatchObject({ code: 'unreachable' })
    expect(started).toEqual([])
  },
)
