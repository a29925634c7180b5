import { homedir } from 'node:os'
import { expect, test } from 'vitest'
import { allowedHostsOf } from './allowed-hosts.js'
import { cacheFolder } from './cache-folder.js'
import { Interrupted } from './interrupted.js'
import { settingsFolder } from './settings-folder.js'
import { unlessAborted } from './unless-aborted.js'

test('folders of the variables are used, if they are whole paths', () => {
  expect(cacheFolder({ XDG_CACHE_HOME: '/c' })).toBe('/c/omniport')
  expect(settingsFolder({ XDG_CONFIG_HOME: '/c' })).toBe('/c/omniport')
  const [caches, settings] = [cacheFolder({}), settingsFolder({})]
  expect([caches, settings].every((path) => path.startsWith(homedir()) && path.endsWith('/omniport'))).toBe(true)
  for (const path of ['', 'relative']) {
    expect(cacheFolder({ XDG_CACHE_HOME: path })).toBe(caches)
    expect(settingsFolder({ XDG_CONFIG_HOME: path })).toBe(settings)
  }
})

test('names that are allowed come to those of this machine', () => {
  expect(allowedHostsOf(undefined)).toEqual({})
  expect(allowedHostsOf(['a.example'])).toEqual({ allowedHosts: ['localhost', '127.0.0.1', '[::1]', 'a.example'] })
})

test.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)('%s ends with %i', (signal, exitCode) => {
  expect(new Interrupted(signal)).toMatchObject({ name: 'Interrupted', message: `Ended by ${signal}`, exitCode })
})

test('work goes on unless it is interrupted', async () => {
  const never = new Promise(() => {})
  const controller = new AbortController()
  expect(await unlessAborted(Promise.resolve(7), controller.signal)).toBe(7)
  await expect(unlessAborted(Promise.reject(new Error('failed')), controller.signal)).rejects.toThrow('failed')
  const waiting = unlessAborted(never, controller.signal)
  controller.abort(new Error('stop'))
  await expect(waiting).rejects.toThrow('stop')
  await expect(unlessAborted(never, controller.signal)).rejects.toThrow('stop')
})
