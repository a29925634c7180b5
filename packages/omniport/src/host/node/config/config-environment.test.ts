import { homedir } from 'node:os'
import { posix, resolve, win32 } from 'node:path'
import process from 'node:process'
import { expect, test } from 'vitest'
import { toConfigEnvironment } from './config-environment.js'

test('by default it is that of this process', () => {
  const environment = toConfigEnvironment('x', {})
  const home = process.env['HOME'] || homedir()
  expect(environment).toMatchObject({ cwd: process.cwd(), home, workspaceFolder: process.cwd() })
  expect([environment.env === process.env, environment.platform]).toEqual([true, process.platform])
})

test('the home of the person is that of the options, of the environment or of the system', () => {
  const homeOf = (options: object) => toConfigEnvironment('x', options).home
  const env = { HOME: '/h', USERPROFILE: 'C:\\h' }
  expect(homeOf({ env, platform: 'linux' })).toBe('/h')
  expect(homeOf({ env, platform: 'win32' })).toBe('C:\\h')
  expect(homeOf({ env, platform: 'linux', home: '/other' })).toBe('/other')
  expect(homeOf({ env: { HOME: '' }, platform: 'linux' })).toBe(homedir())
  expect(homeOf({ env: {}, platform: 'win32' })).toBe(homedir())
})

test('paths are those of the platform', () => {
  expect(toConfigEnvironment('x', { platform: 'win32' }).path).toBe(win32)
  expect(toConfigEnvironment('x', { platform: 'darwin' }).path).toBe(posix)
})

test('folders are absolute, and the workspace is the working folder unless it is given', () => {
  const foldersOf = (options: object) => {
    const { cwd, workspaceFolder } = toConfigEnvironment('x', options)
    return [cwd, workspaceFolder]
  }
  expect(foldersOf({ cwd: '/p', platform: 'linux' })).toEqual(['/p', '/p'])
  expect(foldersOf({ cwd: '/p', workspaceFolder: '/w', platform: 'linux' })).toEqual(['/p', '/w'])
  expect(foldersOf({ cwd: 'C:\\p', workspaceFolder: 'D:/w', platform: 'win32' })).toEqual(['C:\\p', 'D:/w'])
  expect(foldersOf({ cwd: 'p', workspaceFolder: 'w' })).toEqual([resolve('p'), resolve('w')])
})

test('other options are handed on', () => {
  const input = () => 'x'
  expect(toConfigEnvironment('x', { input, needed: ['a'] })).toMatchObject({ input, needed: ['a'] })
})

test.each([
  [{ cwd: 1 }, 'x: cwd must be a string, got 1'],
  [{ home: 1 }, 'x: home must be a string, got 1'],
  [{ env: [] }, 'x: env must be an object, got an array'],
  [{ platform: 1 }, 'x: platform must be a string, got 1'],
  [{ workspaceFolder: 1 }, 'x: workspaceFolder must be a string, got 1'],
  [{ input: 'a' }, 'x: input must be a function, got "a"'],
  [{ needed: 'a' }, 'x: needed must be an array of strings, got "a"'],
])('a wrong option is named: %j', (options, message) => {
  expect(() => toConfigEnvironment('x', options as object)).toThrow(new TypeError(message))
})
