import { homedir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { afterEach, expect, test, vi } from 'vitest'
import { settingsFolder } from './settings-folder.js'

const platform = Object.getOwnPropertyDescriptor(process, 'platform')
afterEach(() => {
  if (platform !== undefined) Object.defineProperty(process, 'platform', platform)
  vi.unstubAllEnvs()
})

const unset = { XDG_CONFIG_HOME: undefined, LOCALAPPDATA: undefined }

test.each<[string, NodeJS.Platform, Record<string, string | undefined>, () => string]>([
  ['the one of the system where nothing is set', 'linux', unset, () => join(homedir(), '.config')],
  ['that of Windows where nothing is set', 'win32', unset, () => join(homedir(), 'AppData', 'Local')],
  ['the one that the user has set', 'linux', { XDG_CONFIG_HOME: '/settings' }, () => '/settings'],
  ['the one that the user has set on another platform', 'darwin', { XDG_CONFIG_HOME: '/settings' }, () => '/settings'],
  ['not one that is relative', 'linux', { XDG_CONFIG_HOME: 'settings' }, () => join(homedir(), '.config')],
  ['not one that is empty', 'linux', { XDG_CONFIG_HOME: '' }, () => join(homedir(), '.config')],
  ['that of Windows on Windows alone', 'linux', { LOCALAPPDATA: '/data' }, () => join(homedir(), '.config')],
  ['that of Windows', 'win32', { LOCALAPPDATA: '/data' }, () => '/data'],
  ['that of Windows where it is not named', 'win32', { LOCALAPPDATA: '' }, () => join(homedir(), 'AppData', 'Local')],
  ['that of macOS', 'darwin', { LOCALAPPDATA: '' }, () => join(homedir(), 'Library', 'Application Support')],
])('the folder of settings is in %s', (_name, value, variables, folder) => {
  Object.defineProperty(process, 'platform', { value, configurable: true })
  for (const [name, text] of Object.entries({ XDG_CONFIG_HOME: '', LOCALAPPDATA: '', ...variables })) {
    vi.stubEnv(name, text)
  }
  expect(settingsFolder()).toBe(join(folder(), 'omniport'))
})
