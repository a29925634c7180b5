import { expect, test } from 'vitest'
import { settled, VirtualRuntime } from '#test/support/virtual-runtime.js'
import { OmniportError } from '../../values/errors/omniport-error.js'
import { createClientServices } from '../client-services.js'
import { connectThrough } from '../connect.js'
import { connectInTurn } from '../fixtures/connect-in-turn.js'
import { discovered, FakeServer } from '../fixtures/fake-server.js'

const answers = {
  'server/discover': () => discovered({ tools: { listChanged: true } }),
  'tools/call': () => ({ result: { content: [] } }),
}

/** A client of servers that are there while a test says so; what it cannot reach otherwise rejects with `failure`. */
async function start({ isRemote, failure }: { isRemote: boolean; failure?: () => unknown }) {
  const runtime = new VirtualRuntime()
  const reported: unknown[] = []
  const closed: string[] = []
  const services = createClientServices({ runtime, onError: (error) => reported.push(error.message) })
  const { connector, opened } = connectInTurn(() => new FakeServer(answers), services)
  let isThere = true
  const client = await connectThrough(
    {
      ...connector,
      isRemote,
      open: (serve) => (isThere || failure === undefined ? connector.open(serve) : Promise.reject(failure())),
    },
    services,
    { runtime, onClose: () => closed.push('closed') },
  )
  const lose = async () => {
    isThere = false
    opened.at(-1)?.exit()
    await settled()
  }
  const comeBack = () => {
    isThere = true
  }
  return { client, runtime, opened, reported, closed, lose, comeBack }
}

test('a remote server that cannot be reached again fails the call, with the cause, and is tried again by the next', async () => {
  const away = new OmniportError('unreachable', 'Nobody answers')
  const { client, runtime, reported, closed, lose, comeBack } = await start({ isRemote: true, failure: () => away })
  await lose()
  const failed = client.callTool('x', {}, { timeoutMs: 600_000 }).catch((reason: unknown) => reason)
  await runtime.advance(60_000)
  expect(await failed).toMatchObject({
    code: 'unreachable',
    message: 'The server could not be reached again: Nobody answers',
    cause: away,
  })
  expect([reported, closed]).toEqual([Array.from({ length: 5 }, () => 'Nobody answers'), []])
  comeBack()
  const again = client.callTool('x', {}, { timeoutMs: 600_000 })
  await runtime.advance(60_000)
  expect(await again).toEqual({ content: [] })
  await client.close()
})

test('a program that cannot be started again closes the client, with the cause', async () => {
  const gone = new Error('No such file')
  const { client, runtime, closed, lose } = await start({ isRemote: false, failure: () => gone })
  await lose()
  const failed = client.callTool('x', {}, { timeoutMs: 600_000 }).catch((reason: unknown) => reason)
  await runtime.advance(60_000)
  const expected = { code: 'closed', message: 'The server could not be started again: No such file', cause: gone }
  expect(await failed).toMatchObject(expected)
  await expect(client.ping()).rejects.toMatchObject(expected)
  expect(closed).toEqual(['closed'])
  await client.close()
  expect([closed, runtime.timers]).toEqual([['closed'], 0])
})

test('what fails with no error is repeated as text', async () => {
  const { client, runtime, lose } = await start({ isRemote: true, failure: () => 'away' })
  await lose()
  const failed = client.ping({ timeoutMs: 600_000 }).catch((reason: unknown) => reason)
  await runtime.advance(60_000)
  expect(await failed).toMatchObject({ message: 'The server could not be reached again: away', cause: 'away' })
  await client.close()
})

test('a server that refuses credentials is asked once, and its refusal is given as it is', async () => {
  const refusal = new OmniportError('unauthorized', 'Not you')
  const { client, runtime, reported, closed, lose } = await start({ isRemote: true, failure: () => refusal })
  await lose()
  const failed = client.ping({ timeoutMs: 600_000 }).catch((reason: unknown) => reason)
  await runtime.advance(60_000)
  expect(await failed).toBe(refusal)
  expect([reported, closed, runtime.timers]).toEqual([[], [], 0])
  await client.close()
})
