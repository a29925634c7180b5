import { describe, expect, test } from 'vitest'
import { verifies } from '#test/requirements/verifies.js'
import { connectRaw, type RawConnection } from '#test/support/connect-raw.js'
import { defineServer } from '#test/support/define-server.js'
import type { Middleware } from '../../protocol/exchange/exchange.js'
import { metaKeys } from '../../protocol/meta/meta-keys.js'
import { prompt } from '../prompts/prompt.js'
import { resource } from '../resources/resource.js'
import type { Server } from '../server.js'
import { tool } from '../tools/tool.js'

const aTool = tool({ run: () => '' })
const city = resource({ uri: 'city:{name}', read: () => '' })
const all = { tools: { t: aTool }, prompts: { p: prompt({ get: () => '' }) }, resources: { city } }
const everything = {
  toolsListChanged: true,
  promptsListChanged: true,
  resourcesListChanged: true,
  resourceSubscriptions: ['city:oslo', 'city:rome'],
}

const mark = (id: string | number) => ({ [metaKeys.subscriptionId]: id })
const acknowledged = (id: string | number, notifications: object) => ({
  jsonrpc: '2.0',
  method: 'notifications/subscriptions/acknowledged',
  params: { notifications, _meta: mark(id) },
})
const changed = (id: string | number, kind: string) => ({
  jsonrpc: '2.0',
  method: `notifications/${kind}/list_changed`,
  params: { _meta: mark(id) },
})
const updated = (id: string | number, uri: string) => ({
  jsonrpc: '2.0',
  method: 'notifications/resources/updated',
  params: { uri, _meta: mark(id) },
})

function changeEverything(server: Server): void {
  server.tools.set('t', aTool)
  server.prompts.delete('p')
  server.resources.listChanged()
  for (const uri of ['city:oslo', 'city:rome', 'city:bern']) server.resources.updated(uri)
}

async function listen(connection: RawConnection, id: string | number, notifications: object) {
  const answer = connection.request('subscriptions/listen', { notifications }, id)
  await connection.settle()
  return { answer, first: connection.messages.splice(0) }
}

const modern = { revision: '2026-07-28' } as const

describe('a subscription', () => {
  const filters: readonly (readonly [object, object, readonly string[]])[] = [
    [everything, everything, ['tools', 'prompts', 'resources', 'city:oslo', 'city:rome']],
    [{}, {}, []],
    [{ toolsListChanged: true, promptsListChanged: false }, { toolsListChanged: true }, ['tools']],
    [
      { resourceSubscriptions: ['city:rome', 'city:rome'] },
      { resourceSubscriptions: ['city:rome', 'city:rome'] },
      ['city:rome'],
    ],
    [
      { resourceSubscriptions: ['town:x', 'city:bern'], future: true },
      { resourceSubscriptions: ['city:bern'] },
      ['city:bern'],
    ],
  ]

  test.each(filters)('to %j is acknowledged as %j, and gets what it asked for only', async (asked, honoured, kinds) => {
    verifies('SUB-02', 'SUB-03', 'SUB-04')
    const { server } = defineServer(all)
    const connection = await connectRaw(server, modern)
    const { first } = await listen(connection, 'L', asked)
    expect(first).toEqual([acknowledged('L', honoured)])
    changeEverything(server)
    await connection.settle()
    const expected = kinds.map((kind) => (kind.includes(':') ? updated('L', kind) : changed('L', kind)))
    const order = ({ method, params }: { method?: string; params?: object }) => JSON.stringify([method, params])
    expect(connection.messages.map(order).sort()).toEqual(expected.map(order).sort())
    connection.close()
  })

  test('to what the server does not have is acknowledged without it', async () => {
    verifies('SUB-02')
    const { server } = defineServer({ tools: {} })
    const connection = await connectRaw(server, modern)
    expect((await listen(connection, 1, everything)).first).toEqual([acknowledged(1, { toolsListChanged: true })])
    connection.close()
  })

  test('is one of several on a connection, told apart by ids of either type', async () => {
    verifies('SUB-04')
    const { server } = defineServer(all)
    const connection = await connectRaw(server, modern)
    await listen(connection, 1, { toolsListChanged: true })
    await listen(connection, '1', { toolsListChanged: true, promptsListChanged: true })
    server.tools.delete('t')
    server.prompts.delete('p')
    await connection.settle()
    expect(connection.messages).toEqual([changed(1, 'tools'), changed('1', 'tools'), changed('1', 'prompts')])
    connection.close()
  })

  test('gets nothing more once the client gave it up, and leaves no trace in the log', async () => {
    const { server, logger } = defineServer({ ...all, limits: { subscriptions: 2 } })
    const connection = await connectRaw(server, modern)
    for (const id of ['a', 'b', 'c', 'd']) {
      expect((await listen(connection, id, { toolsListChanged: true })).first).toEqual([
        acknowledged(id, { toolsListChanged: true }),
      ])
      connection.notify('notifications/cancelled', { requestId: id })
      await connection.settle()
    }
    server.tools.delete('t')
    await connection.settle()
    expect([connection.messages, logger.errors]).toEqual([[], []])
    connection.close()
  })

  test('ends with its connection', async () => {
    const { server } = defineServer({ ...all, limits: { subscriptions: 1 } })
    const first = await connectRaw(server, modern)
    await listen(first, 1, {})
    first.close()
    await first.settle()
    const second = await connectRaw(server, modern)
    expect((await listen(second, 1, {})).first).toEqual([acknowledged(1, {})])
    second.close()
  })

  test('carries no log messages and no progress', async () => {
    verifies('SUB-12', 'LOG-07')
    const chatty = tool({
      run(_args, ctx) {
        ctx.progress(1)
        ctx.log.error('oops')
      },
    })
    const connection = await connectRaw(defineServer({ tools: { chatty } }).server, modern)
    await listen(connection, 'L', everything)
    await connection.request(
      'tools/call',
      { name: 'chatty', _meta: { progressToken: 'P', [metaKeys.logLevel]: 'debug' } },
      'C',
    )
    expect(connection.messages.map(({ method, params }) => [method, params?.['_meta']])).toEqual([
      ['notifications/progress', undefined],
      ['notifications/message', undefined],
    ])
    connection.close()
  })
})

describe('of subscriptions there are', () => {
  test('so many to a server', async () => {
    const connection = await connectRaw(defineServer({ ...all, limits: { subscriptions: 1 } }).server, modern)
    await listen(connection, 1, {})
    expect((await connection.request('subscriptions/listen', { notifications: {} }, 2)).error).toEqual({
      code: -32603,
      message: 'Too many subscriptions',
    })
    expect(connection.messages).toEqual([])
    connection.close()
  })

  test('so many resources in one', async () => {
    const connection = await connectRaw(defineServer({ ...all, limits: { subscriptions: 2 } }).server, modern)
    const resourceSubscriptions = ['city:a', 'city:b', 'city:c']
    expect(
      (await connection.request('subscriptions/listen', { notifications: { resourceSubscriptions } })).error,
    ).toEqual({
      code: -32602,
      message: 'At most 2 resources per subscription',
    })
    connection.close()
  })
})

describe('when the server closes, a subscription', () => {
  test('gets what changed before, then its result, then the cancellation', async () => {
    verifies('CAN-13', 'BASE-21')
    const { server } = defineServer(all)
    const connection = await connectRaw(server, modern)
    const { answer } = await listen(connection, 'L', everything)
    server.tools.delete('t')
    await server.close()
    await connection.settle()
    expect((await answer).result).toEqual({
      resultType: 'complete',
      _meta: { ...mark('L'), [metaKeys.serverInfo]: { name: 's', version: '1' } },
    })
    const params = { requestId: 'L', reason: 'The server ended the subscription' }
    expect(connection.messages).toEqual([
      changed('L', 'tools'),
      { jsonrpc: '2.0', method: 'notifications/cancelled', params },
    ])
    connection.close()
  })

  test('that is only being made ends as well', async () => {
    let open: (value?: unknown) => void = () => {}
    const slow: Middleware = (next) => async (message, exchange) => {
      await new Promise((resolve) => {
        open = resolve
      })
      return next(message, exchange)
    }
    const { server } = defineServer({ ...all, use: [slow] })
    const connection = await connectRaw(server, modern)
    const { answer } = await listen(connection, 'L', {})
    const closed = server.close()
    open()
    expect((await answer).result?.['resultType']).toBe('complete')
    await closed
    connection.close()
  })
})
