import { afterEach, describe, expect, test } from 'vitest'
import { verifies } from '#test/requirements/verifies.js'
import { beginSession, post } from '#test/support/http-client.js'
import { defineHttpServer } from '#test/support/http-server.js'
import { httpShells, type OpenShell } from '#test/support/http-shells.js'

const ping = { jsonrpc: '2.0', id: 1, method: 'ping' }

describe.each(httpShells)('$shell', ({ open }) => {
  let shell: OpenShell
  afterEach(() => shell.close())

  test.each([
    ['of the form of one', '0'.repeat(32)],
    ['of another form', 'x'],
    ['that is the name of a member of objects', 'constructor'],
  ])('an id %s that was never given is 404 while a session is open', async (_name, id) => {
    verifies('HTTP-47', 'SEC-08')
    shell = await open(defineHttpServer().server)
    const session = await beginSession(shell)
    const headers = { 'mcp-session-id': id, 'mcp-protocol-version': '2025-11-25' }
    const refused = await post(shell, ping, { headers })
    expect([refused.status, await refused.json()]).toEqual([404, expect.objectContaining({ id: 1 })])
    const answered = await session.request('ping')
    expect([answered.status, await answered.json()]).toEqual([
      200,
      { jsonrpc: '2.0', id: expect.anything(), result: {} },
    ])
  })
})
