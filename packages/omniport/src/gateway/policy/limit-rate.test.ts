import { expect, test } from 'vitest'
import { revisions } from '../../protocol/revisions/revision.js'
import { connectBehind } from './fixtures/connect-behind.js'
import { limitRate } from './limit-rate.js'
import { rename } from './rename.js'

/** A clock that stands still until it is set. */
function createClock() {
  let time = 0
  return {
    now: () => time,
    pass(ms: number) {
      time += ms
    },
  }
}

const refusal = (what: string, limit: number, retryAfterSeconds: number) => ({
  code: -32603,
  message: `Too many ${what} per minute: the limit is ${limit}`,
  data: { retryAfterSeconds },
})

test.each(revisions)('%s: one caller makes as many requests in a minute as are allowed', async (revision) => {
  const clock = createClock()
  const limited = limitRate({ perMinute: 2, runtime: clock })
  const ada = await connectBehind([limited], { revision, principal: 'ada' })
  const call = async ({ request }: typeof ada, method = 'tools/call', params: object = { name: 'add' }) =>
    (await request(method, { ...params })).error
  expect(await call(ada)).toBeUndefined()
  expect(await call(ada, 'resources/read', { uri: 'notes:open' })).toBeUndefined()
  expect(await call(ada, 'prompts/get', { name: 'hello' })).toEqual(refusal('requests', 2, 30))
  expect(await call(ada, 'tools/list', {})).toBeUndefined()
  const bob = await connectBehind([limited], { revision, principal: 'bob' })
  expect(await call(bob)).toBeUndefined()
  clock.pass(30_000)
  expect([await call(ada), await call(ada)]).toEqual([undefined, refusal('requests', 2, 30)])
  for (const { close } of [ada, bob]) close()
})

test('calls of tools are counted by name, those of one pattern together', async () => {
  const clock = createClock()
  const { request, close } = await connectBehind([limitRate({ tools: { 'a*': 1, secret: 2 }, runtime: clock })])
  const call = async (name: string) => (await request('tools/call', { name })).error
  expect([await call('add'), await call('absent'), await call('secret')]).toEqual([
    undefined,
    refusal('calls of a*', 1, 60),
    undefined,
  ])
  expect((await request('prompts/get', { name: 'secret' })).error).toBeUndefined()
  expect([await call('secret'), await call('secret')]).toEqual([undefined, refusal('calls of secret', 2, 30)])
  close()
})

test('anonymous callers are told apart by their connection', async () => {
  const limited = limitRate({ perMinute: 1, runtime: createClock() })
  const connections = [await connectBehind([limited]), await connectBehind([limited])]
  for (const { request } of connections) {
    expect((await request('tools/call', { name: 'add' })).error).toBeUndefined()
    expect((await request('tools/call', { name: 'add' })).error?.message).toContain('the limit is 1')
  }
  for (const { close } of connections) close()
})

test('names are those that stand where the limit does', async () => {
  const limited = limitRate({ tools: { add: 1 }, runtime: createClock() })
  const { request, close } = await connectBehind([rename({ tools: { add: 'plus' } }), limited])
  await request('tools/call', { name: 'plus' })
  expect((await request('tools/call', { name: 'plus' })).error).toEqual(refusal('calls of add', 1, 60))
  close()
})

test.each([
  [{ perMinute: 0 }, 'limitRate: perMinute must be a whole number, 1 or more, got 0'],
  [{ tools: { add: 'x' } }, 'limitRate: tools["add"] must be a whole number'],
  [{ perSecond: 1 }, 'limitRate: there is no option "perSecond"'],
])('the options %j are refused', (options, message) => {
  expect(() => limitRate(options as never)).toThrow(message)
})
