import { expect, test } from 'vitest'
import { settled, VirtualRuntime } from '#test/support/virtual-runtime.js'
import { createClientServices } from './client-services.js'
import { connectThrough } from './connect.js'
import type { ConnectOptions } from './connect-options.js'
import { connectInTurn } from './fixtures/connect-in-turn.js'
import { FakeServer, initialized, type Replies } from './fixtures/fake-server.js'

const capabilities = { tools: { listChanged: true }, logging: {}, resources: {} }
const empty = () => ({ result: {} })

/** A client of legacy servers that are started one after the other, and what it tells its owner. */
async function start(options: ConnectOptions = {}, answers: (count: number) => Replies = () => ({})) {
  const runtime = new VirtualRuntime()
  const notices: unknown[] = []
  const errors: string[] = []
  const given: ConnectOptions = {
    ...{ runtime, revision: '2025-11-25', onError: ({ message }) => errors.push(message) },
    ...options,
  }
  const services = createClientServices(given)
  const { connector, opened } = connectInTurn(
    (count) =>
      new FakeServer({
        initialize: () => initialized(capabilities, '2025-11-25'),
        'logging/setLevel': empty,
        ping: empty,
        ...answers(count),
      }),
    services,
  )
  const client = await connectThrough(connector, services, {
    ...given,
    onLost: (reason) => notices.push(reason?.message),
    onReconnect: () => notices.push('connected'),
    onClose: () => notices.push('closed'),
  })
  const lose = async () => {
    opened.at(-1)?.exit()
    await settled()
  }
  /** Loses the connection, and uses the next. */
  const again = async () => {
    await lose()
    const pinged = client.ping()
    await runtime.advance(5_000)
    await pinged
  }
  return { client, opened, runtime, notices, errors, lose, again }
}

const greeting = ['initialize', 'notifications/initialized']

test('a new connection gets the log level that was set, and its owner hears of the loss and of the end', async () => {
  const { client, opened, notices, again } = await start()
  await again()
  expect(opened[1]?.methods).toEqual([...greeting, 'ping'])
  await client.setLogLevel('error')
  await again()
  expect(opened[2]?.methods).toEqual([...greeting, 'logging/setLevel', 'ping'])
  expect(opened[2]?.received[2]?.params).toEqual({ level: 'error' })
  await client.close()
  const lost = 'The stream of messages ended'
  expect(notices).toEqual([lost, 'connected', lost, 'connected', 'closed'])
})

test('a log level that the new server does not have is not set, and one that it refuses is reported', async () => {
  const { client, opened, errors, again } = await start({}, (count) => {
    if (count === 1) return { initialize: () => initialized({}, '2025-11-25') }
    return count === 2 ? { 'logging/setLevel': () => ({ error: { code: -32603, message: 'Not now' } }) } : {}
  })
  await client.setLogLevel('error')
  await again()
  expect([opened[1]?.methods, errors]).toEqual([[...greeting, 'ping'], []])
  await again()
  expect([opened[2]?.methods, errors]).toEqual([[...greeting, 'logging/setLevel', 'ping'], ['Not now']])
  await client.close()
})

test('roots that were set while there was no connection are told to the next server, once', async () => {
  const { client, opened, lose, again, runtime } = await start({ roots: [] })
  await lose()
  client.setRoots([{ uri: 'file:///a' }])
  const pinged = client.ping()
  await runtime.advance(5_000)
  await pinged
  expect(opened[1]?.methods).toEqual([...greeting, 'notifications/roots/list_changed', 'ping'])
  await again()
  expect(opened[2]?.methods).toEqual([...greeting, 'ping'])
  await client.close()
})

test('who listens has a new connection at once, and hears that all may have changed', async () => {
  const { client, opened, runtime, lose } = await start()
  const listening = await client.listen({ tools: true })
  const next = listening[Symbol.asyncIterator]().next()
  await lose()
  await runtime.advance(5_000)
  expect(opened.map(({ methods }) => methods)).toEqual([greeting, greeting])
  expect(await next).toEqual({ done: false, value: { type: 'tools' } })
  await listening.close()
  await lose()
  await runtime.advance(60_000)
  expect(opened.length).toBe(2)
  await client.close()
})

test('a program that cannot be started again ends the client, and who listens, with the reason', async () => {
  const { client, runtime, notices, lose } = await start({}, (count) => {
    return count === 0 ? {} : { initialize: () => ({ error: { code: -32603, message: 'Broken' } }) }
  })
  const listening = await client.listen({ tools: true })
  const ended = expect(listening[Symbol.asyncIterator]().next()).rejects.toMatchObject({
    code: 'closed',
    message: 'The server could not be started again: Broken',
  })
  await lose()
  await runtime.advance(60_000)
  await ended
  await client.close()
  expect([notices, runtime.timers]).toEqual([['The stream of messages ended', 'closed'], 0])
})
