import { createServer as createWebServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { createServer } from '../../server/create-server.js'
import { createHost } from '../create-host.js'
import type { HostOptions } from '../host-options.js'
import { authFor } from './connect-server.js'

const standard = { clientName: 'Host' }
const own = { clientId: 'own' }
const url = 'https://mcp.example/'

test.each([
  ['an address', { target: url }, standard],
  ['an address with other headers', { target: { url, headers: { 'X-Key': 'k' } } }, standard],
  ['credentials of its own', { target: url, auth: own }, own],
  ['a token of its own', { target: url, auth: { token: 't' } }, { token: 't' }],
  ['an Authorization header', { target: { url, headers: { authorization: 'Basic x' } } }, undefined],
  ['one as it is mostly written', { target: { url, headers: { Authorization: 'Basic x' } } }, undefined],
  ['one in capitals', { target: { url, headers: { AUTHORIZATION: 'Basic x' } } }, undefined],
  ['a program', { target: { command: 'node' } }, undefined],
  ['a server of this process', { target: { serve: () => Promise.reject() } }, undefined],
  ['no target', {}, undefined],
])('of a server with %s', (_name, settings, expected) => {
  expect(authFor('web', settings, standard)).toEqual(expected)
})

test('a host that says for each server how it gets a token', () => {
  const perServer = (server: string) => (server === 'web' ? { clientName: 'Web' } : undefined)
  expect(authFor('web', { target: url }, perServer)).toEqual({ clientName: 'Web' })
  expect(authFor('other', { target: url }, perServer)).toBe(undefined)
  expect(authFor('web', { target: url, auth: own }, perServer)).toEqual(own)
})

test('what that throws fails that server alone', async () => {
  const auth = (server: string) => {
    throw new Error(`No login for ${server}`)
  }
  await using host = createHost({ servers: { web: url, here: createServer({ name: 'h', version: '1' }) }, auth })
  await expect(host.start('web')).rejects.toThrow('No login for web')
  await host.start('here')
  expect(host.servers.map(({ state }) => state)).toEqual(['failed', 'ready'])
})

test('a token is for one server, not for all of a host', () => {
  const auth = { token: 'secret' } as object
  const wrong = 'createHost: auth.token would be sent to all servers: give it in the settings of one server'
  expect(() => createHost({ servers: {}, auth })).toThrow(new TypeError(wrong))
  expect(() => createHost({ servers: {}, auth: { clientName: 3 } as object })).toThrow('createHost: auth.clientName')
})

describe('a server over HTTP that wants a token', () => {
  const asked: string[] = []
  const web = createWebServer(({ url = '' }, response) => {
    asked.push(url)
    response.writeHead(url === '/mcp' ? 401 : 404).end()
  })

  afterEach(() => new Promise((resolve) => web.close(resolve)))

  test('is asked who gives one where the host may get one, and only then', async () => {
    await new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve))
    const target = `http://127.0.0.1:${(web.address() as AddressInfo).port}/mcp`
    const start = async (auth: HostOptions['auth']) => {
      await using host = createHost({ servers: { web: target }, policy: () => 'allow', auth })
      await expect(host.start('web')).rejects.toThrow(target)
      expect(host.servers[0]).toMatchObject({ state: 'failed', code: 'unauthorized' })
      return asked.splice(0)
    }
    expect(await start(() => ({ open: () => {} }))).toContain('/.well-known/oauth-protected-resource/mcp')
    expect(new Set(await start(undefined))).toEqual(new Set(['/mcp']))
    expect(await start({ open: () => {} })).toContain('/.well-known/oauth-protected-resource/mcp')
  })
})
