import process from 'node:process'
import { afterEach, expect, test, vi } from 'vitest'
import './stdio.js'

const platform = Object.getOwnPropertyDescriptor(process, 'platform')

afterEach(() => {
  if (platform !== undefined) Object.defineProperty(process, 'platform', platform)
  vi.unstubAllEnvs()
  vi.resetModules()
})

async function environmentOn(value: string): Promise<Record<string, string>> {
  Object.defineProperty(process, 'platform', { value, configurable: true })
  vi.resetModules()
  const { getDefaultEnvironment } = await import('./stdio.js')
  return getDefaultEnvironment()
}

const folders = ['APPDATA', 'LOCALAPPDATA', 'PROGRAMFILES', 'SYSTEMROOT', 'TEMP', 'HOMEPATH', 'USERPROFILE']
const names = ['HOMEDRIVE', 'SYSTEMDRIVE', 'PROCESSOR_ARCHITECTURE', 'USERNAME']

test('on Windows a server gets what programs find their folders with there', async () => {
  for (const name of [...folders, ...names, 'SHELL', 'HOME', 'SECRET']) vi.stubEnv(name, `of ${name}`)
  const expected = [...folders, ...names].map((name) => [name, `of ${name}`])
  expect(await environmentOn('win32')).toEqual({ ...Object.fromEntries(expected), PATH: process.env['PATH'] })
})

test('elsewhere it gets what a shell has', async () => {
  const given = ['HOME', 'LOGNAME', 'SHELL', 'TERM', 'USER']
  for (const name of [...given, 'APPDATA', 'TEMP', 'SECRET']) vi.stubEnv(name, `of ${name}`)
  const expected = given.map((name) => [name, `of ${name}`])
  expect(await environmentOn('darwin')).toEqual({ ...Object.fromEntries(expected), PATH: process.env['PATH'] })
})
