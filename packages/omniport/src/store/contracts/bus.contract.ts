import type { JsonValue } from '../../values/json/json-value.js'
import type { Bus } from '../bus.js'
import { bindChecks, type ContractCheck, type ContractSetup, type NamedCheck } from './bind-checks.js'
import { expectEqual } from './expect-equal.js'

/** Options of `busContract`. */
export interface BusContractOptions {
  /** Creates a bus for one check. */
  readonly create: () => Bus | Promise<Bus>
  /** Another node of the same bus. Default: the same bus. */
  readonly join?: ((bus: Bus) => Bus | Promise<Bus>) | undefined
  /** Resolves once all published messages are delivered. Default: at the next turn of the event loop. */
  readonly settle?: (() => Promise<void>) | undefined
}

/** The checks that every implementation of `Bus` passes, for any test runner: `for (const c of busContract(o)) test(c.name, c.run)`. */
export function busContract({ create, join, settle }: BusContractOptions): readonly ContractCheck[] {
  return bindChecks(checks, { create, join, pass: settle })
}

type Setup = ContractSetup<Bus>

const checks: readonly NamedCheck<Bus>[] = [
  ['every listener of a topic gets each message once, on every node', everyListener],
  ['a listener gets no other topic, whatever its name', distinctTopics],
  ['messages of one topic arrive in the order they were published', keepsOrder],
  ['nothing is delivered before publish returns', deliversAfterPublish],
  ['a listener gets nothing that was published before it subscribed', noEarlierMessages],
  ['no listener is called after its unsubscribe returned', afterUnsubscribe],
  ['a listener that unsubscribes another during delivery is obeyed', unsubscribeDuringDelivery],
  ['unsubscribing twice leaves an equal subscription alone', unsubscribeTwice],
  ['a listener that throws stops neither the others nor later messages', listenerThrows],
  ['a message is delivered as JSON makes it, detached from the original', copiesMessage],
  ['a message that JSON cannot carry is a TypeError', rejectsNonJson],
]

async function everyListener({ store, other, pass }: Setup): Promise<void> {
  const first = recordMessages(store, 't')
  const second = recordMessages(other, 't')
  await store.publish('t', { uri: 'a:b' })
  await pass(0)
  expectEqual([first.received, second.received], [[{ uri: 'a:b' }], [{ uri: 'a:b' }]])
}

async function distinctTopics({ store, pass }: Setup): Promise<void> {
  const names = ['a', 'a:b', 'a*', '__proto__', 'constructor', '']
  const records = names.map((name) => recordMessages(store, name))
  for (const name of names) await store.publish(name, name)
  await pass(0)
  expectEqual(
    records.map(({ received }) => received),
    names.map((name) => [name]),
  )
}

async function keepsOrder({ store, other, pass }: Setup): Promise<void> {
  const { received } = recordMessages(other, 't')
  const numbers = Array.from({ length: 100 }, (_, index) => index)
  await Promise.all(numbers.map((number) => store.publish('t', number)))
  await pass(0)
  expectEqual(received, numbers)
}

async function deliversAfterPublish({ store, pass }: Setup): Promise<void> {
  const { received } = recordMessages(store, 't')
  const sent = store.publish('t', 1)
  expectEqual(received, [])
  await sent
  await pass(0)
  expectEqual(received, [1])
}

async function noEarlierMessages({ store, pass }: Setup): Promise<void> {
  await store.publish('t', 1)
  const { received } = recordMessages(store, 't')
  await store.publish('t', 2)
  await pass(0)
  expectEqual(received, [2])
}

async function afterUnsubscribe({ store, pass }: Setup): Promise<void> {
  const gone = recordMessages(store, 't')
  const active = recordMessages(store, 't')
  const sent = store.publish('t', 1)
  gone.unsubscribe()
  await sent
  await pass(0)
  expectEqual([gone.received, active.received], [[], [1]])
}

async function unsubscribeDuringDelivery({ store, pass }: Setup): Promise<void> {
  const received: string[] = []
  const one = store.subscribe('t', () => {
    received.push('one')
    two()
  })
  const two = store.subscribe('t', () => {
    received.push('two')
    one()
  })
  await store.publish('t', 1)
  await store.publish('t', 2)
  await pass(0)
  const [first] = received
  expectEqual(received, [first, first])
}

async function unsubscribeTwice({ store, pass }: Setup): Promise<void> {
  const received: JsonValue[] = []
  const listener = (message: JsonValue) => received.push(message)
  const unsubscribe = store.subscribe('t', listener)
  store.subscribe('t', listener)
  await store.publish('t', 1)
  await pass(0)
  unsubscribe()
  unsubscribe()
  await store.publish('t', 2)
  await pass(0)
  expectEqual(received, [1, 1, 2])
}

async function listenerThrows({ store, pass }: Setup): Promise<void> {
  store.subscribe('t', () => {
    throw new Error('on purpose')
  })
  const { received } = recordMessages(store, 't')
  await store.publish('t', 1)
  await store.publish('t', 2)
  await pass(0)
  expectEqual(received, [1, 2])
}

async function copiesMessage({ store, pass }: Setup): Promise<void> {
  const { received } = recordMessages(store, 't')
  const message = { list: [1], gone: undefined as never }
  const sent = store.publish('t', message)
  message.list.push(2)
  await sent
  await pass(0)
  expectEqual(received, [{ list: [1] }])
}

async function rejectsNonJson({ store }: Setup): Promise<void> {
  for (const message of [undefined, 1n, () => {}]) {
    const outcome = await Promise.resolve()
      .then(() => store.publish('t', message as never))
      .then(
        () => 'published',
        (reason: unknown) => reason,
      )
    if (!(outcome instanceof TypeError)) throw new Error(`Expected a TypeError for ${typeof message}`)
  }
}

function recordMessages(
  store: Bus,
  topic: string,
): { readonly received: JsonValue[]; readonly unsubscribe: () => void } {
  const received: JsonValue[] = []
  return { received, unsubscribe: store.subscribe(topic, (message) => received.push(message)) }
}
