import type { JsonValue } from 'omniport/protocol'
import { describe, expect, test } from 'vitest'
import { createRecordingLogger } from '#test/support/recording-logger.js'
import { settled } from '#test/support/virtual-runtime.js'
import { openScripted } from '../fixtures/open-scripted.js'
import { RedisBus } from './redis-bus.js'

const other = 'abcdefghijklmnop'

/** A bus of one node, beside another node that a test plays. */
async function open() {
  const opened = openScripted()
  const { connection, keys, clock } = opened
  const logger = createRecordingLogger()
  connection.answer = ([name]) => (name === 'GET' ? '0 ' : undefined)
  const bus = new RedisBus({ ...opened, publish: 'PUBLISH', logger, sweepMs: [1_000, 1_000] })
  await bus.open()
  connection.answer = ([name]) => (name === 'GET' ? '0 ' : 1)
  connection.sent.length = 0
  const channel = keys.inShard(0, 'bus', '')
  /** A message of the other node. */
  const receive = (count: number, number: number, content: string, node = other) =>
    connection.publish(channel, `${count} ${node} ${number} ${content}`)
  const received: [string, JsonValue][] = []
  const listen = (topic: string) => bus.subscribe(topic, (message) => void received.push([topic, message]))
  let gaps = 0
  bus.onGap(() => {
    gaps += 1
  })
  const gapsSoon = async () => {
    await clock.advance(400)
    return gaps
  }
  return { ...opened, bus, logger, channel, receive, received, listen, gapsSoon }
}

describe('a message', () => {
  test('reaches listeners of this node at once, and is sent with its number', async () => {
    const { bus, listen, received, connection, channel } = await open()
    listen('a')
    listen('b')
    await bus.publish('a', { x: 1 })
    await bus.publish('a', 'two')
    expect(received).toEqual([
      ['a', { x: 1 }],
      ['a', 'two'],
    ])
    const sent = connection.commands.map(([name, , count, key, command, id, content]) => [
      name,
      count,
      key,
      command,
      id,
      content,
    ])
    const id = (number: number) => expect.stringMatching(new RegExp(`^[0-9a-z]{16} ${number}$`))
    expect(sent).toEqual([
      ['EVAL', '1', channel, 'PUBLISH', id(1), ' "a" {"x":1}'],
      ['EVAL', '1', channel, 'PUBLISH', id(2), ' "a" "two"'],
    ])
  })

  test('is JSON, a copy for its listeners', async () => {
    const { bus, listen, received } = await open()
    listen('a')
    const message = { x: [1] }
    await bus.publish('a', message)
    message.x.push(2)
    expect(received).toEqual([['a', { x: [1] }]])
    await expect(bus.publish('a', undefined as never)).rejects.toThrow(
      new TypeError('bus: a message must be a JSON value, got undefined'),
    )
  })

  test('of another node reaches the listeners of its topic', async () => {
    const { receive, listen, received } = await open()
    listen('a')
    listen('q"\\')
    receive(1, 1, '"a" {"x":1}')
    receive(2, 2, '"q\\"\\\\" "line\\n"')
    receive(3, 3, '"other" 5')
    expect(received).toEqual([
      ['a', { x: 1 }],
      ['q"\\', 'line\n'],
    ])
  })

  test('that comes twice is delivered once', async () => {
    const { receive, listen, received, gapsSoon } = await open()
    listen('a')
    receive(1, 1, '"a" 1')
    receive(1, 1, '"a" 1')
    expect([received, await gapsSoon()]).toEqual([[['a', 1]], 1])
  })

  test('of this node is not delivered again', async () => {
    const { bus, connection, channel, listen, received, gapsSoon } = await open()
    listen('a')
    await bus.publish('a', 1)
    const id = connection.commands[0]?.[5]
    connection.publish(channel, `1 ${id} "a" 1`)
    expect([received, await gapsSoon()]).toEqual([[['a', 1]], 0])
  })

  test('has a count and a number of any length', async () => {
    const { receive, listen, received, gapsSoon } = await open()
    listen('a')
    const values = Array.from({ length: 11 }, (_, at) => at + 1)
    for (const value of values) receive(value, 998 + value, `"a" ${value}`)
    expect([received.map(([, value]) => value), await gapsSoon()]).toEqual([values, 0])
  })

  test('that another node has sent is stored and published by one script', async () => {
    const { bus, connection } = await open()
    await bus.publish('a', 1)
    const script = connection.commands[0]?.[1] ?? ''
    expect([...script.matchAll(/redis\.call\(([^,]+), KEYS\[1\]/g)].map(([, command]) => command)).toEqual([
      ...["'GET'", "'SET'", 'ARGV[1]'],
    ])
  })

  test.each([
    ...['', 'x', `1 ${other}`, '1 short 1 "a" 1', `1 ${other} 1 a 1`],
    ...[`x 1 ${other} 1 "a" 1`, `x1 ${other} 1 "a" 1`, `1 ${other} 1 "a"`, `1 ${other} 1 !"a`, `1 x${other} 1 "a" 1`],
    ...[`1 ${other} x 1 "a" 1`, `1 ${other.toUpperCase()} 1 "a" 1`, `1 ${other} 1 ?"a" 1`],
  ])('is none: %j', async (envelope) => {
    const { connection, channel, listen, received, gapsSoon } = await open()
    listen('a')
    connection.publish(channel, envelope)
    expect([received, await gapsSoon()]).toEqual([[], 0])
  })
})

describe('listeners', () => {
  test('hear nothing after they have left, also of what is on its way', async () => {
    const { bus, listen, received, receive } = await open()
    const leave = listen('a')
    listen('a')
    const publishing = bus.publish('a', 1)
    leave()
    leave()
    await publishing
    receive(1, 1, '"a" 2')
    expect(received).toEqual([
      ['a', 1],
      ['a', 2],
    ])
  })

  test('do not keep others from a message when they fail', async () => {
    const { bus, listen, received, logger } = await open()
    const failure = new Error('of the listener')
    bus.subscribe('a', () => {
      throw failure
    })
    listen('a')
    await bus.publish('a', 1)
    expect(received).toEqual([['a', 1]])
    expect(logger.errors).toEqual([{ message: 'A listener of the bus failed', error: failure }])
  })
})

describe('a gap', () => {
  test.each([
    ['is none in a row', 2, 2, '"a" 1', 0],
    ['is a count that is missing', 3, 2, '"a" 1', 1],
    ['is a number that is missing', 2, 3, '"a" 1', 1],
    ['is said by the other node', 2, 2, '!"a" 1', 1],
    ['is said by the other node without a message', 2, 2, '!', 1],
    ['is none in an empty message', 2, 2, '', 0],
  ])('%s', async (_what, count, number, content, expected) => {
    const { receive, gapsSoon } = await open()
    receive(1, 1, '"a" 1')
    receive(count, number, content)
    expect(await gapsSoon()).toBe(expected)
  })

  test('is owed for a message that could not be sent, and told with the next one', async () => {
    const { bus, connection, logger, clock } = await open()
    connection.answer = () => {
      throw new Error('ERR no')
    }
    await bus.publish('a', 1)
    expect(logger.warnings).toEqual(['A message could not be sent to other nodes'])
    connection.answer = () => 1
    await bus.publish('a', 2)
    await bus.publish('a', 3)
    await clock.advance(1_000)
    const sent = connection.commands.filter(([command]) => command !== 'GET').map((command) => command.at(-1))
    expect(sent).toEqual([' "a" 1', ' !"a" 2', ' "a" 3'])
  })

  test('is logged with what Redis says', async () => {
    const { bus, connection, logger } = await open()
    const warned: unknown[][] = []
    Object.assign(logger, { warn: (...given: unknown[]) => void warned.push(given) })
    connection.answer = () => {
      throw new Error('ERR no')
    }
    await bus.publish('a', 1)
    const error = new Error('Redis refused a command: ERR no')
    expect(warned).toEqual([['A message could not be sent to other nodes', { error }]])
  })

  test('is told by itself where no other message does', async () => {
    const { bus, connection, clock } = await open()
    connection.answer = () => {
      throw new Error('ERR no')
    }
    await bus.publish('a', 1)
    connection.answer = () => 1
    await clock.advance(500)
    await settled()
    expect(connection.commands.map((command) => command.at(-1))).toEqual([' "a" 1', ' !'])
    await clock.advance(5_000)
    expect(connection.commands.filter(([name]) => name === 'EVAL')).toHaveLength(2)
  })
})

describe('the opening', () => {
  test('is tried again for a while', async () => {
    const opened = openScripted()
    const { connection, clock } = opened
    connection.answer = () => '0 '
    let attempts = 0
    connection.onSubscribe = () => {
      attempts += 1
      if (attempts < 3) throw new Error('refused')
    }
    const bus = new RedisBus({
      ...opened,
      publish: 'PUBLISH',
      logger: createRecordingLogger(),
      sweepMs: [1_000, 1_000],
    })
    const opening = bus.open()
    await clock.advance(200)
    await opening
    expect(attempts).toBe(3)
  })

  test('fails with what the client says', async () => {
    const opened = openScripted()
    opened.connection.onSubscribe = () => {
      throw new Error('refused')
    }
    const bus = new RedisBus({
      ...opened,
      publish: 'PUBLISH',
      logger: createRecordingLogger(),
      sweepMs: [1_000, 1_000],
    })
    const failing = expect(bus.open()).rejects.toThrow(new Error('refused'))
    await opened.clock.advance(5_100)
    await failing
  })
})

test('nothing is received after the end', async () => {
  const { bus, connection, receive, listen, received, clock } = await open()
  listen('a')
  bus.close()
  receive(1, 1, '"a" 1')
  expect([received, connection.channels.size, clock.timers]).toEqual([[], 0, 0])
})
