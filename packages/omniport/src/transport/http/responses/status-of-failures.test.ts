import { afterEach, describe, expect, test } from 'vitest'
import { postModern } from '#test/support/http-client.js'
import { httpShells, type OpenShell } from '#test/support/http-shells.js'
import { RpcError } from '../../../jsonrpc/messages/rpc-error.js'
import type { Serve } from '../../../protocol/exchange/exchange.js'
import { createServer } from '../../../server/create-server.js'
import { tool } from '../../../server/tools/tool.js'

const away = () => new RpcError(-32603, 'The store is away', { retryAfterSeconds: 1, reason: 'store' })

describe.each(httpShells)('$shell, while a store is away', ({ open }) => {
  let shell: OpenShell
  afterEach(() => shell.close())
  const call = async () => {
    const response = await postModern(shell, 'tools/call', { name: 'hook' })
    const { error } = await response.json()
    return [response.status, response.headers.get('retry-after'), error]
  }

  test('answers 503 to a call that did not begin to run', async () => {
    const refuse = (): Serve => () => Promise.reject(away())
    shell = await open(createServer({ name: 's', version: '1', use: [refuse], tools: {} }))
    expect(await call()).toEqual([503, '1', away().toObject()])
  })

  test('answers 200 and an error without a time to a call that ran, so that nobody sends it again', async () => {
    const hook = tool({ run: () => Promise.reject(away()) })
    shell = await open(createServer({ name: 's', version: '1', tools: { hook } }))
    const error = { code: -32603, message: 'The store is away', data: { reason: 'store' } }
    expect(await call()).toEqual([200, null, error])
  })
})
