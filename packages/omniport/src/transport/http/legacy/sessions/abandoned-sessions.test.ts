import { expect, test } from 'vitest'
import { beginSession, initializeRequest, post } from '#test/support/http-client.js'
import { defineHttpServer } from '#test/support/http-server.js'
import { httpShells } from '#test/support/http-shells.js'
import { createHttpSettings } from '../../http-settings.js'
import { createLegacySettings } from '../legacy-settings.js'
import { HttpSession } from './http-session.js'
import { SessionTable } from './session-table.js'

test.each(httpShells)(
  '$shell: of 5,000 abandoned sessions none is left after their idle time, and no more than the cap were ever there',
  async ({ open }) => {
    const { server, runtime } = defineHttpServer()
    const shell = await open(server, { limits: { sessions: 3_000 } })
    const counts = { begun: 0, refused: 0 }
    for (let batch = 0; batch < 100; batch += 1) {
      const responses = await Promise.all(
        Array.from({ length: 50 }, () => post(shell, initializeRequest('2025-11-25'))),
      )
      for (const response of responses) {
        counts[response.headers.has('mcp-session-id') ? 'begun' : 'refused'] += 1
        await response.text()
      }
    }
    expect(counts).toEqual({ begun: 3_000, refused: 2_000 })
    runtime.advance(600_000)
    const session = await beginSession(shell)
    expect((await session.request('ping')).status).toBe(200)
    await session.delete()
    runtime.advance(600_000)
    expect(runtime.timers).toBe(0)
    await shell.close()
  },
  60_000,
)

test('the table forgets a session whose time has come by itself', () => {
  const { server, runtime } = defineHttpServer()
  const settings = createHttpSettings(server, { limits: { sessions: 5_000 } })
  const table = new SessionTable(createLegacySettings(settings))
  const record = { revision: '2025-11-25', client: { capabilities: {} }, principal: undefined } as const
  const sessions = Array.from({ length: 5_000 }, () => table.create(record))
  expect(() => table.create(record)).toThrow('the limit sessions is 5000')
  expect([table.size, sessions[0] instanceof HttpSession]).toEqual([5_000, true])
  runtime.advance(599_999)
  expect(table.size).toBe(5_000)
  runtime.advance(1)
  expect([table.size, sessions.every(({ signal }) => signal.aborted), runtime.timers]).toEqual([0, true, 0])
})
