import { spawn } from 'node:child_process'
import process from 'node:process'
import { createInterface } from 'node:readline'
import { expect, onTestFinished, test } from 'vitest'
import { echoCall, echoCallWith } from './echo-call.js'
import { expectNoChildren } from './no-children.js'
import { modernMeta } from './raw-http.js'
import { pathOf } from './running.js'

expectNoChildren()

interface Answer {
  readonly id?: unknown
  readonly error?: { readonly code: number }
  readonly result?: unknown
}

/** A server over stdio, to which anything can be written. It ends with the test. */
function open(options: object = {}) {
  const child = spawn(process.execPath, [pathOf('served'), 'stdio', JSON.stringify(options)], {
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  const answers: Answer[] = []
  const waits: (() => void)[] = []
  createInterface({ input: child.stdout }).on('line', (line) => {
    answers.push(JSON.parse(line) as Answer)
    for (const wake of waits.splice(0)) wake()
  })
  const ended = new Promise<unknown>((resolve) => child.once('close', (code, signal) => resolve(signal ?? code)))
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await ended
  })
  const take = async (): Promise<Answer> => {
    while (answers.length === 0) await new Promise<void>((resolve) => waits.push(resolve))
    return answers.shift() as Answer // there is one
  }
  return { child, ended, take, write: (bytes: string | Uint8Array) => void child.stdin.write(bytes) }
}

const refused = (code: number) => ({ error: { code } })

const lines: readonly (readonly [string, string | Uint8Array, object])[] = [
  ['half of a message', echoCall('x').slice(0, 40), refused(-32700)],
  ['what is no UTF-8', Buffer.from(echoCall('é'), 'latin1'), refused(-32700)],
  ['a raw NUL', echoCall('done').replace('done', '\0'), refused(-32700)],
  ['null', 'null', refused(-32600)],
  ['a text', '"text"', refused(-32600)],
  ['a batch of 100,000', `[${'{},'.repeat(99_999)}{}]`, refused(-32600)],
  ['JSON 100,000 deep', echoCallWith('['.repeat(1e5) + ']'.repeat(1e5)), refused(-32600)],
  ['objects 100,000 deep', echoCallWith(`${'{"a":'.repeat(1e5)}1${'}'.repeat(1e5)}`), refused(-32600)],
  ['an array of a million', echoCallWith(`[${'0,'.repeat(999_999)}0]`), refused(-32600)],
  ['an id beyond all numbers', echoCall('done').replace('"id":1', '"id":1e999'), refused(-32600)],
  ['an id that is a fraction', echoCall('done', 1.5), refused(-32600)],
  [
    'two ids: the last counts',
    echoCall('done', 2).replace('{', '{"id":1,'),
    { id: 2, result: { content: [{ text: 'done' }] } },
  ],
  ['__proto__', echoCallWith('1,"__proto__":{"text":"other"}'), { id: 1, result: { content: [{ text: 'done' }] } }],
  ['a lone surrogate', echoCall('\ud800'), { id: 1, result: { content: [{ text: '\ud800' }] } }],
  ['a NUL that is escaped', echoCall('\0'), { id: 1, result: { content: [{ text: '\0' }] } }],
  ['a number beyond all', echoCallWith('1e999'), { id: 1, result: {} }],
]

test('whatever line comes gets one answer, and the next one is served', async () => {
  const { write, take, child, ended } = open()
  for (const [name, line, answer] of lines) {
    write(line)
    write('\n')
    expect(await take(), name).toMatchObject(answer)
    write(`${echoCall('next', name)}\n`)
    expect(await take(), name).toMatchObject({ id: name, result: { content: [{ text: 'next' }] } })
  }
  write('\n\r\n')
  child.stdin.end(echoCall('without a line break', 'last'))
  expect(await take()).toMatchObject({ id: 'last', result: {} })
  expect(await ended).toBe(0)
})

test('a line of 65 MiB is refused under its id, in no more memory than it may take, and the next one is served', async () => {
  const { write, take, child } = open()
  write('{"jsonrpc":"2.0","id":"long","method":"tools/call","params":{"name":"echo","arguments":{"text":"')
  const piece = Buffer.alloc(1024 * 1024, 'x')
  for (let sent = 0; sent < 65; sent += 1) {
    if (!child.stdin.write(piece)) await new Promise((resolve) => child.stdin.once('drain', resolve))
  }
  write(`"}}}\n${echoCall('next', 'next')}\n`)
  expect(await take()).toMatchObject({ id: 'long', error: { code: -32600 } })
  expect(await take()).toMatchObject({ id: 'next', result: { content: [{ text: 'next' }] } })
})

test('ids that are in use are refused, and what waits is cancelled when stdin ends', async () => {
  const { write, take, child, ended } = open({ limits: { drainMs: 200 } })
  const wait = { method: 'tools/call', params: { name: 'wait', arguments: {}, _meta: modernMeta } }
  write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, ...wait })}\n${echoCall('x', 1)}\n`)
  expect(await take()).toMatchObject({ error: { code: -32600 } })
  for (let count = 0; count < 2_000; count += 1) {
    write(`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"never ${count}"}}\n`)
  }
  write(`${echoCall('still', 2)}\n`)
  expect(await take()).toMatchObject({ id: 2, result: { content: [{ text: 'still' }] } })
  child.stdin.end()
  expect(await take()).toMatchObject({ id: 1 })
  expect(await ended).toBe(0)
})
