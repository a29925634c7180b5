import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { ChannelEnd } from './channel-end.js'
import { type Flaw, type Forward, openMemoryChannel, pass } from './fixtures/memory-channel.js'
import { messageChecks } from './message-checks.js'
import type { TransportChannel } from './transport-channel.js'

type Side = 'client' | 'server'
const sides = ['client', 'server'] as const

/** Runs the first check whose name begins so, over a transport with a flaw. */
async function run(name: string, flaw: Flaw = {}, stepMs = 50): Promise<void> {
  const [, check] = messageChecks.find(([each]) => each.startsWith(name)) ?? []
  if (check === undefined) throw new Error(`no check ${name}`)
  const channel = openMemoryChannel(flaw)
  const client = new ChannelEnd('client', channel.client, { stepMs })
  const server = new ChannelEnd('server', channel.server, { stepMs })
  try {
    await check({ client, server, stepMs, maxBufferedBytes: 1024 * 1024, cut: async () => channel.cut() })
  } finally {
    await Promise.all([client.leave(), server.leave()])
  }
}

/** A flaw of one direction alone. */
const only = (to: Side, forward: Forward): Flaw => ({ forward: (side) => (side === to ? forward : pass) })
const valueIn = (message: unknown) => JSON.stringify((message as { params?: { value?: unknown } }).params?.value)
const idOf = (message: unknown) => (message as { readonly id?: unknown }).id
const size = (message: unknown) => new TextEncoder().encode(JSON.stringify(message)).length

test('the checks say what they check', () => {
  expect(messageChecks.map(([name]) => name)).toEqual([
    'framing: each message arrives as one value, equal to the one that was sent',
    'framing: a batch arrives as one array',
    'framing: a message of a megabyte arrives whole',
    'order: a thousand messages each way arrive in the order in which they were written',
    'backpressure: what nobody reads does not grow without bound',
    'close: what was written before arrives, then the other end reads its end (client)',
    'close: what was written before arrives, then the other end reads its end (server)',
    'loss: both ends read their end',
    'loss: writing fails at both ends',
  ])
})

describe('framing', () => {
  const texts = ['', ' ', 'two\nlines', 'a\r\nb', '\u0000', '\u2028\u2029', 'é', '日本語', '🙂', '"\\']
  const values = ['{"jsonrpc":"2.0"}', '\ufeff', null, true, 0, -1.5, 1e300, 2 ** 53 - 1, [], {}, [[[]]]]

  test.each([...texts, ...values, { a: { b: { c: [null] } } }])(
    'finds who changes %j, in each direction',
    async (value) => {
      const text = JSON.stringify(value)
      const changes: Forward = (message, out) =>
        out.enqueue(valueIn(message) === text ? { ...Object(message), params: { value: 'other' } } : message)
      for (const side of sides) await expect(run('framing: each', only(side, changes))).rejects.toThrow(/^Expected \[/)
    },
  )

  test('sends requests as a client and a server do', async () => {
    const sent: unknown[] = []
    const forward = (): Forward => (message, out) => {
      sent.push(message)
      out.enqueue(message)
    }
    await run('framing: each', { forward })
    expect(sent[0]).toEqual({ jsonrpc: '2.0', id: 0, method: 'tools/call', params: { value: '' } })
    sent.length = 0
    await run('order', { forward })
    expect(sent.filter((message) => size(message) > 10_000).length).toBe(2 * Math.ceil(1_000 / 7))
  })

  test('finds who changes anything but the value', async () => {
    for (const member of ['jsonrpc', 'method', 'id']) {
      const changes: Forward = (message, out) => out.enqueue({ ...Object(message), [member]: 'other' })
      await expect(run('framing: each', only('server', changes))).rejects.toThrow(/^Expected \[/)
    }
  })

  test('finds who sends the members of a batch, also of one', async () => {
    const flat: Forward = (message, out) => {
      for (const each of [message].flat()) out.enqueue(each)
    }
    const unwraps: Forward = (message, out) =>
      out.enqueue(Array.isArray(message) && message.length === 1 ? message[0] : message)
    await expect(run('framing: a batch', only('server', flat))).rejects.toThrow(/^Expected \[\[/)
    await expect(run('framing: a batch', only('server', unwraps))).rejects.toThrow(/^Expected \[\[/)
  })

  test.each(sides)('finds who cuts or loses a megabyte on its way to the %s', async (side) => {
    const loses: Forward = (message, out) => void (size(message) < 1024 * 1024 && out.enqueue(message))
    const cuts: Forward = (message, out) =>
      out.enqueue(JSON.parse(JSON.stringify(message).replace(/ü+/, (text) => text.slice(1))))
    await expect(run('framing: a message of a megabyte', only(side, loses))).rejects.toThrow(
      new Error(`Waited 50 ms for the ${side} to read a message`),
    )
    await expect(run('framing: a message of a megabyte', only(side, cuts))).rejects.toThrow(
      new Error(`The ${side} got another message`),
    )
  })
})

describe('order', () => {
  test.each(sides)('finds who lets messages overtake others on their way to the %s', async (side) => {
    let held: unknown
    const swaps: Forward = (message, out) => {
      if (idOf(message) === 500) held = message
      else out.enqueue(message)
      if (idOf(message) === 501) out.enqueue(held)
    }
    await expect(run('order', only(side, swaps), 1_000)).rejects.toThrow(/^Expected \[0,1,2,3,/)
  })

  test('finds who lets a short message overtake a long one', async () => {
    let held: unknown
    const isSlow: Forward = (message, out) => {
      const isLong = size(message) > 10_000
      if (!isLong) out.enqueue(message)
      if (held !== undefined) out.enqueue(held)
      held = isLong ? message : undefined
    }
    await expect(run('order', only('client', isSlow), 1_000)).rejects.toThrow(/^Expected \[0,1,2,3,/)
  })

  test('finds who loses the last of a thousand', async () => {
    const loses: Forward = (message, out) => void (idOf(message) !== 999 && out.enqueue(message))
    await expect(run('order', only('server', loses))).rejects.toThrow(/^Waited 50 ms for the server/)
  })
})

describe('backpressure', () => {
  test('finds who takes in more than it may', async () => {
    await expect(run('backpressure', { capacity: 1e9 })).rejects.toThrow(
      new Error('The client wrote 17 messages of 64 KiB that nobody read, and could go on'),
    )
  })

  test('lets a connection end instead', async () => {
    let count = 0
    const ends: Forward = (message, out) => {
      count += 1
      if (count > 3) out.terminate()
      else out.enqueue(message)
    }
    await expect(run('backpressure', { ...only('server', ends), capacity: 1e9 })).resolves.toBeUndefined()
  })

  test('finds who ends the connection with messages in another order', async () => {
    const seen: unknown[] = []
    const ends: Forward = (message, out) => {
      seen.push(message)
      if (seen.length < 3) return
      for (const each of seen.reverse()) out.enqueue(each)
      out.terminate()
    }
    await expect(run('backpressure', { ...only('server', ends), capacity: 1e9 })).rejects.toThrow(
      new Error('Expected [0,1,2], got [2,1,0]'),
    )
  })
})

describe('a writer that waits for a reader', () => {
  /** How the check ends, on a clock that need not be waited for. */
  async function outcomeOf(wrap: Flaw['wrap']): Promise<string> {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
    onTestFinished(() => void vi.useRealTimers())
    const outcome = run('backpressure', wrap && { wrap }).then(
      () => 'passed',
      (reason: unknown) => String(reason),
    )
    await vi.advanceTimersByTimeAsync(5_000)
    return outcome
  }

  test('passes once it is read', async () => {
    expect(await outcomeOf(undefined)).toBe('passed')
  })

  test('finds who ends the connection before all was read', async () => {
    const wrap = (channel: TransportChannel): TransportChannel => {
      const reader = channel.server.readable.getReader()
      let left = 3
      const pull = async (out: ReadableStreamDefaultController<unknown>) => {
        const { value } = await reader.read()
        left -= 1
        if (left < 0) out.close()
        else out.enqueue(value)
      }
      const readable = new ReadableStream<unknown>({ pull }, { highWaterMark: 0 })
      return { ...channel, server: { ...channel.server, readable } }
    }
    expect(await outcomeOf(wrap)).toBe('Error: Expected 5, got 3')
  })

  test('finds who goes on waiting', async () => {
    const wrap = (channel: TransportChannel): TransportChannel => {
      const writer = channel.client.writable.getWriter()
      let left = 3
      const write = (message: unknown) => {
        void writer.write(message)
        left -= 1
        return left < 0 ? new Promise<void>(() => {}) : undefined
      }
      return { ...channel, client: { ...channel.client, writable: new WritableStream({ write }) } }
    }
    expect(await outcomeOf(wrap)).toBe('Error: Waited 50 ms for the message that waited to be written')
  })
})

describe('close', () => {
  const rows = [
    ['client', 'close: what was written before arrives, then the other end reads its end (client)', 'server'],
    ['server', 'close: what was written before arrives, then the other end reads its end (server)', 'client'],
  ] as const

  test.each(rows)('by the %s: finds who loses what was written before', async (_closing, name, to) => {
    const loses: Forward = (message, out) => void (idOf(message) !== 99 && out.enqueue(message))
    await expect(run(name)).resolves.toBeUndefined()
    await expect(run(name, only(to, loses))).rejects.toThrow(/^Expected \[\{"jsonrpc":"2.0","id":0,/)
  })

  test.each(rows)('by the %s: finds who does not end', async (_closing, name, to) => {
    const flush = (side: Side) => (side === to ? new Promise<void>(() => {}) : Promise.resolve())
    await expect(run(name, { flush })).rejects.toThrow(
      /^Waited 50 ms for the (client to close|server to close|client to read|server to read)/,
    )
  })
})

describe('loss', () => {
  test('passes where both ends notice', async () => {
    await expect(run('loss: both')).resolves.toBeUndefined()
    await expect(run('loss: writing')).resolves.toBeUndefined()
  })

  test('finds ends that do not notice', async () => {
    await expect(run('loss: both', { cut: () => {} })).rejects.toThrow(/^Waited 50 ms for the (client|server) to read/)
    await expect(run('loss: writing', { cut: () => {} })).rejects.toThrow(
      /^Waited 50 ms for the (client|server) to read/,
    )
  })

  test.each(sides)('finds who takes in what the %s writes after it', async (side) => {
    const wrap = (channel: TransportChannel): TransportChannel => ({
      ...channel,
      [side]: { ...channel[side], writable: new WritableStream() },
    })
    await expect(run('loss: writing', { wrap })).rejects.toThrow(
      new Error(`Waited 50 ms for a write of the ${side} to fail`),
    )
  })

  test('finds who loses a message before the loss', async () => {
    await expect(
      run(
        'loss: both',
        only('server', () => {}),
      ),
    ).rejects.toThrow(/^Waited 50 ms for the server to read/)
  })
})
