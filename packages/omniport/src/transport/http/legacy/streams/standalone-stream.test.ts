import { getEventListeners } from 'node:events'
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
  const ended: string[] = []
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
    stream.end = () => void ended.push(key)
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
  return { standalone, written, stopped, ended, read, end }
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
  await expect(standalone.opened('ping', signal)).rejects.toMatchObject({
    code: 'closed',
    message: 'No stream of the session is open',
  })
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

test('what was announced on the stream is not taken from other nodes, each kind of change by itself', () => {
  const { standalone, written, read } = createOwner()
  const { key } = standalone.create()
  read.add(key)
  standalone.open()
  for (const message of [toolsChanged, updated('a')]) standalone.notify(message)
  standalone.take([toolsChanged, updated('a'), updated('b')])
  expect(written.map(([, message]) => message)).toEqual([toolsChanged, updated('a'), updated('b')])
})

test('what one session announced is taken by another', () => {
  const [one, other] = [createOwner(), createOwner()]
  for (const { standalone, read } of [one, other]) {
    read.add(standalone.create().key)
    standalone.open()
  }
  one.standalone.notify(toolsChanged)
  other.standalone.take([toolsChanged])
  expect(other.written.map(([, message]) => message)).toEqual([toolsChanged])
})

test('a new stream ends the one before, of whichever node it was', () => {
  const { standalone, ended, stopped } = createOwner()
  expect([standalone.key, standalone.isElsewhere, standalone.own('own1')]).toEqual([undefined, false, undefined])
  const first = standalone.create()
  expect([standalone.own('own1'), standalone.own('own2'), ended]).toEqual([first, undefined, []])
  const second = standalone.create()
  expect([ended, standalone.own('own1'), standalone.own('own2')]).toEqual([['own1'], undefined, second])
  standalone.follow('elsewhere')
  expect([ended, stopped, standalone.key, standalone.own('own2')]).toEqual([
    ['own1', 'own2'],
    [],
    'elsewhere',
    undefined,
  ])
  standalone.create()
  expect([ended, standalone.key, standalone.isElsewhere]).toEqual([['own1', 'own2'], 'own3', false])
})

test('another node that takes the stream before the client is initialized gets nothing that waits, nor what comes', () => {
  const { standalone, written } = createOwner()
  standalone.notify(toolsChanged)
  expect(standalone.isInitialized).toBe(false)
  expect(standalone.follow('elsewhere')).toEqual([])
  standalone.notify(updated('a'))
  standalone.notify(log('early'))
  expect(written).toEqual([['elsewhere', log('early')]])
  standalone.open()
  expect(standalone.isInitialized).toBe(true)
  expect(standalone.follow('elsewhere')).toEqual([toolsChanged, updated('a')])
  expect(standalone.follow('elsewhere')).toEqual([])
})

test('changes of lists and resources are left to the node that has the stream', () => {
  const { standalone, written } = createOwner()
  standalone.open()
  standalone.follow('elsewhere')
  const completed: RpcNotification = { jsonrpc: '2.0', method: 'notifications/elicitation/complete' }
  for (const message of [toolsChanged, updated('a'), completed]) standalone.notify(message)
  expect(written).toEqual([['elsewhere', completed]])
})

test('what was announced on a stream is taken again on the next one, and when it is resumed', () => {
  const { standalone, written, read } = createOwner()
  standalone.open()
  for (const key of ['own1', 'own2']) {
    standalone.create()
    read.add(key)
    standalone.notify(toolsChanged)
  }
  expect(written).toHaveLength(2)
  standalone.create()
  read.add('own3')
  standalone.take([toolsChanged])
  expect(written.at(-1)).toEqual(['own3', toolsChanged])
  standalone.follow('own3')
  standalone.resume('own3')
  standalone.take([toolsChanged])
  expect(written).toHaveLength(4)
})

test('a hundred announced changes are remembered', () => {
  const { standalone, written, read } = createOwner()
  standalone.open()
  read.add(standalone.create().key)
  const changes = Array.from({ length: 101 }, (_, index) => updated(`${index}`))
  for (const message of changes) standalone.notify(message)
  standalone.take(changes)
  expect(written.slice(101).map(([, message]) => message)).toEqual([updated('100')])
})

test('the end stops the reader, and forgets what waited', () => {
  const { standalone, stopped, read, written, end } = createOwner()
  standalone.stop()
  expect(stopped).toEqual([])
  standalone.open()
  standalone.create()
  standalone.notify(toolsChanged)
  end()
  expect(stopped).toEqual(['own1'])
  read.add('own1')
  standalone.flush()
  expect(written).toEqual([])
})

test('who waited for a stream listens to its signal no more', async () => {
  const { standalone } = createOwner()
  const { signal } = new AbortController()
  const waiting = standalone.opened('roots/list', signal)
  expect(getEventListeners(signal, 'abort')).toHaveLength(1)
  standalone.follow('elsewhere')
  expect((await waiting).key).toBe('elsewhere')
  expect(getEventListeners(signal, 'abort')).toHaveLength(0)
})

test('who has given up before does not wait, and who never gives up does', async () => {
  const { standalone, end } = createOwner()
  const reason = new Error('given up')
  await expect(standalone.opened('roots/list', AbortSignal.abort(reason))).rejects.toBe(reason)
  const waiting = standalone.opened('roots/list', undefined)
  end()
  await expect(waiting).rejects.toMatchObject({ code: 'closed', message: 'No stream of the session is open' })
})
