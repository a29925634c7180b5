import process from 'node:process'
import { parseRecording } from 'omniport/protocol'
import { afterEach, describe, expect, test } from 'vitest'
import type { Server } from '../../../packages/omniport/src/console/contract.js'
import { openTestConsole, type TestConsole, workshop } from './open-test-console.js'

let opened: TestConsole
afterEach(() => opened.close())

function state(name: string, wanted: Server['state']): Promise<Server> {
  return opened.until((event) =>
    event.type === 'server' && event.server.name === name && event.server.state === wanted ? event.server : undefined,
  )
}

describe('a server', () => {
  test('is added at the page, stopped, started and removed', async () => {
    opened = await openTestConsole()
    expect((await opened.state()).servers).toEqual([])
    await opened.act('add-server', { name: 'mine', ...workshop })
    await opened.ready('mine')
    const [added] = (await opened.state()).servers
    expect(added).toMatchObject({
      name: 'mine',
      state: 'ready',
      isAdded: true,
      transport: 'stdio',
      tokens: expect.any(Number),
    })
    expect(added?.launch).toMatch(/node.* .*workshop-stdio\.mjs$/)
    const twice = await opened.send('add-server', { name: 'mine', ...workshop })
    expect(twice).toMatchObject({ ok: false, error: { message: 'There is a server with the name mine already' } })
    await opened.act('stop-server', { server: 'mine' })
    expect((await state('mine', 'stopped')).pid).toBeUndefined()
    await opened.act('restart-server', { server: 'mine' })
    await opened.call('mine', 'echo', { text: 'again' })
    await opened.act('remove-server', { server: 'mine' })
    expect((await opened.state()).servers).toEqual([])
    expect((await opened.state()).catalogues).toEqual([])
  })

  test('that cannot be started says why, and what to do', async () => {
    const servers = {
      missing: { command: 'no-such-program-7' },
      silent: { command: process.execPath, args: ['-e', ''] },
    }
    opened = await openTestConsole({ servers, start: ['missing', 'silent'] })
    const missing = await state('missing', 'failed')
    expect(missing).toMatchObject({ code: 'unreachable' })
    expect(missing.reason).toContain('Could not start "no-such-program-7"')
    expect(missing.advice?.[0]).toContain('Check that the command is installed')
    const silent = await state('silent', 'failed')
    expect(silent.reason).toContain('exited with code 0')
  })

  test('of a config file starts once its start was allowed', async () => {
    const source = { file: '/tmp/mcp.json', line: 3, field: 'mcpServers.listed' }
    opened = await openTestConsole({ servers: { listed: { target: workshop, source } } })
    expect((await opened.state()).servers).toMatchObject([{ state: 'idle', source: '/tmp/mcp.json:3' }])
    await opened.act('start-server', { server: 'listed' })
    const request = await opened.request('consent')
    expect(request).toMatchObject({ subject: 'start', server: 'listed' })
    expect(request.description.lines.some(({ text }) => text.includes('workshop-stdio.mjs'))).toBe(true)
    await opened.answer(request.id, { type: 'consent', answer: 'deny' })
    expect(await state('listed', 'denied')).toMatchObject({ code: 'denied' })
    await opened.act('start-server', { server: 'listed' })
    const again = await opened.request('consent', 1)
    await opened.answer(again.id, { type: 'consent', answer: 'allow', remember: 'always' })
    await opened.ready('listed')
    expect((await opened.state()).decisions).toMatchObject([{ type: 'start', server: 'listed', answer: 'allow' }])
    const { audit } = await opened.state()
    expect(audit.filter(({ type }) => type === 'decision').map(({ answer }) => answer)).toEqual(['deny', 'allow'])
  })

  test('is subscribed to, and the changes are counted', async () => {
    opened = await openTestConsole({ servers: { workshop }, start: ['workshop'] })
    await opened.ready('workshop')
    await opened.act('subscribe', { id: 'sub', server: 'workshop', filter: { tools: true } })
    const live = await opened.until((event) =>
      event.type === 'subscription' && event.subscription.state === 'live' ? event.subscription : undefined,
    )
    expect(live).toMatchObject({ id: 'sub', acknowledged: { tools: true }, count: 0 })
    await opened.act('unsubscribe', { id: 'sub' })
    expect((await opened.state()).subscriptions).toEqual([])
  })
})

test('what passed is exported as a recording of the documented format', async () => {
  opened = await openTestConsole({
    servers: { workshop: { ...workshop, env: { API_TOKEN: 'secret-0123456789' } } },
    start: ['workshop'],
  })
  await opened.ready('workshop')
  await opened.call('workshop', 'echo', { text: 'secret-0123456789' })
  const text = await (await opened.get('/api/1/export?format=recording&server=workshop')).text()
  const { header, lines, problems } = readRecording(text)
  expect([header.format, problems]).toEqual(['omniport-recording', []])
  expect(lines).toBe((await opened.state()).messages.lastSeq)
  expect(text).toContain('[secret 1]')
  expect(text).not.toContain('secret-0123456789')
  expect((await opened.get('/api/1/export?format=recording&server=other')).status).toBe(400)
})

function readRecording(text: string) {
  const recording = parseRecording(text)
  return {
    header: JSON.parse(text.slice(0, text.indexOf('\n'))) as { format: string },
    lines: text.trimEnd().split('\n').length - 1,
    problems: recording.problems,
  }
}

test('messages of tools that changed are pinned, and approved', async () => {
  opened = await openTestConsole({ servers: { workshop }, start: ['workshop'] })
  const { tools } = await opened.ready('workshop')
  const pinned = { pin: 'pinned', definition: expect.stringMatching(/^[0-9a-f]{64}$/) }
  expect(tools).toMatchObject(Array(9).fill(pinned))
  await opened.act('set-roots', { roots: [{ uri: 'file:///tmp', name: 'tmp' }] })
  expect((await opened.state()).roots).toEqual([{ uri: 'file:///tmp', name: 'tmp' }])
  expect(await opened.send('set-roots', { roots: [{ uri: 'http://x' }] })).toMatchObject({
    ok: false,
    error: { code: 'usage' },
  })
  expect(await opened.act('change-settings', { logLevel: 'debug' })).toMatchObject({ logLevel: 'debug' })
  expect((await opened.act('change-settings', { logLevel: null })).logLevel).toBeUndefined()
  await opened.act('clear-timeline', {})
  const { messages } = await opened.state()
  expect(messages.firstSeq).toBe(messages.lastSeq + 1)
})
