import { expect, test } from 'vitest'
import { VirtualRuntime } from '#test/support/virtual-runtime.js'
import type { RpcMessage, RpcNotification } from '../../../../jsonrpc/messages/messages.js'
import { defaultLimits } from '../../../../protocol/limits/limits.js'
import { createMemoryEventLog } from '../../../../store/memory/memory-event-log.js'
import { SessionStream } from './session-stream.js'
import { StandaloneStream } from './standalone-stream.js'

const toolsChanged: RpcNotification = { jsonrpc: '2.0', method: 'notifications/tools/list_changed' }
const log = (data: unknown): RpcNotification => ({ jsonrpc: '2.0', method: 'notifications/message', params: { data } })
const updated = (uri: string): RpcNotification => ({
  ...{ jsonrpc: '2.0', method: 'notifications/resources/updated' },
  params: { uri },
})

/** A session whose streams note what is written. Those in `read` are read here. */
function createOwner() {
  const eventLog = createMemoryEventLog({ clock: new VirtualRuntime(), limits: defaultLimits })
  const written: [key: string, message: RpcMessage][] = []
  const stopped: string[] = []
  const read = new Set<string>()
  let count = 0
  let isOver = false
  const streamOf = (key: string): SessionStream => {
    const stream = new SessionStream({
      log: eventLog,
      sessionId: 's',
      key,
      onError: (error) => expect.unreachable(String(error)),
    })
    stream.write = (message) => void written.push([key, message])
    return stream
  }
  const standalone = new StandaloneStream({
    get isOver() {
      return isOver
    },
    createStream: () => {
      count += 1
      return streamOf(`own${count}`)
    },
    stream: streamOf,
    isRead: (key) => read.has(key),
    stopReader: (key) => void stopped.push(key),
  })
  const end = () => {
    isOver = true
    standalone.close()
  }
  return { standalone, written, stopped, read, end }
}

test('until the client is initialized only log messages are sent, then what waited, the latest of each kind', () => {
  const { standalone, written, read } = createOwner()
  const { key } = standalone.create()
  read.add(key)
  for (const message of [toolsChanged, log('early'), toolsChanged, updated('a'), updated('b')])
    standalone.notify(message)
  expect(written).toEqual([[key, log('early')]])
  standalone.open()
  expect(written.slice(1)).toEqual([
    [key, toolsChanged],
    [key, updated('a')],
    [key, updated('b')],
  ])
})

test('what comes while nobody reads waits for the reader', () => {
  const { standalone, written, read } = createOwner()
  standalone.open()
  const { key } = standalone.create()
  standalone.notify(toolsChanged)
  expect(written).toEqual([])
  read.add(key)
  standalone.flush()
  expect(written).toEqual([[key, toolsChanged]])
})

test('another node that takes the stream gets what waited, and sends changes itself', () => {
  const { standalone, written, stopped, read } = createOwner()
  standalone.open()
  const { key } = standalone.create()
  standalone.notify(toolsChanged)
  expect(standalone.follow(key)).toEqual([toolsChanged])
  expect([standalone.isElsewhere, standalone.key, stopped]).toEqual([true, key, [key]])
  standalone.notify(updated('a'))
  standalone.notify(log('written by the node that it comes from'))
  expect(written).toEqual([[key, log('written by the node that it comes from')]])
  expect(standalone.resume(key)).toBe(true)
  read.add(key)
  standalone.notify(updated('a'))
  expect([written.at(-1), standalone.isElsewhere]).toEqual([[key, updated('a')], false])
})

test('what another node hands over is sent, but for changes that were announced here meanwhile', () => {
  const { standalone, written, read } = createOwner()
  standalone.open()
  const { key } = standalone.create()
  read.add(key)
  standalone.notify(toolsChanged)
  standalone.take([toolsChanged, updated('a'), log('x')])
  expect(written).toEqual([
    [key, toolsChanged],
    [key, updated('a')],
    [key, log('x')],
  ])
})

test('only the newest stream is resumed as the GET stream', () => {
  const { standalone } = createOwner()
  const old = standalone.create()
  const { key } = standalone.create()
  expect([standalone.resume(old.key), standalone.resume(key), standalone.key]).toEqual([false, true, key])
})

test('who asks waits until some node reads the stream, but not for a ping, nor after the end', async () => {
  const { standalone, read, end } = createOwner()
  const { signal } = new AbortController()
  await expect(standalone.opened('ping', signal)).rejects.toMatchObject({ code: 'closed' })
  const here = standalone.opened('roots/list', signal)
  read.add(standalone.create().key)
  standalone.flush()
  expect((await here).key).toBe('own1')
  standalone.follow('elsewhere')
  expect((await standalone.opened('ping', signal)).key).toBe('elsewhere')
  const other = createOwner()
  const waiting = other.standalone.opened('roots/list', signal)
  other.end()
  await expect(waiting).rejects.toMatchObject({ code: 'closed' })
  end()
})

test('who asks and gives up waits no longer', async () => {
  const { standalone } = createOwner()
  const controller = new AbortController()
  const waiting = standalone.opened('roots/list', controller.signal)
  controller.abort(new Error('enough'))
  await expect(waiting).rejects.toThrow('enough')
})
