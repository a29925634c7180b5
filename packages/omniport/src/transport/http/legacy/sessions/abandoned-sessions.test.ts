import { expect, test } from 'vitest'
import { initializeRequest, post } from '#test/support/http-client.js'
import { defineHttpServer } from '#test/support/http-server.js'
import { httpShells } from '#test/support/http-shells.js'
import { createHttpSettings } from '../../http-settings.js'
import { createLegacySettings } from '../legacy-settings.js'
import { HttpSession } from './http-session.js'
import { SessionTable } from './session-table.js'

const record = { revision: '2025-11-25', client: { capabilities: {} } } as const
const client = { principal: undefined, owner: 'network 127.0.0.1' }

function createTable() {
  const { server, runtime } = defineHttpServer()
  const table = new SessionTable(createLegacySettings(createHttpSettings(server, { limits: { sessions: 5_000 } })))
  const sessions = Array.from({ length: 5_000 }, () => table.create(record, client))
  return { runtime, table, sessions }
}

test.each(httpShells)(
  '$shell: of 500 sessions that were never used no more than the cap are there, and none after their time',
  async ({ open }) => {
    const { server, runtime } = defineHttpServer()
    const shell = await open(server, { limits: { sessions: 300 } })
    const ids: string[] = []
    for (let batch = 0; batch < 10; batch += 1) {
      const responses = await Promise.all(
        Array.from({ length: 50 }, () => post(shell, initializeRequest('2025-11-25'))),
      )
      for (const response of responses) {
        ids.push(response.headers.get('mcp-session-id') ?? '')
        await response.text()
      }
    }
    expect(ids.filter((id) => id !== '').length).toBe(500)
    const ping = async (id = '') => {
      const headers = { 'mcp-session-id': id, 'mcp-protocol-version': '2025-11-25' }
      const response = await post(shell, { jsonrpc: '2.0', id: 1, method: 'ping' }, { headers })
      await response.text()
      return response.status
    }
    expect([await ping(ids[0]), await ping(ids[199]), await ping(ids[200]), await ping(ids[499])]).toEqual([
      404, 404, 200, 200,
    ])
    runtime.advance(30_000)
    expect([await ping(ids[200]), await ping(ids[201]), await ping(ids[498])]).toEqual([200, 404, 404])
    runtime.advance(600_000)
    expect(runtime.timers).toBe(0)
    await shell.close()
  },
)

test('the table forgets a session whose time has come by itself', () => {
  const { runtime, table, sessions } = createTable()
  expect(() => table.create(record, client)).toThrow('the limit sessions is 5000')
  expect([table.size, sessions[0] instanceof HttpSession]).toEqual([5_000, true])
  runtime.advance(599_999)
  expect(table.size).toBe(5_000)
  runtime.advance(1)
  expect([table.size, sessions.every(({ signal }) => signal.aborted), runtime.timers]).toEqual([0, true, 0])
})

test('the table forgets a session that was not used soon after it began', async () => {
  const { runtime, table, sessions } = createTable()
  for (const session of sessions) await table.establish(session)
  const used = sessions[7] as HttpSession
  expect(await table.find(used.id, client)).toBe(used)
  runtime.advance(29_999)
  expect(table.size).toBe(5_000)
  runtime.advance(1)
  expect([table.size, used.isOver]).toEqual([1, false])
})

test('a session that was never used makes room before one that was', async () => {
  const { table, sessions } = createTable()
  for (const session of sessions) {
    await table.establish(session)
    await table.find(session.id, client)
  }
  const [oldest, second] = sessions
  const unused = sessions[4_000] as HttpSession
  await table.delete(unused)
  const next = table.create(record, client)
  await table.establish(next)
  await table.establish(table.create(record, client))
  expect([next.isOver, oldest?.isOver]).toEqual([true, false])
  await table.find(table.create(record, client).id, client)
  table.create(record, client)
  expect([oldest?.isOver, second?.isOver, table.size]).toEqual([true, false, 5_000])
})
