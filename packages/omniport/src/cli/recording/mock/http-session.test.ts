import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { describe, expect, test } from 'vitest'
import { type LineOf, piped, posted, recordingOf, replied } from '../fixtures/memory-recording.js'
import { indexTurns } from '../turns/index-turns.js'
import type { AnyMessage } from '../turns/messages.js'
import { HttpSession } from './http-session.js'
import { MockResponse } from './mock-response.js'
import { TurnPool } from './turn-pool.js'

test('a session that is closed ends what is awaited in it', async () => {
  const session = new HttpSession({ pool: new TurnPool([]), speed: undefined, isSession: true })
  const { signal, begun } = session.connection
  const waiting = begun.wait({} as never, signal)
  session.close()
  await expect(waiting).rejects.toMatchObject({ name: 'AbortError' })
})

/** A session over a recording, and what the response to a message of the client looks like afterwards. */
async function receive(lines: readonly LineOf[], message: AnyMessage, ...others: readonly AnyMessage[]) {
  const file = recordingOf(lines)
  const pool = new TurnPool([{ file, index: await indexTurns(file) }])
  const session = new HttpSession({ pool, speed: undefined, isSession: true })
  const socket = new ServerResponse(new IncomingMessage(new Socket()))
  const bodies: string[] = []
  socket.write = ((bytes: Uint8Array, done: () => void) => {
    bodies.push(Buffer.from(bytes).toString())
    queueMicrotask(done)
    return true
  }) as typeof socket.write // as far as a response uses it
  session.connection.receive(others)
  await session.receive([message], { response: new MockResponse(socket), socket })
  session.close()
  return {
    hasBegun: socket.headersSent,
    status: socket.statusCode,
    isOver: socket.writableEnded,
    text: bodies.join(''),
  }
}

const listened = { id: 1, method: 'subscriptions/listen' }
const events = { status: 200, headers: { 'content-type': 'text/event-stream' } }
const frame = ['data: ', '\n\n'] as const

describe('a subscription', () => {
  const head: LineOf = { from: 'server', transport: 'http', exchange: 1, ...events }

  test('goes on after what was recorded of it', async () => {
    const noted = { method: 'notifications/x' }
    const played = await receive([posted(1, listened), head, replied(1, noted, { frame })], listened)
    expect(played).toEqual({
      ...{ hasBegun: true, status: 200, isOver: false },
      text: `data: ${JSON.stringify(noted)}\n\n`,
    })
  })

  test('ends where that was recorded', async () => {
    const end: LineOf = { from: 'server', transport: 'http', exchange: 1, end: 'complete' }
    expect(await receive([posted(1, listened), head, end], listened)).toMatchObject({ isOver: true })
  })
})

test('a request that was cancelled when it was recorded, and is now, is not answered', async () => {
  const [asked, cancelled] = [
    { id: 1, method: 'a' },
    { method: 'notifications/cancelled', params: { requestId: 1 } },
  ]
  const played = await receive([piped('client', asked), piped('client', cancelled)], asked, cancelled)
  expect(played).toMatchObject({ status: 202, isOver: true, text: '' })
})
