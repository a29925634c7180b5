import { bindChecks, type Contract, type ContractSetup, type NamedCheck } from '../store/contracts/bind-checks.js'
import { expectEqual } from '../store/contracts/expect-equal.js'
import type { AuthStore } from './auth-store.js'

/**
 * The checks that every implementation of `AuthStore` passes, for any test runner:
 * `for (const c of authStoreContract(o)) test(c.name, c.run)`.
 */
export const authStoreContract: Contract<AuthStore> = (options) => bindChecks(checks, options)

type Setup = ContractSetup<AuthStore>

const checks: readonly NamedCheck<AuthStore>[] = [
  ['what was set is got, on every node, until it is deleted', setGetDelete],
  ['keys are any text, and are told apart', anyKey],
  ['a value is kept as JSON makes it, detached from the original', detached],
  ['values under different keys do not disturb each other when they are set at once', setAtOnce],
  ['under one key one function runs at a time, and no write is lost', oneAtATime],
  ['under different keys functions run at once', atOnce],
  ['exclusive settles as its function does, and lets the next one in', settles],
  ['a waiting caller can give up, and the next one gets the lock', givesUp],
  ['aborting a running function has no effect, and an aborted caller does not run', givesUpLate],
]

async function setGetDelete({ store, other }: Setup): Promise<void> {
  expectEqual(String(await store.get('a')), 'undefined')
  await store.set('a', { token: 1 })
  expectEqual([await store.get('a'), await other.get('a')], [{ token: 1 }, { token: 1 }])
  await other.set('a', 2)
  expectEqual(await store.get('a'), 2)
  await store.delete('a')
  await store.delete('a')
  expectEqual([String(await store.get('a')), String(await other.get('a'))], ['undefined', 'undefined'])
}

async function anyKey({ store, other }: Setup): Promise<void> {
  const keys = ['', 'a', 'A', '__proto__', 'constructor', '["tokens","https://a.example/b?c"]', '../../x', 'ä\n', '\0']
  for (const key of keys) expectEqual(String(await store.get(key)), 'undefined')
  for (const key of keys) await store.set(key, [key])
  const got: unknown[] = []
  for (const key of keys) got.push(await other.get(key))
  expectEqual(
    got,
    keys.map((key) => [key]),
  )
}

async function detached({ store }: Setup): Promise<void> {
  const value = { list: [1], gone: undefined }
  const set = store.set('a', value)
  value.list.push(2)
  await set
  const got = await store.get('a')
  expectEqual(got, { list: [1] })
  ;(got as typeof value).list.push(3) // checked above
  expectEqual(await store.get('a'), { list: [1] })
}

async function setAtOnce({ store, other }: Setup): Promise<void> {
  const keys = Array.from({ length: 20 }, (_, index) => `key ${index}`)
  await Promise.all(keys.map((key, index) => (index % 2 === 0 ? store : other).set(key, index)))
  expectEqual(await Promise.all(keys.map((key) => store.get(key))), [...keys.keys()])
}

async function oneAtATime({ store, other }: Setup): Promise<void> {
  let inside = 0
  const add = (node: AuthStore) =>
    node.exclusive('count', async () => {
      inside += 1
      expectEqual(inside, 1)
      const count = (await node.get('count')) ?? 0
      await node.set('count', Number(count) + 1)
      inside -= 1
    })
  await Promise.all(Array.from({ length: 10 }, (_, index) => add(index % 2 === 0 ? store : other)))
  expectEqual(await store.get('count'), 10)
}

async function atOnce({ store, other }: Setup): Promise<void> {
  let enter = () => {}
  const entered = new Promise<void>((resolve) => {
    enter = resolve
  })
  const first = store.exclusive('a', () => entered)
  await other.exclusive('b', async () => enter())
  await first
}

async function settles({ store }: Setup): Promise<void> {
  const failed = await store
    .exclusive('a', async () => {
      throw new Error('on purpose')
    })
    .catch((reason: Error) => reason.message)
  expectEqual([failed, await store.exclusive('a', async () => 'result')], ['on purpose', 'result'])
}

async function givesUp({ store, other }: Setup): Promise<void> {
  let enter = () => {}
  const entered = new Promise<void>((resolve) => {
    enter = resolve
  })
  let leave = () => {}
  const first = store.exclusive('a', () => {
    enter()
    return new Promise<void>((resolve) => {
      leave = resolve
    })
  })
  await entered
  const controller = new AbortController()
  const ran: string[] = []
  const run = async (name: string) => void ran.push(name)
  const waiting = [store, other].map((node) => node.exclusive('a', () => run('gave up'), controller.signal))
  const reasons = waiting.map((turn) => turn.then(String, (reason: Error) => reason.message))
  const next = other.exclusive('a', () => run('next'))
  controller.abort(new Error('enough'))
  expectEqual(await Promise.all(reasons), ['enough', 'enough'])
  expectEqual(ran, [])
  leave()
  await Promise.all([first, next])
  expectEqual(ran, ['next'])
}

async function givesUpLate({ store }: Setup): Promise<void> {
  const controller = new AbortController()
  const late = async () => {
    controller.abort(new Error('enough'))
    return 'result'
  }
  expectEqual(await store.exclusive('a', late, controller.signal), 'result')
  const never = store.exclusive('a', async () => 'ran', controller.signal)
  expectEqual(await never.catch((reason: Error) => reason.message), 'enough')
  expectEqual(await store.exclusive('a', async () => 'next'), 'next')
}
