import type { Lease, Records } from '../records.js'
import {
  bindChecks,
  type ContractCheck,
  type ContractOptions,
  type ContractSetup,
  longMs,
  type NamedCheck,
  shortMs,
} from './bind-checks.js'
import { expectEqual } from './expect-equal.js'
import { expectTypeError } from './expect-rejection.js'

/**
 * The checks for implementations of `Records`, such as `Sessions` and `Tasks`, for any test runner: `for (const c of
 * recordsContract(o)) test(c.name, c.run)`.
 */
export function recordsContract<Store extends Records>(options: ContractOptions<Store>): readonly ContractCheck[] {
  return bindChecks(checks, options)
}

type Setup = ContractSetup<Records>

const checks: readonly NamedCheck<Records>[] = [
  ['every node reads what one node wrote', visibleOnEveryNode],
  ['ids are distinct, whatever their names', distinctIds],
  ['creating an existing record is refused, without a change', createTwice],
  ['of several nodes that create a record one does', createRace],
  ['replacing needs the version that was read, and gives another', replaceChecksVersion],
  ['updating gives the version that the next write needs, where the store can', updateGivesVersion],
  ['of several nodes that replace the same version one does', replaceRace],
  ['a missing record cannot be replaced, deleted or leased', missingRecord],
  ['deleting returns true once, and the record is gone', deletedOnce],
  ['a recreated record has a new version', recreatedVersion],
  ['a record is gone when its time is over, and may be created again', expires],
  ['replacing a record renews its time', replaceRenewsTtl],
  ['replacing may leave a record less time than it had', replaceShortensTtl],
  ['a lease excludes other nodes, and its own extends it with the same fence', leaseExcludesOthers],
  ['of several nodes that want the lease one gets it', leaseRace],
  ['a lease that ran out goes to another node with a greater fence', expiredLeaseMoves],
  ['a lease that ran out is taken again by its node with a greater fence', expiredLeaseReacquired],
  ['an extended lease does not run out when it would have', leaseExtends],
  ['replacing leaves the lease as it is', replaceKeepsLease],
  ['the lease goes with its record, and fences grow all the same', leaseEndsWithRecord],
  ['a lease does not prolong its record', leaseLeavesTtl],
  ['a value is kept as JSON makes it, detached from the original and from what was read', copiesValue],
  ['a value that JSON cannot carry is a TypeError, and nothing is written', rejectsNonJson],
]

async function visibleOnEveryNode({ store, other }: Setup): Promise<void> {
  expectEqual(await store.create('a', { n: 1 }, longMs), true)
  expectEqual((await other.get('a'))?.value, { n: 1 })
}

async function distinctIds({ store, other }: Setup): Promise<void> {
  const ids = ['a', 'a:b', 'a*', '__proto__', 'constructor', '']
  for (const id of ids) expectEqual(await store.create(id, id, longMs), true)
  const values = ids.map(async (id) => (await other.get(id))?.value)
  expectEqual(await Promise.all(values), ids)
}

async function createTwice({ store, other }: Setup): Promise<void> {
  await store.create('a', 1, longMs)
  expectEqual(await other.create('a', 2, longMs), false)
  expectEqual((await store.get('a'))?.value, 1)
}

async function createRace({ store, other }: Setup): Promise<void> {
  const all = [store, other, store, other].map((node, index) => node.create('a', index, longMs))
  expectEqual(countTrue(await Promise.all(all)), 1)
}

async function replaceChecksVersion({ store, other }: Setup): Promise<void> {
  await store.create('a', 1, longMs)
  const version = await versionOf(store)
  expectEqual(await other.replace('a', version, 2, longMs), true)
  expectEqual(await store.replace('a', version, 3, longMs), false)
  expectEqual((await store.get('a'))?.value, 2)
  expectEqual((await versionOf(store)) === version, false)
  expectEqual(await store.replace('a', await versionOf(store), 4, longMs), true)
}

async function updateGivesVersion({ store, other }: Setup): Promise<void> {
  if (store.update === undefined) return
  await store.create('a', 1, longMs)
  const version = await versionOf(store)
  const next = await store.update('a', version, 2, longMs)
  expectEqual([await other.update?.('a', version, 3, longMs), next], [undefined, await versionOf(other)])
  expectEqual(await other.replace('a', next ?? 0, 4, longMs), true)
}

async function replaceRace({ store, other }: Setup): Promise<void> {
  await store.create('a', 0, longMs)
  const version = await versionOf(store)
  const all = [store, other, store, other].map((node, index) => node.replace('a', version, index, longMs))
  expectEqual(countTrue(await Promise.all(all)), 1)
}

async function missingRecord({ store }: Setup): Promise<void> {
  expectEqual(await store.replace('a', 1, 1, longMs), false)
  expectEqual(await store.delete('a'), false)
  expectEqual([await store.lease('a', 'one', longMs), await store.get('a')], [undefined, undefined])
}

async function deletedOnce({ store, other }: Setup): Promise<void> {
  await store.create('a', 1, longMs)
  expectEqual([await other.delete('a'), await store.delete('a')], [true, false])
  expectEqual([await store.get('a'), await other.get('a')], [undefined, undefined])
}

async function recreatedVersion({ store, other }: Setup): Promise<void> {
  await store.create('a', 1, longMs)
  const version = await versionOf(store)
  await store.delete('a')
  await store.create('a', 2, longMs)
  expectEqual(await other.replace('a', version, 3, longMs), false)
  expectEqual((await other.get('a'))?.value, 2)
}

async function expires({ store, other, pass }: Setup): Promise<void> {
  await store.create('a', 1, shortMs)
  const version = await versionOf(store)
  await pass(2 * shortMs)
  expectEqual([await other.get('a'), await other.delete('a')], [undefined, false])
  expectEqual(await other.replace('a', version, 2, longMs), false)
  expectEqual(await other.create('a', 3, longMs), true)
  expectEqual((await store.get('a'))?.value, 3)
}

async function replaceRenewsTtl({ store, other, pass }: Setup): Promise<void> {
  await store.create('a', 1, shortMs)
  await other.replace('a', await versionOf(store), 2, longMs)
  await pass(2 * shortMs)
  expectEqual((await store.get('a'))?.value, 2)
}

async function replaceShortensTtl({ store, other, pass }: Setup): Promise<void> {
  await store.create('a', 1, longMs)
  await other.replace('a', await versionOf(store), 2, shortMs)
  await pass(2 * shortMs)
  expectEqual([await store.get('a')], [undefined])
}

async function leaseExcludesOthers({ store, other }: Setup): Promise<void> {
  await store.create('a', 1, longMs)
  const first = await leaseOf(store, 'one')
  expectEqual([await other.lease('a', 'two', longMs)], [undefined])
  const second = await leaseOf(other, 'one')
  expectEqual([second.node, second.fence], ['one', first.fence])
  expectEqual(second.expiresAt >= first.expiresAt, true)
}

async function leaseRace({ store, other }: Setup): Promise<void> {
  await store.create('a', 1, longMs)
  const nodes = ['one', 'two', 'three', 'four']
  const leases = await Promise.all(nodes.map((node, index) => (index % 2 ? other : store).lease('a', node, longMs)))
  expectEqual(countTrue(leases.map((lease) => lease !== undefined)), 1)
}

async function expiredLeaseMoves({ store, other, pass }: Setup): Promise<void> {
  await store.create('a', 1, longMs)
  const first = await leaseOf(store, 'one', shortMs)
  await pass(2 * shortMs)
  const second = await leaseOf(other, 'two')
  expectEqual([second.node, second.fence > first.fence], ['two', true])
  expectEqual([await store.lease('a', 'one', longMs)], [undefined])
}

async function expiredLeaseReacquired({ store, other, pass }: Setup): Promise<void> {
  await store.create('a', 1, longMs)
  const first = await leaseOf(store, 'one', shortMs)
  await pass(2 * shortMs)
  expectEqual((await leaseOf(other, 'one')).fence > first.fence, true)
}

async function leaseExtends({ store, other, pass }: Setup): Promise<void> {
  await store.create('a', 1, longMs)
  await leaseOf(store, 'one', shortMs)
  await leaseOf(store, 'one')
  await pass(2 * shortMs)
  expectEqual([await other.lease('a', 'two', longMs)], [undefined])
}

async function replaceKeepsLease({ store, other }: Setup): Promise<void> {
  await store.create('a', 1, longMs)
  const { fence } = await leaseOf(store, 'one')
  await other.replace('a', await versionOf(other), 2, longMs)
  expectEqual([await other.lease('a', 'two', longMs)], [undefined])
  expectEqual((await leaseOf(store, 'one')).fence, fence)
}

async function leaseEndsWithRecord({ store, other, pass }: Setup): Promise<void> {
  await store.create('a', 1, shortMs)
  const first = await leaseOf(store, 'one')
  await pass(2 * shortMs)
  expectEqual([await other.lease('a', 'two', longMs)], [undefined])
  await other.create('a', 2, longMs)
  const second = await leaseOf(other, 'two')
  await other.delete('a')
  await other.create('a', 3, longMs)
  const third = await leaseOf(store, 'one')
  expectEqual([second.fence > first.fence, third.fence > second.fence], [true, true])
}

async function leaseLeavesTtl({ store, pass }: Setup): Promise<void> {
  await store.create('a', 1, shortMs)
  await leaseOf(store, 'one')
  await pass(2 * shortMs)
  expectEqual([await store.get('a')], [undefined])
}

async function copiesValue({ store, other }: Setup): Promise<void> {
  const value = { list: [1], gone: undefined as never }
  const created = store.create('a', value, longMs)
  value.list.push(2)
  await created
  const read = (await store.get('a'))?.value as typeof value
  expectEqual(read, { list: [1] })
  read.list.push(3)
  expectEqual((await other.get('a'))?.value, { list: [1] })
}

async function rejectsNonJson({ store }: Setup): Promise<void> {
  for (const value of [undefined, 1n, () => {}]) await expectTypeError(store.create('a', value as never, longMs))
  expectEqual(await store.create('a', 1, longMs), true)
  const version = await versionOf(store)
  await expectTypeError(store.replace('a', version, undefined as never, longMs))
  expectEqual(await store.get('a'), { value: 1, version })
}

async function versionOf(records: Records): Promise<number> {
  const record = await records.get('a')
  if (record === undefined) throw new Error('Expected a record')
  return record.version
}

async function leaseOf(records: Records, node: string, ms = longMs): Promise<Lease> {
  const lease = await records.lease('a', node, ms)
  if (lease === undefined) throw new Error(`Expected a lease for ${node}`)
  return lease
}

function countTrue(values: readonly boolean[]): number {
  return values.filter(Boolean).length
}
