import { homedir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { afterEach, expect, test } from 'vitest'
import { cacheFolder } from './cache-folder.js'
import { settingsFolder } from './settings-folder.js'

const { platform } = process

afterEach(() => void Object.defineProperty(process, 'platform', { value: platform }))

test.each<[NodeJS.Platform, Readonly<Record<string, string>>, string]>([
  ['linux', {}, join(homedir(), '.config', 'omniport')],
  ['linux', { XDG_CONFIG_HOME: '/c', LOCALAPPDATA: '/d' }, join('/c', 'omniport')],
  ['linux', { XDG_CONFIG_HOME: 'c', LOCALAPPDATA: '/d' }, join(homedir(), '.config', 'omniport')],
  ['linux', { XDG_CONFIG_HOME: '' }, join(homedir(), '.config', 'omniport')],
  ['darwin', {}, join(homedir(), 'Library', 'Application Support', 'omniport')],
  ['darwin', { XDG_CONFIG_HOME: '/c' }, join('/c', 'omniport')],
  ['win32', {}, join(homedir(), 'AppData', 'Local', 'omniport')],
  ['win32', { LOCALAPPDATA: '/d' }, join('/d', 'omniport')],
  ['win32', { XDG_CONFIG_HOME: '/c', LOCALAPPDATA: '/d' }, join('/c', 'omniport')],
])('the folder of settings on %s with %j', (value, env, folder) => {
  Object.defineProperty(process, 'platform', { value })
  expect(settingsFolder(env)).toBe(folder)
})

test.each<[NodeJS.Platform, Readonly<Record<string, string>>, string]>([
  ['linux', {}, join(homedir(), '.cache', 'omniport')],
  ['linux', { XDG_CACHE_HOME: '/c', LOCALAPPDATA: '/d' }, join('/c', 'omniport')],
  ['linux', { XDG_CACHE_HOME: 'c', LOCALAPPDATA: '/d' }, join(homedir(), '.cache', 'omniport')],
  ['linux', { XDG_CACHE_HOME: '' }, join(homedir(), '.cache', 'omniport')],
  ['darwin', {}, join(homedir(), 'Library', 'Caches', 'omniport')],
  ['darwin', { XDG_CACHE_HOME: '/c' }, join('/c', 'omniport')],
  ['win32', {}, join(homedir(), 'AppData', 'Local', 'omniport')],
  ['win32', { LOCALAPPDATA: '/d' }, join('/d', 'omniport')],
])('the folder of caches on %s with %j', (value, env, folder) => {
  Object.defineProperty(process, 'platform', { value })
  expect(cacheFolder(env)).toBe(folder)
})
