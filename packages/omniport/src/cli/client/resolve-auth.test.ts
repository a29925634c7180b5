import { expect, test } from 'vitest'
import type { ResolvedTarget } from '../target/resolved-target.js'
import { resolveAuth } from './resolve-auth.js'

const url = { type: 'url', address: { url: 'https://example.com/mcp', headers: {} } } as const
const command: ResolvedTarget = { type: 'command', command: { command: 'server' } } as ResolvedTarget
const io = { env: { TOKEN: 't', EMPTY: '' }, stderr: () => {}, warn: () => {} }
const noOptions = { env: [], header: [] } as const

test('nothing is said where nothing was asked for', async () => {
  expect(await resolveAuth(noOptions, url, io)).toBe(undefined)
  expect(await resolveAuth(noOptions, command, io)).toBe(undefined)
})

test('a token comes from a variable', async () => {
  expect(await resolveAuth({ ...noOptions, bearerEnv: 'TOKEN' }, url, io)).toEqual({ token: 't' })
})

test('the browser of this machine is opened, unless it shall not be: then the address is printed', async () => {
  expect(Object.keys((await resolveAuth({ ...noOptions, auth: true }, url, io)) ?? {})).toEqual(['store', 'clientName'])
  const lines: string[] = []
  const printing = { ...io, stderr: (line: string) => void lines.push(line) }
  const auth = await resolveAuth({ ...noOptions, auth: true, browser: false }, url, printing)
  await auth?.open?.('https://as.example/authorize?x=1')
  expect(lines).toEqual(['Open this address in a browser of this machine: https://as.example/authorize?x=1'])
})

test('a config file says it where the options do not', async () => {
  const named: ResolvedTarget = { ...url, auth: { token: 'of-file' } }
  expect(await resolveAuth(noOptions, named, io)).toEqual({ token: 'of-file' })
  expect(await resolveAuth({ ...noOptions, bearerEnv: 'TOKEN' }, named, io)).toEqual({ token: 't' })
  const login: ResolvedTarget = { ...url, auth: { clientId: 'c', clientName: 'Mine' } }
  expect(await resolveAuth(noOptions, login, io)).toMatchObject({
    clientId: 'c',
    clientName: 'Mine',
    store: expect.anything(),
  })
})

const withoutSignIn = '--no-browser goes with --auth: without it nobody signs in'

test.each([
  [
    'a token and a header with credentials',
    { bearerEnv: 'TOKEN', header: ['authorization : Basic eA=='] },
    url,
    'Give --bearer-env or a header "Authorization", not both',
  ],
  [
    'a sign-in and a header with credentials',
    { auth: true, header: ['A: b', 'Authorization: Basic eA=='] },
    url,
    'Give --auth or a header "Authorization", not both',
  ],
  ['no browser, and a token', { bearerEnv: 'TOKEN', browser: false }, url, withoutSignIn],
  ['no browser, and no sign-in', { browser: false }, url, withoutSignIn],
  ['no browser, and an entry with a token', { browser: false }, { ...url, auth: { token: 't' } }, withoutSignIn],
  ['both', { auth: true, bearerEnv: 'TOKEN' }, url, 'Give --auth or --bearer-env, not both'],
  ['a variable that is not there', { bearerEnv: 'NONE' }, url, 'The variable NONE is not set'],
  ['a variable that is empty', { bearerEnv: 'EMPTY' }, url, 'The variable EMPTY is not set'],
] as const)('is wrong: %s', async (_name, options, target, message) => {
  await expect(resolveAuth({ ...noOptions, ...options }, target, io)).rejects.toMatchObject({ code: 'usage', message })
})
