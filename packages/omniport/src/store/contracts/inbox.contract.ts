import type { JsonValue } from '../../values/json/json-value.js'
import type { Inbox } from '../inbox.js'
import { bindChecks, type Contract, type ContractSetup, longMs, type NamedCheck, shortMs } from './bind-checks.js'
import { expectEqual } from './expect-equal.js'
import { expectRejection, expectTypeError } from './expect-rejection.js'

/** The checks that every implementation of `Inbox` passes, for any test runner: `for (const c of inboxContract(o)) test(c.name, c.run)`. */
export const inboxContract: Contract<Inbox> = (options) => bindChecks(checks, options)

type Setup = ContractSetup<Inbox>

const checks: readonly NamedCheck<Inbox>[] = [
  ['a value that was put waits for its taker', valueWaits],
  ['a taker waits for the value', takerWaits],
  ['ids are distinct, whatever their names', distinctIds],
  ['of several takers one gets the value, and the others go on waiting', oneTaker],
  ['a second value for an id is refused and changes nothing', secondValue],
  ['a value for an id whose value was taken is refused', afterTaken],
  ['a value for an id whose value went to a waiting taker is refused', afterHandedOver],
  ['a value that is not taken in time is forgotten', expires],
  ['a taker that gives up rejects with the reason of its signal and takes nothing', takerAborts],
  ['a taker whose signal has aborted takes nothing', takerAbortedBefore],
  ['a value that was handed over stays taken when the signal aborts', abortAfter],
  ['a value is taken as JSON makes it, detached from the original', copiesValue],
  ['a value that JSON cannot carry is a TypeError, and nothing is put', rejectsNonJson],
]

async function valueWaits({ store, other }: Setup): Promise<void> {
  expectEqual(await store.put('a', { answer: [1, null] }, longMs), true)
  expectEqual(await other.take('a', never()), { answer: [1, null] })
}

async function takerWaits({ store, other, pass }: Setup): Promise<void> {
  const taken = other.take('a', never())
  await pass(shortMs)
  expectEqual(await store.put('a', 'late', longMs), true)
  expectEqual(await taken, 'late')
}

async function distinctIds({ store, other }: Setup): Promise<void> {
  const ids = ['a', 'a:b', 'a*', '__proto__', 'constructor', '']
  const early = ids.slice(0, 3).map((id) => other.take(id, never()))
  for (const id of ids) expectEqual(await store.put(id, id, longMs), true)
  const late = ids.slice(3).map((id) => other.take(id, never()))
  expectEqual(await Promise.all([...early, ...late]), ids)
}

async function oneTaker({ store, other, pass }: Setup): Promise<void> {
  const taken: JsonValue[] = []
  const controller = new AbortController()
  const takers = [store, other, store].map((node) =>
    node.take('a', controller.signal).then((value) => taken.push(value)),
  )
  await pass(shortMs)
  await store.put('a', 1, longMs)
  await Promise.race(takers)
  await pass(shortMs)
  expectEqual(taken, [1])
  controller.abort()
  const ends = await Promise.allSettled(takers)
  expectEqual(ends.map(({ status }) => status).sort(), ['fulfilled', 'rejected', 'rejected'])
}

async function secondValue({ store, other }: Setup): Promise<void> {
  expectEqual(await store.put('a', 'first', longMs), true)
  expectEqual(await other.put('a', 'second', longMs), false)
  expectEqual(await store.take('a', never()), 'first')
}

async function afterTaken({ store, other, pass }: Setup): Promise<void> {
  await store.put('a', 1, longMs)
  await other.take('a', never())
  expectEqual(await store.put('a', 2, longMs), false)
  expectEqual(await outcomeOf({ inbox: store, pass }), 'waits')
}

async function afterHandedOver({ store, other, pass }: Setup): Promise<void> {
  const taken = other.take('a', never())
  await pass(shortMs)
  await store.put('a', 1, longMs)
  await taken
  expectEqual(await store.put('a', 2, longMs), false)
  expectEqual(await outcomeOf({ inbox: store, pass }), 'waits')
}

async function expires({ store, other, pass }: Setup): Promise<void> {
  await store.put('a', 'old', shortMs)
  await pass(2 * shortMs)
  expectEqual(await outcomeOf({ inbox: other, pass }), 'waits')
  expectEqual(await other.put('a', 'new', longMs), true)
  expectEqual(await store.take('a', never()), 'new')
}

async function takerAborts({ store, other, pass }: Setup): Promise<void> {
  const controller = new AbortController()
  const taken = expectRejection(other.take('a', controller.signal))
  await pass(shortMs)
  controller.abort('enough')
  expectEqual(await taken, 'enough')
  expectEqual(await store.put('a', 1, longMs), true)
  expectEqual(await other.take('a', never()), 1)
}

async function takerAbortedBefore({ store, other }: Setup): Promise<void> {
  await store.put('a', 1, longMs)
  expectEqual(await expectRejection(other.take('a', AbortSignal.abort('before'))), 'before')
  expectEqual(await other.take('a', never()), 1)
}

async function abortAfter({ store, other, pass }: Setup): Promise<void> {
  const controller = new AbortController()
  const taken = other.take('a', controller.signal)
  await pass(shortMs)
  await store.put('a', 1, longMs)
  const value = await taken
  controller.abort()
  expectEqual(value, 1)
  expectEqual(await store.put('a', 2, longMs), false)
}

async function copiesValue({ store, other }: Setup): Promise<void> {
  const value = { list: [1], gone: undefined as never }
  const put = store.put('a', value, longMs)
  value.list.push(2)
  await put
  expectEqual(await other.take('a', never()), { list: [1] })
}

async function rejectsNonJson({ store, other }: Setup): Promise<void> {
  for (const value of [undefined, 1n, () => {}]) await expectTypeError(store.put('a', value as never, longMs))
  expectEqual(await store.put('a', 1, longMs), true)
  expectEqual(await other.take('a', never()), 1)
}

/** Returns the value that a taker of `a` gets, or `waits`. The taker then leaves. */
async function outcomeOf({ inbox, pass }: { inbox: Inbox; pass: Setup['pass'] }): Promise<JsonValue> {
  const controller = new AbortController()
  const taken = inbox.take('a', controller.signal).catch(() => 'waits')
  await pass(shortMs)
  controller.abort()
  return taken
}

function never(): AbortSignal {
  return new AbortController().signal
}
