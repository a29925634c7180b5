import type { JsonValue } from '../../values/json/json-value.js'
import type { Bus } from '../bus.js'
import type { ContractCheck } from './bind-checks.js'
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

/** Checks an implementation of `Bus`, with any test runner: `for (const c of busContract(o)) test(c.name, c.run)`. */
export function busContract(options: BusContractOptions): readonly ContractCheck[] {
  return checks.map(([name, check]) => ({ name, run: async () => check(await setUp(options)) }))
}

interface Setup {
  readonly bus: Bus
  /** Another node. */
  readonly other: Bus
  readonly settle: () => Promise<void>
}

async function setUp({ create, join, settle = nextTurn }: BusContractOptions): Promise<Setup> {
  const bus = await create()
  return { bus, other: join === undefined ? bus : await join(bus), settle }
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0))
}

const checks: readonly (readonly [name: string, check: (setup: Setup) => Promise<void>])[] = [
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

async function everyListener({ bus, other, settle }: Setup): Promise<void> {
  const first = recordMessages(bus, 't')
  const second = recordMessages(other, 't')
  await bus.publish('t', { uri: 'a:b' })
  await settle()
  expectEqual([first.received, second.received], [[{ uri: 'a:b' }], [{ uri: 'a:b' }]])
}

async function distinctTopics({ bus, settle }: Setup): Promise<void> {
  const names = ['a', 'a:b', 'a*', '__proto__', 'constructor', '']
  const records = names.map((name) => recordMessages(bus, name))
  for (const name of names) await bus.publish(name, name)
  await settle()
  expectEqual(
    records.map(({ received }) => received),
    names.map((name) => [name]),
  )
}

async function keepsOrder({ bus, other, settle }: Setup): Promise<void> {
  const { received } = recordMessages(other, 't')
  const numbers = Array.from({ length: 100 }, (_, index) => index)
  await Promise.all(numbers.map((number) => bus.publish('t', number)))
  await settle()
  expectEqual(received, numbers)
}

async function deliversAfterPublish({ bus, settle }: Setup): Promise<void> {
  const { received } = recordMessages(bus, 't')
  const sent = bus.publish('t', 1)
  expectEqual(received, [])
  await sent
  await settle()
  expectEqual(received, [1])
}

async function noEarlierMessages({ bus, settle }: Setup): Promise<void> {
  await bus.publish('t', 1)
  const { received } = recordMessages(bus, 't')
  await bus.publish('t', 2)
  await settle()
  expectEqual(received, [2])
}

async function afterUnsubscribe({ bus, settle }: Setup): Promise<void> {
  const gone = recordMessages(bus, 't')
  const active = recordMessages(bus, 't')
  const sent = bus.publish('t', 1)
  gone.unsubscribe()
  await sent
  await settle()
  expectEqual([gone.received, active.received], [[], [1]])
}

async function unsubscribeDuringDelivery({ bus, settle }: Setup): Promise<void> {
  const received: string[] = []
  const one = bus.subscribe('t', () => {
    received.push('one')
    two()
  })
  const two = bus.subscribe('t', () => {
    received.push('two')
    one()
  })
  await bus.publish('t', 1)
  await bus.publish('t', 2)
  await settle()
  const [first] = received
  expectEqual(received, [first, first])
}

async function unsubscribeTwice({ bus, settle }: Setup): Promise<void> {
  const received: JsonValue[] = []
  const listener = (message: JsonValue) => received.push(message)
  const unsubscribe = bus.subscribe('t', listener)
  bus.subscribe('t', listener)
  await bus.publish('t', 1)
  await settle()
  unsubscribe()
  unsubscribe()
  await bus.publish('t', 2)
  await settle()
  expectEqual(received, [1, 1, 2])
}

async function listenerThrows({ bus, settle }: Setup): Promise<void> {
  bus.subscribe('t', () => {
    throw new Error('on purpose')
  })
  const { received } = recordMessages(bus, 't')
  await bus.publish('t', 1)
  await bus.publish('t', 2)
  await settle()
  expectEqual(received, [1, 2])
}

async function copiesMessage({ bus, settle }: Setup): Promise<void> {
  const { received } = recordMessages(bus, 't')
  const message = { list: [1], gone: undefined as never }
  const sent = bus.publish('t', message)
  message.list.push(2)
  await sent
  await settle()
  expectEqual(received, [{ list: [1] }])
}

async function rejectsNonJson({ bus }: Setup): Promise<void> {
  for (const message of [undefined, 1n, () => {}]) {
    const outcome = await Promise.resolve()
      .then(() => bus.publish('t', message as never))
      .then(
        () => 'published',
        (reason: unknown) => reason,
      )
    if (!(outcome instanceof TypeError)) throw new Error(`Expected a TypeError for ${typeof message}`)
  }
}

function recordMessages(bus: Bus, topic: string): { readonly received: JsonValue[]; readonly unsubscribe: () => void } {
  const received: JsonValue[] = []
  return { received, unsubscribe: bus.subscribe(topic, (message) => received.push(message)) }
}
