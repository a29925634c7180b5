import { describe, expect, test } from 'vitest'
import { verifies } from '#test/requirements/verifies.js'
import { connectRaw, type RawConnection } from '#test/support/connect-raw.js'
import { defineServer } from '#test/support/define-server.js'
import { RpcError } from '../../jsonrpc/messages/rpc-error.js'
import { metaKeys } from '../../protocol/meta/meta-keys.js'
import { tool } from '../tools/tool.js'
import type { ExtensionContext } from './extension-context.js'
import type { ExtensionFilter } from './extension-filter.js'

const id = 'com.example/search'
const declared = { extensions: { [id]: {} } }
const mark = { [metaKeys.subscriptionId]: 'L' }

/** A server whose extension can be listened to, and everybody who listens. */
function define(filter: Partial<ExtensionFilter> = {}) {
  const subscriptions: ExtensionContext[] = []
  const searchFilter: ExtensionFilter = {
    honour: (asked) => (Array.isArray(asked) ? asked.filter((place) => place !== 'hidden') : undefined),
    deliver: (_places: readonly string[], ctx) => void subscriptions.push(ctx),
    ...filter,
  }
  const tools = { t: tool({ run: () => '' }) }
  const { server } = defineServer({ tools, extensions: { [id]: { listen: { searchPlaces: searchFilter } } } })
  return { server, subscriptions }
}

async function listen(connection: RawConnection, notifications: object) {
  const answer = connection.request('subscriptions/listen', { notifications }, 'L')
  await connection.settle()
  return answer
}

describe('a filter', () => {
  test('is acknowledged as far as it is honoured, and what is sent carries the mark of the subscription', async () => {
    verifies('SUB-02')
    const { server, subscriptions } = define()
    const connection = await connectRaw(server, { revision: '2026-07-28', capabilities: declared })
    void listen(connection, { toolsListChanged: true, searchPlaces: ['a', 'hidden'] })
    await connection.settle()
    subscriptions[0]?.notify('notifications/search/found', { place: 'a', _meta: { 'com.example/a': 1 } })
    subscriptions[0]?.log.error('not what was asked for')
    await connection.settle()
    expect(connection.messages).toEqual([
      {
        jsonrpc: '2.0',
        method: 'notifications/subscriptions/acknowledged',
        params: { notifications: { toolsListChanged: true, searchPlaces: ['a'] }, _meta: mark },
      },
      {
        jsonrpc: '2.0',
        method: 'notifications/search/found',
        params: { place: 'a', _meta: { 'com.example/a': 1, ...mark } },
      },
    ])
    connection.close()
  })

  test('of which nothing is honoured is not acknowledged, and hears nothing', async () => {
    const { server, subscriptions } = define()
    const connection = await connectRaw(server, { revision: '2026-07-28', capabilities: declared })
    void listen(connection, { searchPlaces: 'all' })
    await connection.settle()
    expect([connection.messages[0]?.params, subscriptions]).toEqual([{ notifications: {}, _meta: mark }, []])
    connection.close()
  })

  test('is refused with -32021 to a client that did not declare the extension', async () => {
    verifies('VER-30')
    const connection = await connectRaw(define().server, { revision: '2026-07-28' })
    const { error } = await listen(connection, { toolsListChanged: true, searchPlaces: ['a'] })
    expect([error?.code, error?.data, connection.messages]).toEqual([
      -32021,
      { requiredCapabilities: { extensions: { [id]: {} } } },
      [],
    ])
    connection.close()
  })

  test('can refuse the subscription', async () => {
    const { server } = define({ honour: () => Promise.reject(RpcError.invalidParams('no such place')) })
    const connection = await connectRaw(server, { revision: '2026-07-28', capabilities: declared })
    const { error } = await listen(connection, { searchPlaces: ['a'] })
    expect([error, connection.messages]).toEqual([{ code: -32602, message: 'no such place' }, []])
    connection.close()
  })

  test('that fails ends the subscription with an error', async () => {
    const { server } = define({ deliver: () => Promise.reject(new Error('secret')) })
    const connection = await connectRaw(server, { revision: '2026-07-28', capabilities: declared })
    const { error } = await listen(connection, { searchPlaces: ['a'] })
    expect(error).toEqual({ code: -32603, message: expect.stringMatching(/^internal error \w+$/) })
    connection.close()
  })

  test.each([
    ['the client', (connection: RawConnection) => connection.notify('notifications/cancelled', { requestId: 'L' })],
    ['the server', (_connection: RawConnection, server: ReturnType<typeof define>['server']) => void server.close()],
  ])('ends with the subscription, when %s ends it', async (_who, end) => {
    const { server, subscriptions } = define()
    const connection = await connectRaw(server, { revision: '2026-07-28', capabilities: declared })
    void listen(connection, { searchPlaces: ['a'] })
    await connection.settle()
    const before = subscriptions[0]?.signal.aborted
    end(connection, server)
    await connection.settle()
    expect([before, subscriptions[0]?.signal.aborted]).toEqual([false, true])
    connection.close()
  })
})
