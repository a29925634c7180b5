import { describe, expect, test } from 'vitest'
import { verifies } from '#test/requirements/verifies.js'
import { FakeWeb } from '../client/http/fixtures/fake-web.js'
import { modernServer } from '../client/http/fixtures/servers.js'
import type { AuditRecord } from './audit/audit-record.js'
import { SimulatedServer } from './fixtures/simulated-server.js'
import { startHost } from './fixtures/start-host.js'
import { untilWritten } from './fixtures/until-written.js'
import type { HostOptions } from './host-options.js'

/** A host whose audit log refuses records of one type, with what it told. */
function refusing(type: AuditRecord['type'], more: Partial<HostOptions> = {}) {
  const server = new SimulatedServer('a', true)
  const errors: (readonly [string, string | undefined])[] = []
  const append = (record: AuditRecord) => {
    if (record.type === type) throw new Error(`no room for ${type}`)
  }
  const host = startHost({
    servers: { a: server },
    policy: () => 'allow',
    audit: { append },
    onError: ({ message }, from) => errors.push([message, from]),
    ...more,
  })
  return { host, server, errors }
}

describe('a record that cannot be written is told once', () => {
  test('of how a server is', async () => {
    const { host, errors } = refusing('server')
    await host.start('a')
    await untilWritten(host)
    expect(errors).toEqual([['no room for server', 'a']])
    expect(host.audit.map(({ type }) => type)).toEqual(['forget'])
  })

  test('of a definition that changed, and it is blocked all the same', async () => {
    const { host, server, errors } = refusing('pin')
    await host.tools()
    const events = host.events()
    server.change('speak')
    for await (const { type } of events) if (type === 'error') break
    await untilWritten(host)
    expect(errors).toEqual([['no room for pin', 'a']])
    expect(host.changedTools.map(({ tool, change, isBlocked }) => [tool, change, isBlocked])).toEqual([
      ['speak', 'changed', true],
    ])
  })

  test('of what a call came to, and whoever called gets it all the same', async () => {
    const { host, errors } = refusing('result')
    expect((await host.callTool('a__speak', {})).content).toEqual([{ type: 'text', text: 'a' }])
    await untilWritten(host)
    expect(errors).toEqual([['no room for result', 'a']])
    expect(host.audit.map(({ type }) => type)).toEqual(['server', 'decision', 'call', 'forget'])
  })
})

test('a decision is not forgotten unless that is written down', async () => {
  verifies('HOST-04')
  const { host, errors } = refusing('forget', {
    policy: () => 'ask',
    ask: () => ({ answer: 'allow', remember: 'always' }),
  })
  await host.callTool('a__speak', {})
  const stored = await host.decisions()
  expect(stored.map(({ type, server, subject }) => [type, server, subject])).toEqual([['call', 'a', 'speak']])
  await expect(host.forget(stored[0]?.id ?? '')).rejects.toThrow('no room for forget')
  expect(await host.decisions()).toEqual(stored)
  expect(errors).toEqual([])
})

test('the audit log has how a server is, and why', async () => {
  const web = new FakeWeb(modernServer())
  let isDown = false
  const host = startHost({
    servers: { a: 'https://a.test/mcp' },
    fetch: (input, init) => (isDown ? Promise.reject(new Error('out of order')) : web.fetch(input, init)),
  })
  await host.start('a')
  await host.stop('a')
  isDown = true
  await expect(host.start('a')).rejects.toMatchObject({ code: 'unreachable' })
  await untilWritten(host)
  expect(host.audit.map(({ seq: _, at: __, previous: ___, ...entry }) => entry)).toEqual([
    { type: 'server', server: 'a', state: 'ready' },
    { type: 'server', server: 'a', state: 'stopped' },
    {
      type: 'server',
      server: 'a',
      state: 'failed',
      reason: 'The connection to https://a.test/mcp broke: out of order',
    },
    { type: 'forget', decision: 'nothing' },
  ])
})
