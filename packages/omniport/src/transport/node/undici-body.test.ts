import { expect, test } from 'vitest'
import { UndiciBody } from './undici-body.js'

function setUp() {
  const log: unknown[] = []
  const controller = {
    aborted: false,
    paused: false,
    reason: null,
    abort: (reason: Error) => void log.push(reason.message),
    pause: () => void log.push('pause'),
    resume: () => void log.push('resume'),
  }
  return { body: new UndiciBody(controller), log }
}

const chunk = (length: number) => new Uint8Array(length)

async function sizes(body: UndiciBody): Promise<number[]> {
  const all: number[] = []
  for await (const { length } of body) all.push(length)
  return all
}

test('gives chunks in order, those that wait and those to come', async () => {
  const { body } = setUp()
  body.push(chunk(1))
  body.push(chunk(2))
  const reading = sizes(body)
  await Promise.resolve()
  body.push(chunk(3))
  body.end()
  body.end(new Error('too late'))
  expect(await reading).toEqual([1, 2, 3])
})

test('what breaks is told after what came before it, once', async () => {
  const { body } = setUp()
  const broken = new Error('broken')
  body.push(chunk(1))
  body.end(broken)
  expect(await body.next()).toEqual({ done: false, value: chunk(1) })
  await expect(body.next()).rejects.toBe(broken)
  expect(await body.next()).toEqual({ done: true, value: undefined })
})

test('whoever waits for a chunk is told of the end, and of what breaks', async () => {
  const ended = setUp().body
  const last = ended.next()
  ended.end()
  expect(await last).toEqual({ done: true, value: undefined })
  const failed = setUp().body
  const next = failed.next()
  failed.end(new Error('broken'))
  await expect(next).rejects.toThrow('broken')
})

test('what was aborted gives nothing more, not even what waits', async () => {
  const { body } = setUp()
  body.push(chunk(1))
  body.abort(new Error('aborted'))
  await expect(body.next()).rejects.toThrow('aborted')
  expect(await body.next()).toEqual({ done: true, value: undefined })
})

test('the connection is paused while more than 64 KiB wait, and goes on when they are read', async () => {
  const { body, log } = setUp()
  body.push(chunk(64 * 1024))
  expect(log).toEqual([])
  body.push(chunk(1))
  expect(log).toEqual(['pause'])
  await body.next()
  expect(log).toEqual(['pause'])
  await body.next()
  expect(log).toEqual(['pause', 'resume'])
})

test('breaking off closes the connection, unless the reply is over', async () => {
  const open = setUp()
  open.body.push(chunk(1))
  for await (const _chunk of open.body) break
  expect(open.log).toEqual(['resume', 'The rest of the reply is not wanted'])
  const over = setUp()
  over.body.push(chunk(1))
  over.body.end()
  for await (const _chunk of over.body) break
  expect(over.log).toEqual(['resume'])
})

test('after breaking off there is nothing more, not even what waits', async () => {
  const { body } = setUp()
  body.push(chunk(1))
  body.push(chunk(2))
  body.end()
  await body.next()
  const done = { done: true, value: undefined }
  expect([await body.return(), await body.next()]).toEqual([done, done])
})
