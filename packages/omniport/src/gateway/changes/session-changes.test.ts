import { expect, test } from 'vitest'
import type { RpcNotification } from '../../jsonrpc/messages/messages.js'
import type { MissedChanges, Session } from '../../protocol/exchange/session.js'
import { SessionChanges } from './session-changes.js'

/** A session of another node, whose notifications may have been missed. */
function openSession() {
  const sent: RpcNotification[] = []
  const listeners: ((missed: MissedChanges, session: Session) => void)[] = []
  const session: Pick<Session, 'onEnd' | 'onMissed' | 'notify'> = {
    onEnd() {},
    onMissed: (listener) => void listeners.push(listener),
    notify: (message) => void sent.push(message),
  }
  new SessionChanges(session as Session) // what it uses of a session
  const miss = async (missed: MissedChanges) => {
    for (const listener of listeners) listener(missed, session as Session)
    await Promise.resolve()
    return sent.splice(0).map(({ method, params }) => (params === undefined ? method : [method, params]))
  }
  return miss
}

const updated = (uri: string) => ['notifications/resources/updated', { uri }]

test('a session that may have missed everything is told once that its lists and resources changed', async () => {
  const miss = openSession()
  expect(await miss({ lists: true, resources: ['a:1', 'a:2'] })).toEqual([
    'notifications/tools/list_changed',
    'notifications/prompts/list_changed',
    'notifications/resources/list_changed',
    updated('a:1'),
    updated('a:2'),
  ])
})

test('a session that may have missed one resource is told of that one', async () => {
  const miss = openSession()
  expect(await miss({ lists: false, resources: ['a:1'] })).toEqual([updated('a:1')])
})

interface FakeConnection {
  isClosed: boolean
  readonly owner: { readonly name: string }
  readonly listeners: { readonly filter: object }[]
  readonly changes: object
}

function createConnection(name: string, honoured: (uri: string) => boolean = () => true): FakeConnection {
  const listeners: FakeConnection['listeners'] = []
  const changes = {
    add: async (listener: FakeConnection['listeners'][number]) => void listeners.push(listener),
    delete: (listener: FakeConnection['listeners'][number]) => void listeners.splice(listeners.indexOf(listener), 1),
    update: async () => {},
    honours: honoured,
  }
  return { isClosed: false, owner: { name }, listeners, changes }
}

function openChanges() {
  const ends: (() => void)[] = []
  const session = { onEnd: (fn: () => void) => void ends.push(fn), notify() {} }
  const changes = new SessionChanges(session as unknown as Session)
  const end = () => {
    for (const fn of ends) fn()
  }
  return { changes, end }
}

const filterOf = (uris: readonly string[]) => ({ tools: true, prompts: true, resources: true, uris })
const filtersOf = ({ listeners }: FakeConnection) => listeners.map(({ filter }) => filter)

test('a session listens at each connection once, and leaves them at its end', async () => {
  const { changes, end } = openChanges()
  const connection = createConnection('a')
  changes.listen(connection as never)
  changes.listen(connection as never)
  expect(filtersOf(connection)).toEqual([filterOf([])])
  end()
  expect(filtersOf(connection)).toEqual([])
  expect(await changes.initialized).toBeUndefined()
})

test('a session that has ended listens to nothing any more', async () => {
  const { changes, end } = openChanges()
  end()
  const connection = createConnection('a')
  changes.listen(connection as never)
  expect(await changes.subscribe('x:y', connection as never)).toBe(false)
  expect(filtersOf(connection)).toEqual([])
})

test('a subscription is kept where the upstream announces changes of the resource', async () => {
  const { changes } = openChanges()
  const connection = createConnection('a', (uri) => uri === 'x:y')
  expect(await changes.subscribe('x:y', connection as never)).toBe(true)
  expect(await changes.subscribe('x:z', connection as never)).toBe(false)
  expect(filtersOf(connection)).toEqual([filterOf(['x:y'])])
  await changes.unsubscribe('x:y')
  await changes.unsubscribe('x:none')
  expect(filtersOf(connection)).toEqual([filterOf([])])
})

test('the next connection to an upstream has the subscriptions of a closed one to it, and of no other', async () => {
  const { changes } = openChanges()
  const [closed, open, other] = [createConnection('a'), createConnection('a'), createConnection('b')]
  await changes.subscribe('x:closed', closed as never)
  await changes.subscribe('x:open', open as never)
  await changes.subscribe('x:other', other as never)
  closed.isClosed = true
  other.isClosed = true
  const next = createConnection('a')
  changes.listen(next as never)
  expect(filtersOf(next)).toEqual([filterOf(['x:closed'])])
  await changes.unsubscribe('x:other')
  expect(filtersOf(other)).toEqual([filterOf([])])
})
