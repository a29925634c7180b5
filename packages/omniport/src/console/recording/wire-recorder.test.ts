import { afterEach, expect, test } from 'vitest'
import type { InterceptedRequest } from '../../entries/client.js'
import type { MessageRecord } from '../contract.js'
import { FaultSwitches } from './fault-switches.js'
import type { AuthExchange } from './record-auth.js'
import { SpanTracker } from './span-tracker.js'
import { Timeline } from './timeline.js'
import { WireRecorder } from './wire-recorder.js'

const timelines: Timeline[] = []

afterEach(() => {
  for (const timeline of timelines.splice(0)) timeline.close()
})

function create() {
  const exchanges: [AuthExchange, number][] = []
  const spans = new SpanTracker({ publish: () => {}, parentOf: () => undefined })
  const timeline = new Timeline({ publish: () => {}, spans })
  timelines.push(timeline)
  const faults = new FaultSwitches(() => {})
  const recorder = new WireRecorder({
    ...{
      server: 's',
      target: { command: 'node', args: ['--token', 'the-secret'] },
      env: { API_KEY: 'another-secret' },
    },
    ...{ secrets: ['a-third-secret'], timeline, faults },
    onAuthExchange: (exchange, seq) => exchanges.push([exchange, seq]),
  })
  const records = (): readonly MessageRecord[] => timeline.page({ limit: 100 }).records
  return { recorder, timeline, records, exchanges, faults }
}

test('a recording begins with its server, without secrets', () => {
  const { recorder, timeline } = create()
  expect(JSON.parse(recorder.header)).toEqual({
    ...{ format: 'omniport-recording', version: 1, started: expect.stringMatching(/^\d{4}-/) },
    target: { command: 'node', args: ['--token', expect.stringMatching(/^\[secret \d\]$/)] },
  })
  expect([recorder.header.endsWith('}\n'), timeline.lastSeq]).toEqual([true, 0])
})

test('what passes on pipes is in the timeline, as it was recorded', () => {
  const { recorder, timeline, records } = create()
  const before = Date.now()
  const passed: string[] = []
  const pipes = recorder.interceptor.pipes?.({ cut: () => {} })
  const text = '{"id":1,"method":"a-third-secret","params":{"x":"another-secret"}}'
  pipes?.fromClient(Buffer.from(`${text}\n`), (bytes) => passed.push(Buffer.from(bytes).toString()))
  expect(passed).toEqual([`${text}\n`])
  const [record] = records()
  expect(record).toMatchObject({ seq: 1, server: 's', transport: 'stdio', kind: 'request', id: '1' })
  expect(record?.at).toBeGreaterThan(before - 2)
  expect(record).not.toHaveProperty('isAuth')
  const lines = [...timeline.lines('s')]
  expect(lines).toHaveLength(1)
  expect(lines[0]).toMatch(/^\{"ms":[\d.]+,"transport":"stdio",.*\}\n$/)
  expect(lines[0]).not.toContain('secret"')
})

test('a request over HTTP is in the timeline, and meets the faults', async () => {
  const { recorder, records, faults } = create()
  faults.change({ unauthorized: true })
  const request: InterceptedRequest = {
    ...{ method: 'POST', url: 'http://x.test/mcp', headers: {}, body: '{}', signal: new AbortController().signal },
  }
  const response = await recorder.interceptor.send?.(request, () => Promise.reject(new Error('not sent')))
  expect([response?.status, records()]).toMatchObject([401, [{ transport: 'http', requestLine: 'POST /mcp' }]])
})

test('what is exchanged to sign in is marked, and told with its number', async () => {
  const { recorder, records, exchanges } = create()
  const answered = recorder.interceptor.authFetch?.(async () => new Response('{"issuer":"x"}', { status: 200 }))
  const response = await answered?.('http://as.test/.well-known/oauth-authorization-server')
  expect(await response?.text()).toBe('{"issuer":"x"}')
  expect(records()).toMatchObject([
    { seq: 1, isAuth: true, requestLine: 'GET /.well-known/oauth-authorization-server' },
    { seq: 2, isAuth: true, status: 200 },
  ])
  expect(exchanges).toMatchObject([[{ status: 200 }, 2]])
})
