import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { verifies } from '#test/requirements/verifies.js'
import { defaultRuntime } from '../../async/runtime/runtime.js'
import { openAuthorizer } from './open-authorizer.js'

test.each<readonly [string, string, readonly string[], RegExp]>([
  ['a server elsewhere does not lead a client to this machine', 'https://mcp.example/mcp', [], /refused: 127/],
  ['a server of this machine may', 'http://127.0.0.1:1/mcp', ['/metadata'], /./],
])('%s', async (_name, serverUrl, expected, reason) => {
  verifies('SEC-06', 'SEC-07')
  const asked: unknown[] = []
  const web = createServer(({ url }, response) => {
    asked.push(url)
    response.writeHead(404).end()
  })
  onTestFinished(() => void web.close())
  await new Promise<void>((resolve) => void web.listen(0, '127.0.0.1', resolve))
  const { port } = web.address() as AddressInfo // it listens on a port
  const authorizing = {
    options: {},
    runtime: defaultRuntime,
    withTimeoutsPaused: <T>(work: () => Promise<T>) => work(),
  }
  const authorizer = await openAuthorizer(new URL(serverUrl), authorizing, {
    info: { name: 'a', version: '1' },
    report: () => {},
  })
  const request = { method: 'POST', url: serverUrl }
  const { signal } = new AbortController()
  const sent = await authorizer.headers(request, signal)
  const challenge = `Bearer resource_metadata="http://127.0.0.1:${port}/metadata"`
  const header = (name: string) => (name === 'www-authenticate' ? challenge : undefined)
  const recovering = authorizer.recover({ ...request, status: 401, sent, retries: 0, header }, signal)
  await expect(recovering).rejects.toThrow(reason)
  expect(asked.slice(0, 1)).toEqual(expected)
})
