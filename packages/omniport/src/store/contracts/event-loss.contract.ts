import type { EventLog } from '../event-log.js'
import { bindChecks, type ContractCheck, type ContractSetup, longMs, type NamedCheck } from './bind-checks.js'
import type { EventLogContractOptions } from './event-log.contract.js'
import { expectLimit, read } from './event-log-reader.js'
import { expectEqual } from './expect-equal.js'

/** The options of a log that may lose what it has acknowledged. */
export interface EventLossOptions extends Omit<EventLogContractOptions, 'lose'> {
  readonly lose: NonNullable<EventLogContractOptions['lose']>
}

interface Setup extends ContractSetup<EventLog> {
  readonly lose: EventLossOptions['lose']
}

const limits = { eventLogEvents: 100, eventLogBytes: 10_000, eventLogMs: longMs }

const checks: readonly (readonly [name: string, check: (setup: Setup) => Promise<void>])[] = [
  ['a reader that had lost events gets a limit, also if nothing more is appended', limitAfterLoss],
  ['a reader that had none of the lost events gets a limit', limitWithoutThem],
  ['a reader of a stream that is lost as a whole gets a limit', wholeStreamLost],
  ['continuing after a lost event is a limit, and after one before it too', resumedAfterLoss],
  ['an id of a lost event is not given to another one', idsNotReused],
  ['a loss elsewhere does not concern a stream', othersUnharmed],
]

/** The checks for a log that may lose its newest events: it says so. */
export function eventLossContract({ create, join, pass, lose }: EventLossOptions): readonly ContractCheck[] {
  const bound = checks.map(([name, check]): NamedCheck<EventLog> => [name, (setup) => check({ ...setup, lose })])
  return bindChecks(bound, { create: () => create(limits), join, pass })
}

async function limitAfterLoss({ store, other, lose }: Setup): Promise<void> {
  await store.append('s', 1)
  const reader = read(other)
  expectEqual(await reader.take(1), [1])
  await lose(async () => {
    await store.append('s', 2)
    expectEqual(await reader.take(1), [2])
  })
  await expectLimit(reader)
}

async function limitWithoutThem({ store, other, lose }: Setup): Promise<void> {
  await store.append('s', 1)
  const reader = read(other)
  expectEqual(await reader.take(1), [1])
  await lose(async () => void (await store.append('s', 2)))
  await store.append('s', 3)
  const outcome = await reader.take(1).catch((reason: { readonly code?: unknown }) => reason.code)
  // It may have got the event before it was lost.
  expectEqual(outcome === 'limit' || JSON.stringify(outcome) === '[2]', true)
  if (outcome !== 'limit') await expectLimit(reader)
}

async function wholeStreamLost({ store, other, lose }: Setup): Promise<void> {
  const reader = read(other)
  await lose(async () => {
    await store.append('s', 1)
    expectEqual(await reader.take(1), [1])
  })
  await expectLimit(reader)
}

async function resumedAfterLoss({ store, other, lose }: Setup): Promise<void> {
  const ids = [await store.append('s', 1)]
  await lose(async () => void ids.push(await store.append('s', 2)))
  await store.append('s', 3)
  for (const id of ids) await expectLimit(read(other, id))
}

async function idsNotReused({ store, other, lose }: Setup): Promise<void> {
  const ids = [await store.append('s', 1)]
  await lose(async () => void ids.push(await store.append('s', 2)))
  for (const node of [store, other]) ids.push(await node.append('s', 2))
  expectEqual(new Set(ids).size, ids.length)
}

async function othersUnharmed({ store, other, lose }: Setup): Promise<void> {
  await store.append('s', 1)
  const reader = read(other)
  expectEqual(await reader.take(1), [1])
  await lose(async () => void (await store.append('another', 2)))
  await store.append('another', 3)
  await store.append('s', 4)
  expectEqual(await reader.take(1), [4])
  reader.stop()
}
