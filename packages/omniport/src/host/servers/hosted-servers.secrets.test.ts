import { expect, test } from 'vitest'
import { verifies } from '#test/requirements/verifies.js'
import { SimulatedServer } from '../fixtures/simulated-server.js'
import { startHost } from '../fixtures/start-host.js'

const a = new SimulatedServer('a', true)

test.each([
  ['with none', {}],
  ['with one', { a }],
])('secrets of servers that come later to a host %s are not in the audit log', async (_, servers) => {
  verifies('HOST-04')
  const host = startHost({ servers, policy: () => 'allow' })
  await host.setServers({
    a,
    web: { url: 'http://127.0.0.1:1', headers: { 'x-key': 'sesame-open' } },
    program: { command: 'no-such-program', env: { API_KEY: 'sesame-closed' } },
  })
  const args = { text: 'sesame-open', list: ['with sesame-closed in it'] }
  await host.callTool('a__speak', args)
  expect(host.audit.find(({ type }) => type === 'call')).toMatchObject({
    args: { text: '***', list: ['with *** in it'] },
  })
  expect(a.calls.at(-1)?.args).toEqual(args)
})
