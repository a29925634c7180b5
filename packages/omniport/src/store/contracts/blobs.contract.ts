import type { Blobs } from '../blobs.js'
import { bindChecks, type Contract, type ContractSetup, longMs, type NamedCheck, shortMs } from './bind-checks.js'
import { expectEqual } from './expect-equal.js'

/** The checks that every implementation of `Blobs` passes, for any test runner: `for (const c of blobsContract(o)) test(c.name, c.run)`. */
export const blobsContract: Contract<Blobs> = (options) => bindChecks(checks, options)

type Setup = ContractSetup<Blobs>

const checks: readonly NamedCheck<Blobs>[] = [
  ['every node gets what one node put, any number of times', visibleOnEveryNode],
  ['bytes are stored unchanged, from no byte to every byte', bytesUnchanged],
  ['ids are distinct, whatever their names', distinctIds],
  ['a blob is put in place of the one before', putReplaces],
  ['a blob that was never put is missing', missingBlob],
  ['a taken blob is gone', takeDeletes],
  ['of several nodes that take a blob one gets it', takeRace],
  ['an existing blob is not created again', createRefusesExisting],
  ['of several nodes that create a blob one does', createRace],
  ['a blob is gone when its time is over', expires],
  ['putting a blob again renews its time', putRenewsTtl],
  ['a blob is detached from the bytes it was made of and from those that were got', copiesBytes],
]

async function visibleOnEveryNode({ store, other }: Setup): Promise<void> {
  await store.put('a', bytes(1, 2), longMs)
  for (const node of [other, other, store]) expectBytes(await node.get('a'), [1, 2])
}

async function bytesUnchanged({ store, other }: Setup): Promise<void> {
  const all = Array.from({ length: 256 }, (_, byte) => byte)
  await store.put('none', bytes(), longMs)
  await store.put('all', bytes(...all), longMs)
  expectBytes(await other.get('none'), [])
  expectBytes(await other.take('all'), all)
}

async function distinctIds({ store, other }: Setup): Promise<void> {
  const ids = ['a', 'a:b', 'a*', '__proto__', 'constructor', '']
  for (const [index, id] of ids.entries()) await store.put(id, bytes(index), longMs)
  for (const [index, id] of ids.entries()) expectBytes(await other.get(id), [index])
}

async function putReplaces({ store, other }: Setup): Promise<void> {
  await store.put('a', bytes(1, 2, 3), longMs)
  await other.put('a', bytes(4), longMs)
  expectBytes(await store.get('a'), [4])
}

async function missingBlob({ store }: Setup): Promise<void> {
  expectBytes(await store.get('a'), undefined)
  expectBytes(await store.take('a'), undefined)
}

async function takeDeletes({ store, other }: Setup): Promise<void> {
  await store.put('a', bytes(1), longMs)
  expectBytes(await other.take('a'), [1])
  expectBytes(await store.get('a'), undefined)
  expectBytes(await store.take('a'), undefined)
}

async function takeRace({ store, other }: Setup): Promise<void> {
  await store.put('a', bytes(1), longMs)
  const takers = await Promise.all([store, other, store, other].map((node) => node.take('a')))
  expectEqual(takers.filter((blob) => blob !== undefined).length, 1)
}

async function createRefusesExisting({ store, other, pass }: Setup): Promise<void> {
  expectEqual(await store.create('a', bytes(1), shortMs), true)
  expectEqual(await other.create('a', bytes(2), longMs), false)
  expectBytes(await other.get('a'), [1])
  await pass(shortMs)
  expectEqual(await other.create('a', bytes(3), longMs), true)
  expectBytes(await store.take('a'), [3])
  expectEqual(await store.create('a', bytes(4), longMs), true)
}

async function createRace({ store, other }: Setup): Promise<void> {
  const outcomes = await Promise.all([store, other, store, other].map((node) => node.create('a', bytes(1), longMs)))
  expectEqual(outcomes.filter((isMade) => isMade).length, 1)
}

async function expires({ store, other, pass }: Setup): Promise<void> {
  await store.put('a', bytes(1), shortMs)
  await store.put('b', bytes(2), longMs)
  await pass(shortMs)
  expectBytes(await other.get('a'), undefined)
  expectBytes(await other.take('a'), undefined)
  expectBytes(await other.get('b'), [2])
}

async function putRenewsTtl({ store, other, pass }: Setup): Promise<void> {
  await store.put('a', bytes(1), shortMs)
  await other.put('a', bytes(2), longMs)
  await pass(shortMs)
  expectBytes(await store.get('a'), [2])
}

async function copiesBytes({ store }: Setup): Promise<void> {
  const given = bytes(1)
  await store.put('a', given, longMs)
  given[0] = 9
  const got = await store.get('a')
  got?.fill(8)
  expectBytes(await store.get('a'), [1])
}

function bytes(...values: readonly number[]): Uint8Array {
  return Uint8Array.from(values)
}

function expectBytes(actual: Uint8Array | undefined, expected: readonly number[] | undefined): void {
  expectEqual(actual && [...actual], expected)
}
