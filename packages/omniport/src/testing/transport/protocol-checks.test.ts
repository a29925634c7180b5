import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { type Flaw, type Forward, openMemoryChannel, pass } from './fixtures/memory-channel.js'
import { protocolChecks } from './protocol-checks.js'
import type { TransportChannel } from './transport-channel.js'

/** Runs the first check whose name begins so, over a transport with a flaw. */
async function run(name: string, flaw: Flaw = {}, stepMs = 10_000): Promise<void> {
  const [, check] = protocolChecks.find(([each]) => each.startsWith(name)) ?? []
  if (check === undefined) throw new Error(`no check ${name}`)
  const channel = openMemoryChannel(flaw)
  await check({ streams: channel, stepMs, maxBufferedBytes: 1, cut: async () => channel.cut() })
}

const methodOf = (message: unknown) => (message as { readonly method?: string }).method
const nameIn = (message: unknown) => (message as { readonly params?: { readonly name?: unknown } }).params?.name

/** How a check ends over a transport that notes when it goes wrong: only from then on time passes. */
async function outcomeOf(name: string, flawOf: (note: () => void) => Flaw): Promise<string> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  onTestFinished(() => void vi.useRealTimers())
  let isWrong = false
  const note = () => {
    isWrong = true
  }
  let outcome: string | undefined
  const end = (text: string) => {
    outcome = text
  }
  void run(name, flawOf(note), 100).then(
    () => end('passed'),
    (reason: unknown) => end(String(reason)),
  )
  while (!isWrong) await vi.advanceTimersByTimeAsync(0)
  while (outcome === undefined) await vi.advanceTimersByTimeAsync(1)
  return outcome
}

function outcomeOfLosing(name: string, isLost: (message: unknown) => boolean): Promise<string> {
  return outcomeOf(name, (note) => {
    const toServer: Forward = (message, out) => (isLost(message) ? note() : out.enqueue(message))
    return { forward: (to) => (to === 'server' ? toServer : pass) }
  })
}

/** Loses the messages of a method. */
const without =
  (method: string): Forward =>
  (message, out) =>
    void (methodOf(message) !== method && out.enqueue(message))
/** Changes texts that have a part. */
const changing =
  (from: string, to: string): Forward =>
  (message, out) =>
    out.enqueue(JSON.parse(JSON.stringify(message).replaceAll(from, to)))

test('the checks say what they check', () => {
  const calls = 'calls, progress, a question and a cancellation'
  expect(protocolChecks.map(([name]) => name)).toEqual([
    ...['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25', '2026-07-28'].map(
      (revision) => `${revision}: ${calls}`,
    ),
    'close: a client that closes ends what serves it',
    'close: a server that ends the connection ends the client',
    'loss: waiting calls reject with closed, and their handlers are aborted',
  ])
})

describe.each(['2024-11-05', '2025-11-25', '2026-07-28'])('a conversation at %s', (revision) => {
  test('finds who loses progress', async () => {
    await expect(
      run(revision, { forward: (to) => (to === 'client' ? without('notifications/progress') : pass) }),
    ).rejects.toThrow(new Error('Expected ["Hello Ada",[1],"🙂\\n"], got ["Hello Ada",[],"🙂\\n"]'))
  })

  test('finds who changes an answer or an argument', async () => {
    await expect(run(revision, { forward: () => changing('🙂', '') })).rejects.toThrow(
      new Error('Expected ["Hello Ada",[1],"🙂\\n"], got ["Hello Ada",[1],"\\n"]'),
    )
    await expect(run(revision, { forward: () => changing('"Ada"', '"Bob"') })).rejects.toThrow(/got \["Hello Bob",/)
  })

  test('finds who loses a cancellation', async () => {
    const isLost = (message: unknown) => methodOf(message) === 'notifications/cancelled'
    expect(await outcomeOfLosing(revision, isLost)).toBe('Error: Waited 100 ms for a cancelled handler to be aborted')
  })
})

describe('a conversation', () => {
  test('asks for a text, and tells how far it is', async () => {
    const sent: unknown[] = []
    const forward = (): Forward => (message, out) => {
      sent.push(message)
      out.enqueue(message)
    }
    await run('2025-11-25', { forward })
    const paramsOf = (method: string) =>
      sent.flatMap((message) => (methodOf(message) === method ? [Object(message).params] : []))
    expect(paramsOf('sampling/createMessage')).toEqual([
      expect.objectContaining({
        messages: [{ role: 'user', content: { type: 'text', text: 'Who?' } }],
        maxTokens: 10,
      }),
    ])
    expect(paramsOf('notifications/progress')).toEqual([expect.objectContaining({ progress: 1, total: 2 })])
  })

  test('finds who gives another block than a text', async () => {
    const forward = () => changing('"type":"text","text":"🙂\\n"', '"type":"image","data":"","mimeType":"image/png"')
    await expect(run('2025-11-25', { forward })).rejects.toThrow(
      new Error('Expected ["Hello Ada",[1],"🙂\\n"], got ["Hello Ada",[1],""]'),
    )
  })

  test.each([
    ['2025-11-25', 'greet', 'the calls to be answered'],
    ['2025-11-25', 'echo', 'the calls to be answered'],
    ['2025-11-25', 'wait', 'a handler to start'],
    ['loss:', 'wait', 'a handler to start'],
  ])('needs its calls: %s without %s', async (check, name, awaited) => {
    const isLost = (message: unknown) => nameIn(message) === name
    expect(await outcomeOfLosing(check, isLost)).toBe(`Error: Waited 100 ms for ${awaited}`)
  })

  test('needs a connection', async () => {
    expect(await outcomeOfLosing('2025-11-25', () => true)).toBe('Error: Waited 100 ms for the client to connect')
  })
})

describe('the end of a connection', () => {
  test('comes after a call', async () => {
    for (const check of ['close: a client', 'close: a server']) {
      const calls: unknown[] = []
      const forward = (): Forward => (message, out) => {
        if (methodOf(message) === 'tools/call') calls.push(Object(message).params)
        out.enqueue(message)
      }
      await run(check, { forward })
      expect(calls).toEqual([expect.objectContaining({ name: 'echo', arguments: { text: 'a' } })])
    }
  })

  test.each([
    ['close: a server', 'server', 'serveStream to close'],
    ['close: a client', 'client', 'the client to close'],
  ] as const)('is found where it takes too long: %s', async (check, end, awaited) => {
    const outcome = await outcomeOf(check, (note) => {
      const never = () => new Promise<void>(() => {})
      const wrap = (channel: TransportChannel): TransportChannel => {
        const { readable, writable } = channel[end]
        const writer = writable.getWriter()
        const close = () => {
          note()
          return never()
        }
        const slow = new WritableStream({ write: (message) => writer.write(message), close, abort: never })
        return { ...channel, [end]: { readable, writable: slow } }
      }
      return { wrap }
    })
    expect(outcome).toBe(`Error: Waited 100 ms for ${awaited}`)
  })

  test.each(['close: a client', 'close: a server', 'loss:'])('passes where both sides notice: %s', async (name) => {
    await expect(run(name)).resolves.toBeUndefined()
  })

  test.each([
    ['close: a client', 'server', 'serveStream to end'],
    ['close: a server', 'client', 'a call to reject'],
  ] as const)('is found where the other side does not learn of it: %s', async (name, deaf, awaited) => {
    await expect(run(name, { deaf }, 100)).rejects.toThrow(new Error(`Waited 100 ms for ${awaited}`))
  })

  test('is found where a loss is not noticed', async () => {
    await expect(run('loss:', { cut: () => {} }, 100)).rejects.toThrow(
      new Error('Waited 100 ms for the waiting call to reject'),
    )
  })
})
