import { describe, expect, test } from 'vitest'
import { createRecorder, type RecordedLine } from '../../entries/protocol.js'
import type { FaultChange } from '../contract.js'
import { FaultSwitches } from './fault-switches.js'
import { interceptPipes } from './intercept-pipes.js'

const turn = () => new Promise((resolve) => setImmediate(resolve))

/** The pipes of a program between two sides, each of which sees what passes. */
function create(change: FaultChange = {}) {
  const faults = new FaultSwitches(() => {})
  faults.change(change)
  const lines: Partial<RecordedLine>[] = []
  const recorder = createRecorder({
    target: { command: 'x', args: [] },
    write: () => {},
    onLine: ({ from, message, text, end, stream, code }) => lines.push({ from, message, text, end, stream, code }),
  })
  const state = { cuts: 0, ends: 0 }
  const pipes = interceptPipes(
    {
      cut: () => {
        state.cuts += 1
      },
    },
    { recorder, faults },
  )
  const atClient: string[] = []
  const atServer: string[] = []
  const toText = (bytes: Uint8Array) => Buffer.from(bytes).toString()
  return {
    ...{ faults, lines, state, pipes, atClient, atServer },
    send: (text: string) => pipes.fromClient(Buffer.from(text), (bytes) => atServer.push(toText(bytes))),
    answer: (text: string) => pipes.fromServer(Buffer.from(text), (bytes) => atClient.push(toText(bytes))),
    end: () =>
      pipes.endServer(() => {
        state.ends += 1
      }),
  }
}

const response = (id: number) => `{"id":${id},"result":{}}\n`
const notification = '{"method":"notifications/message"}\n'
const request = '{"id":1,"method":"ping"}\n'

describe('without faults', () => {
  test('everything passes at once, and is recorded', () => {
    const { send, answer, end, pipes, atClient, atServer, lines, state } = create()
    send(request)
    pipes.stderr(Buffer.from('hello\n'))
    answer(response(1))
    pipes.endClient()
    end()
    pipes.exit({ code: 3 })
    expect([atServer, atClient, state]).toEqual([[request], [response(1)], { cuts: 0, ends: 1 }])
    expect(lines).toEqual([
      { from: 'client', message: { id: 1, method: 'ping' } },
      { from: 'server', stream: 'stderr', text: 'hello' },
      { from: 'server', message: { id: 1, result: {} } },
      { from: 'client', end: 'complete' },
      { from: 'server', end: 'complete' },
      { from: 'server', end: 'exit', code: 3 },
    ])
  })

  test('what the server writes passes in whole lines', () => {
    const { answer, atClient } = create()
    answer('{"a"')
    answer(':1}')
    expect(atClient).toEqual([])
    answer('\n\n{"b":2}\n{"c"')
    expect(atClient).toEqual(['{"a":1}\n', '\n', '{"b":2}\n'])
    answer(':3}\n')
    expect(atClient.at(-1)).toBe('{"c":3}\n')
  })

  test('a line that is too long to wait for passes in pieces', () => {
    const { answer, atClient } = create()
    answer('x'.repeat(1_048_576))
    expect(atClient).toEqual([])
    answer('y')
    answer('z\n')
    expect(atClient).toEqual([`${'x'.repeat(1_048_576)}y`, 'z\n'])
  })
})

describe('duplicates', () => {
  test.each([
    ['a response', response(1), 2],
    ['a notification', notification, 2],
    ['a request, whose id is used once', request, 1],
    ['a batch', `[${request.trim()}]\n`, 1],
    ['no message', 'Listening\n', 1],
  ])('%s', (_what, line, times) => {
    const { answer, atClient } = create({ duplicate: true })
    answer(line)
    expect(atClient).toEqual(Array.from({ length: times }, () => line))
  })
})

describe('a cut', () => {
  test('comes after so many messages of the server', () => {
    const { send, answer, state, atClient } = create({ cutAfter: 2 })
    send(request)
    answer(response(1))
    expect(state.cuts).toBe(0)
    answer(response(2))
    answer(response(3))
    expect([state.cuts, atClient.length]).toEqual([1, 3])
  })

  test('comes when too much waits', () => {
    const { answer, state, atClient } = create({ stall: true })
    answer(`${'x'.repeat(67_108_863)}\n`)
    expect(state.cuts).toBe(0)
    answer('\n')
    expect([state.cuts, atClient]).toEqual([1, []])
  })
})

test('a stall holds what the server says, its end too, and not what it is told', async () => {
  const { send, answer, end, faults, state, atClient, atServer } = create({ stall: true })
  send(request)
  answer(response(1))
  end()
  await turn()
  expect([atServer, atClient, state.ends]).toEqual([[request], [], 0])
  faults.change({ stall: null })
  await turn()
  expect([atClient, state.ends]).toEqual([[response(1)], 1])
})

test('a delay holds both directions', async () => {
  const { send, answer, faults, atClient, atServer, pipes } = create({ delayMs: 5 })
  send(request)
  answer(response(1))
  expect([atServer, atClient]).toEqual([[], []])
  faults.change({ delayMs: 0 })
  await new Promise<void>((resolve) => pipes.fromClient(Buffer.from('\n'), () => resolve()))
  await new Promise<void>((resolve) => pipes.endServer(resolve))
  expect([atServer, atClient]).toEqual([[request], [response(1)]])
})
