import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { thrownBy } from '#test/support/thrown-by.js'
import { OmniportError } from '../../entries/index.js'
import { openStoredTokens, type StoredTokens } from '../fixtures/stored-tokens.js'
import { resolveAuth, resolveGivenAuth } from './resolve-auth.js'
import { formatSignInAddress, userAuth } from './user-auth.js'

let stored: StoredTokens

beforeEach(async () => {
  stored = await openStoredTokens()
})

afterEach(() => stored.close())

const options = { env: [], header: [] } as const
const signedIn = 'https://example.com/mcp'
const target = (url = signedIn, headers = {}) => ({ type: 'url', address: { url, headers } }) as const

function world() {
  const warnings: string[] = []
  return { warnings, io: { env: {}, stderr: () => {}, warn: (message: string) => void warnings.push(message) } }
}

describe('stored tokens', () => {
  test('are used for their address, and nobody is asked to sign in', async () => {
    await stored.add(signedIn)
    const { io, warnings } = world()
    const auth = await resolveAuth(options, target(), io)
    expect([Object.keys(auth ?? {}).sort(), auth?.clientName]).toEqual([['clientName', 'open', 'store'], 'Omniport'])
    expect(await auth?.store?.get(JSON.stringify(['authorization', signedIn]))).toMatchObject({
      resource: 'https://example.com',
    })
    expect(thrownBy(() => auth?.open?.('https://as.example/'))).toEqual(
      new OmniportError(
        'unauthorized',
        'the stored sign-in has expired, was refused, or is not enough; --auth signs in again, for what is asked for',
      ),
    )
    expect(warnings).toEqual([])
  })

  test('are found however the address is written', async () => {
    await stored.add(signedIn)
    expect(await resolveAuth(options, target('HTTPS://EXAMPLE.com:443/mcp'), world().io)).toMatchObject({
      clientName: 'Omniport',
    })
  })

  test.each([
    ['another address', target('https://example.com/other')],
    ['an address with credentials in its headers', target(signedIn, { AUTHORIZATION: 'Basic eA==' })],
    ['a program', { type: 'command', command: { command: 'x' } }],
  ] as const)('are not for %s', async (_what, other) => {
    await stored.add(signedIn)
    expect(await resolveAuth(options, other, world().io)).toBeUndefined()
  })

  test('are not lent to other programs', async () => {
    await stored.add(signedIn)
    expect(await resolveGivenAuth(options, target(), world().io)).toBeUndefined()
  })

  test('are for an address with other headers too', async () => {
    await stored.add(signedIn)
    expect(await resolveAuth(options, target(signedIn, { 'x-authorization': 'a' }), world().io)).toMatchObject({
      clientName: 'Omniport',
    })
  })

  test('that cannot be read are not used, which is said', async () => {
    await mkdir(join(stored.folder, 'omniport'))
    await writeFile(join(stored.folder, 'elsewhere.json'), '{}')
    await symlink(join(stored.folder, 'elsewhere.json'), join(stored.folder, 'omniport', 'auth.json'))
    const { io, warnings } = world()
    expect(await resolveAuth(options, target(), io)).toBeUndefined()
    expect(warnings).toEqual([expect.stringMatching(/^Stored sign-ins are not used: .*auth\.json/)])
  })
})

describe('a user who signs in', () => {
  test('opens the address as it is wanted', async () => {
    const open = () => {}
    expect(await userAuth({ open, onProblem: () => {} })).toMatchObject({ open, clientName: 'Omniport' })
    expect(await userAuth({ onProblem: () => {} })).not.toHaveProperty('open')
    expect(formatSignInAddress('https://as.example/')).toBe(
      'Open this address in a browser of this machine: https://as.example/',
    )
  })

  test('hears of a file of tokens that is set aside', async () => {
    await mkdir(join(stored.folder, 'omniport'))
    await writeFile(join(stored.folder, 'omniport', 'auth.json'), 'no JSON')
    const problems: string[] = []
    const { store } = await userAuth({ onProblem: (message) => void problems.push(message) })
    await store?.set('a', 1)
    expect(problems).toEqual([expect.stringContaining('auth.json')])
    const { io, warnings } = world()
    await writeFile(join(stored.folder, 'omniport', 'auth.json'), 'no JSON')
    const auth = await resolveAuth({ ...options, auth: true }, target(), io)
    await auth?.store?.set('a', 1)
    expect(warnings).toEqual([expect.stringContaining('auth.json')])
  })

  test('does so by a browser, or by an address that is shown, also where a config file says who', async () => {
    const login = { ...target(), auth: { clientId: 'c' } }
    const lines: string[] = []
    const io = { ...world().io, stderr: (line: string) => void lines.push(line) }
    expect(await resolveAuth(options, login, io)).not.toHaveProperty('open')
    const shown = await resolveAuth({ ...options, browser: false }, login, io)
    await shown?.open?.('https://as.example/')
    expect([shown?.clientId, lines]).toEqual(['c', [formatSignInAddress('https://as.example/')]])
  })
})
