import { describe, expect, test } from 'vitest'
import { verifies } from '#test/requirements/verifies.js'
import { connectRaw, type RawConnection } from '#test/support/connect-raw.js'
import { defineServer } from '#test/support/define-server.js'
import type { Root } from '../../protocol/model/roots.js'
import { legacyRevisions } from '../../protocol/revisions/revision.js'

const work: Root = { uri: 'file:///work', name: 'Work' }
const home: Root = { uri: 'file:///home' }
const changed = 'notifications/roots/list_changed'
const declared = { capabilities: { roots: { listChanged: true } } }

/** A server that writes down what it hears. */
function attentive() {
  const received: unknown[] = []
  const defined = defineServer({
    onRootsChange: (roots, { client, session }) => {
      received.push([roots, client.capabilities['roots'], session?.revision])
    },
  })
  return { ...defined, received }
}

async function answer(connection: RawConnection, result: object): Promise<void> {
  await connection.settle()
  const [question] = connection.messages.splice(0, 1)
  expect(question?.method).toBe('roots/list')
  connection.send({ jsonrpc: '2.0', id: question?.id, result })
  await connection.settle()
}

test.each(legacyRevisions)('%s: a server gets the roots that a client has after a change', async (revision) => {
  verifies('ROOT-10')
  const { server, received } = attentive()
  const connection = await connectRaw(server, { revision, ...declared })
  connection.notify(changed)
  await answer(connection, { roots: [work] })
  expect(received).toEqual([[[work], { listChanged: true }, revision]])
  connection.close()
})

test('many changes while a client is asked are one further request', async () => {
  const { server, received } = attentive()
  const connection = await connectRaw(server, declared)
  for (let count = 0; count < 100; count += 1) connection.notify(changed)
  await answer(connection, { roots: [work] })
  await answer(connection, { roots: [work, home] })
  await connection.settle()
  expect(received.map((entry) => (entry as unknown[])[0])).toEqual([[work], [work, home]])
  expect(connection.messages).toEqual([])
  connection.notify(changed)
  await answer(connection, { roots: [] })
  expect(received).toHaveLength(3)
  connection.close()
})

describe('nothing is asked', () => {
  test('of a client that declared no roots', async () => {
    const { server } = attentive()
    const connection = await connectRaw(server)
    connection.notify(changed)
    await connection.settle()
    expect(connection.messages).toEqual([])
    connection.close()
  })

  test('at 2026-07-28', async () => {
    verifies('ROOT-03')
    const { server, received } = attentive()
    const connection = await connectRaw(server, { revision: '2026-07-28', capabilities: { roots: {} } })
    connection.notify(changed)
    await connection.settle()
    expect([connection.messages, received]).toEqual([[], []])
    connection.close()
  })

  test('by a server that does not care', async () => {
    const { server } = defineServer()
    const connection = await connectRaw(server, declared)
    connection.notify(changed)
    await connection.settle()
    expect(connection.messages).toEqual([])
    connection.close()
  })
})

describe('the next change is served', () => {
  test.each([
    ['after an answer that is none', { roots: [{ uri: 'https://example.com' }] }],
    ['after no list', {}],
  ])('%s', async (_name, broken) => {
    const { server, received } = attentive()
    const connection = await connectRaw(server, declared)
    connection.notify(changed)
    await answer(connection, broken)
    expect(received).toEqual([])
    connection.notify(changed)
    await answer(connection, { roots: [home] })
    expect(received).toHaveLength(1)
    connection.close()
  })

  test('after the function of the server failed, which is logged', async () => {
    let calls = 0
    const { server, logger } = defineServer({
      onRootsChange: () => {
        calls += 1
        throw new Error('no memory')
      },
    })
    const connection = await connectRaw(server, declared)
    for (let count = 0; count < 2; count += 1) {
      connection.notify(changed)
      await answer(connection, { roots: [] })
    }
    expect(calls).toBe(2)
    expect(JSON.stringify(logger)).toContain(`${changed} failed`)
    connection.close()
  })
})

test('a server that closes waits for no answer', async () => {
  const { server, received } = attentive()
  const connection = await connectRaw(server, declared)
  connection.notify(changed)
  await connection.settle()
  await server.close()
  expect([connection.messages.map(({ method }) => method), received]).toEqual([
    ['roots/list', 'notifications/cancelled'],
    [],
  ])
  connection.close()
})
