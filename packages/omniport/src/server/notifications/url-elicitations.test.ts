import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { verifies } from '#test/requirements/verifies.js'
import type { RpcNotification } from '../../jsonrpc/messages/messages.js'
import type { Exchange } from '../../protocol/exchange/exchange.js'
import type { Revision } from '../../protocol/revisions/revision.js'
import { createMemoryBus } from '../../store/memory/memory-bus.js'
import { UrlElicitations } from './url-elicitations.js'

function connection(revision: Revision = '2025-11-25') {
  const notifications: RpcNotification[] = []
  const session = {
    signal: new AbortController().signal,
    notify: (message: RpcNotification) => void notifications.push(message),
  }
  return { notifications, exchange: { revision, session } as unknown as Exchange } // no more of it is looked at
}

const complete = (elicitationId: string) => ({
  jsonrpc: '2.0',
  method: 'notifications/elicitation/complete',
  params: { elicitationId },
})

test('the end of a page is told once, to the client that was asked, whichever node it is on', async () => {
  verifies('ELI-18')
  const bus = createMemoryBus()
  const [here, there] = [new UrlElicitations(bus, 'pages s'), new UrlElicitations(bus, 'pages s')]
  const [ann, bob] = [connection(), connection()]
  here.add('1', ann.exchange)
  here.add('2', bob.exchange)
  there.complete('1')
  there.complete('1')
  there.complete('unknown')
  await turn()
  expect([ann.notifications, bob.notifications]).toEqual([[complete('1')], []])
  here.close()
  there.complete('2')
  await turn()
  expect(bob.notifications).toEqual([])
  there.close()
})

test('only so many pages are known, the oldest are forgotten first', async () => {
  const pages = new UrlElicitations(createMemoryBus(), 'pages s')
  const { exchange, notifications } = connection()
  for (let page = 0; page <= 10_000; page += 1) pages.add(String(page), exchange)
  for (const id of ['0', '1', '10000']) pages.complete(id)
  await turn()
  expect(notifications).toEqual([complete('1'), complete('10000')])
  pages.close()
})

test.each(['2025-06-18', '2026-07-28'] as const)('at %s nobody is told', async (revision) => {
  verifies('ELI-18')
  const elicitations = new UrlElicitations(createMemoryBus(), 'pages s')
  const client = connection(revision)
  elicitations.add('1', client.exchange)
  elicitations.complete('1')
  await turn()
  expect(client.notifications).toEqual([])
  elicitations.close()
})
