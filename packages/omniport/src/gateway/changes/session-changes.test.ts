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
