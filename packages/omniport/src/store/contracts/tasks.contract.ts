import type { JsonValue } from '../../values/json/json-value.js'
import type { Tasks } from '../tasks.js'
import { bindChecks, type Contract, type ContractSetup, longMs, type NamedCheck, shortMs } from './bind-checks.js'
import { expectEqual } from './expect-equal.js'
import { expectRejection } from './expect-rejection.js'
import { recordsContract } from './records.contract.js'

/**
 * The checks for implementations of `Tasks`, including those of `Records`, for any test runner: `for (const c of
 * tasksContract(o)) test(c.name, c.run)`.
 */
export const tasksContract: Contract<Tasks> = (options) => [...recordsContract(options), ...bindChecks(checks, options)]

type Setup = ContractSetup<Tasks>

const checks: readonly NamedCheck<Tasks>[] = [
  ['the tasks of an owner are listed in the order they were created, on every node', listsInOrder],
  ['a list has no more than its limit, and goes on after its last', pagesByLimit],
  ['owners are distinct, whatever their names', distinctOwners],
  ['a task whose value names no owner is in no list', ownerlessNotListed],
  ['creating what is there changes no list', createTwice],
  ['of several nodes that create a task one puts it into its list', createRace],
  ['replacing a task changes neither its owner nor its place', replaceKeepsOrder],
  ['a deleted task is in no list', deletedNotListed],
  ['a task is in no list when its time is over, and stays there when it was given more', expiredNotListed],
  ['a recreated task is the newest', recreatedIsNewest],
  ['a list goes on after a task that was deleted', afterDeleted],
  ['a list goes on after a task whose time is over', afterExpired],
  ['a list goes on after a task that is gone with all around it', afterAllGone],
  ['paging while tasks come and go lists each remaining task once', whilePaging],
  ['going on after what never was a task of the owner is a limit', unknownAfter],
]

async function listsInOrder({ store, other }: Setup): Promise<void> {
  const ids = ['t3', 't1', 't2', '__proto__', 'constructor', '']
  for (const [index, id] of ids.entries()) await create(index % 2 ? other : store, id)
  for (const node of [store, other]) expectEqual(await node.list('me', undefined, 100), ids)
}

async function pagesByLimit({ store, other }: Setup): Promise<void> {
  await createAll(store, ['a', 'b', 'c', 'd', 'e'])
  expectEqual(await store.list('me', undefined, 2), ['a', 'b'])
  expectEqual(await other.list('me', 'b', 2), ['c', 'd'])
  expectEqual(await store.list('me', 'd', 2), ['e'])
  expectEqual(await other.list('me', 'e', 2), [])
  expectEqual(await store.list('me', undefined, 5), ['a', 'b', 'c', 'd', 'e'])
  expectEqual(await store.list('me', undefined, 0), [])
}

async function distinctOwners({ store, other }: Setup): Promise<void> {
  const owners = ['a', 'a:b', 'a*', 'A', '__proto__', 'constructor', '']
  for (const owner of owners) await create(store, `first of ${owner}`, { owner })
  for (const owner of owners) await create(store, `second of ${owner}`, { owner })
  for (const owner of owners) {
    expectEqual(await other.list(owner, undefined, 10), [`first of ${owner}`, `second of ${owner}`])
  }
  expectEqual(await other.list('nobody', undefined, 10), [])
}

async function ownerlessNotListed({ store, other }: Setup): Promise<void> {
  const values = [
    null,
    1,
    'me',
    ['me'],
    {},
    { owner: null },
    { owner: 1 },
    { owner: ['me'] },
    { task: { owner: 'me' } },
  ]
  for (const [index, value] of values.entries()) {
    expectEqual(await store.create(`t${index}`, value, longMs), true)
    expectEqual((await other.get(`t${index}`))?.value, value)
  }
  for (const owner of ['me', 'null', '1', 'undefined', '']) expectEqual(await other.list(owner, undefined, 10), [])
}

async function createTwice({ store, other }: Setup): Promise<void> {
  await createAll(store, ['a', 'b'])
  expectEqual(await other.create('a', { owner: 'me' }, longMs), false)
  expectEqual(await other.create('a', { owner: 'you' }, longMs), false)
  expectEqual(await store.list('me', undefined, 10), ['a', 'b'])
  expectEqual(await store.list('you', undefined, 10), [])
}

async function createRace({ store, other }: Setup): Promise<void> {
  const owners = ['one', 'two', 'three', 'four']
  const all = owners.map((owner, index) => (index % 2 ? other : store).create('a', { owner }, longMs))
  const outcomes = await Promise.all(all)
  const winners = owners.filter((_, index) => outcomes[index])
  expectEqual(winners.length, 1)
  for (const owner of owners) expectEqual(await store.list(owner, undefined, 10), winners.includes(owner) ? ['a'] : [])
}

async function replaceKeepsOrder({ store, other }: Setup): Promise<void> {
  await createAll(store, ['a', 'b', 'c'])
  await replace(other, 'a', { value: { owner: 'me', status: 'working' } })
  await replace(other, 'b', { value: { owner: 'you' } })
  await replace(other, 'c', { value: null })
  expectEqual(await store.list('me', undefined, 10), ['a', 'b', 'c'])
  expectEqual(await store.list('you', undefined, 10), [])
}

async function deletedNotListed({ store, other }: Setup): Promise<void> {
  await createAll(store, ['a', 'b', 'c', 'd'])
  for (const id of ['b', 'a', 'd']) await other.delete(id)
  expectEqual(await store.list('me', undefined, 10), ['c'])
  await store.delete('c')
  expectEqual(await other.list('me', undefined, 10), [])
}

async function expiredNotListed({ store, other, pass }: Setup): Promise<void> {
  await createAll(store, ['a', 'b'])
  await create(store, 'c', { ms: shortMs })
  await create(store, 'd', { ms: shortMs })
  await replace(other, 'a', { value: { owner: 'me' }, ms: shortMs })
  await replace(other, 'd', { value: { owner: 'me' } })
  await pass(2 * shortMs)
  expectEqual(await store.list('me', undefined, 10), ['b', 'd'])
  expectEqual(await other.list('me', undefined, 1), ['b'])
}

async function recreatedIsNewest({ store, other, pass }: Setup): Promise<void> {
  await create(store, 'a', { ms: shortMs })
  await createAll(store, ['b', 'c'])
  await pass(2 * shortMs)
  await store.delete('b')
  await createAll(other, ['b', 'a'])
  expectEqual(await store.list('me', undefined, 10), ['c', 'b', 'a'])
  expectEqual(await store.list('me', 'b', 10), ['a'])
  await store.delete('a')
  await create(other, 'a', { owner: 'you' })
  expectEqual([await store.list('me', undefined, 10), await store.list('you', undefined, 10)], [['c', 'b'], ['a']])
}

async function afterDeleted({ store, other }: Setup): Promise<void> {
  await createAll(store, ['a', 'b', 'c', 'd'])
  await other.delete('b')
  expectEqual(await store.list('me', 'b', 10), ['c', 'd'])
  await other.delete('c')
  expectEqual(await store.list('me', 'b', 10), ['d'])
  await other.delete('a')
  for (const id of ['a', 'b', 'c']) expectEqual(await store.list('me', id, 10), ['d'])
}

async function afterExpired({ store, other, pass }: Setup): Promise<void> {
  await create(store, 'a')
  await create(store, 'b', { ms: shortMs })
  await create(store, 'c', { ms: shortMs })
  await create(store, 'd')
  await pass(2 * shortMs)
  for (const id of ['a', 'b', 'c']) expectEqual(await other.list('me', id, 10), ['d'])
  expectEqual(await other.list('me', 'd', 10), [])
}

async function afterAllGone({ store, other }: Setup): Promise<void> {
  const ids = ['a', 'b', 'c', 'd']
  await createAll(store, ids)
  for (const id of ['d', 'c', 'a', 'b']) await store.delete(id)
  for (const id of ids) expectEqual(await other.list('me', id, 10), [])
  await createAll(other, ['e', 'f'])
  for (const id of ids) expectEqual(await store.list('me', id, 10), ['e', 'f'])
}

async function whilePaging({ store, other }: Setup): Promise<void> {
  const first = Array.from({ length: 12 }, (_, index) => `t${index}`)
  await createAll(store, first)
  const seen: string[] = []
  for (let round = 0, page = await store.list('me', undefined, 3); page.length > 0; round++) {
    seen.push(...page)
    const last = page.at(-1) ?? ''
    await other.delete(last)
    if (round < 3) await create(store, `new ${round}`)
    page = await other.list('me', last, 3)
  }
  expectEqual(seen, [...first, 'new 0', 'new 1', 'new 2'])
}

async function unknownAfter({ store, other }: Setup): Promise<void> {
  await create(store, 'mine')
  await create(store, 'yours', { owner: 'you' })
  await store.create('nobody’s', {}, longMs)
  await create(store, 'gone', { owner: 'you' })
  await store.delete('gone')
  for (const id of ['yours', 'nobody’s', 'gone', 'never', '__proto__', 'constructor', '']) {
    const reason = await expectRejection(other.list('me', id, 10))
    expectEqual((reason as { code?: unknown }).code, 'limit')
  }
}

async function create(tasks: Tasks, id: string, { owner = 'me', ms = longMs } = {}): Promise<void> {
  expectEqual(await tasks.create(id, { owner }, ms), true)
}

async function createAll(tasks: Tasks, ids: readonly string[]): Promise<void> {
  for (const id of ids) await create(tasks, id)
}

async function replace(
  tasks: Tasks,
  id: string,
  { value, ms = longMs }: { value: JsonValue; ms?: number },
): Promise<void> {
  const record = await tasks.get(id)
  expectEqual(record !== undefined && (await tasks.replace(id, record.version, value, ms)), true)
}
