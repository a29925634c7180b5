import { homedir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { afterEach, expect, test } from 'vitest'
import { cacheFolder } from './cache-folder.js'

const { platform } = process

afterEach(() => void Object.defineProperty(process, 'platform', { value: platform }))

test.each<[NodeJS.Platform, Readonly<Record<string, string>>, string]>([
  ['linux', {}, join(homedir(), '.cache', 'omniport')],
  ['linux', { XDG_CACHE_HOME: '/c', LOCALAPPDATA: '/d' }, join('/c', 'omniport')],
  ['linux', { XDG_CACHE_HOME: 'c', LOCALAPPDATA: '/d' }, join(homedir(), '.cache', 'omniport')],
  ['darwin', {}, join(homedir(), 'Library', 'Caches', 'omniport')],
  ['darwin', { XDG_CACHE_HOME: '/c' }, join('/c', 'omniport')],
  ['win32', {}, join(homedir(), 'AppData', 'Local', 'omniport')],
  ['win32', { LOCALAPPDATA: '/d' }, join('/d', 'omniport')],
])('the folder of caches on %s with %j', (value, env, folder) => {
  Object.defineProperty(process, 'platform', { value })
  expect(cacheFolder(env)).toBe(folder)
})
