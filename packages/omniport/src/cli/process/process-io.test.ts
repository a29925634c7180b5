import type { EventEmitter } from 'node:events'
import process from 'node:process'
import type { Writable } from 'node:stream'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { Interrupted } from './interrupted.js'
import { createProcessIo } from './process-io.js'

const { stdin, stdout, stderr } = process
const emitters: readonly EventEmitter[] = [process, stdout, stderr]
const events = ['SIGINT', 'SIGTERM', 'error', 'resize']

let written: string[]
let before: readonly (readonly unknown[])[]
let restore: (() => void)[]

beforeEach(() => {
  written = []
  before = emitters.map((emitter) => events.flatMap((event) => emitter.rawListeners(event)))
  restore = []
  const record = (stream: string) =>
    ((text: string | Uint8Array, ...rest: readonly unknown[]) => {
      written.push(`${stream}: ${Buffer.from(text as string).toString()}`)
      const done = rest.at(-1)
      if (typeof done === 'function') done()
      return true
    }) as typeof stdout.write
  vi.spyOn(stdout, 'write').mockImplementation(record('out'))
  vi.spyOn(stderr, 'write').mockImplementation(record('err'))
})

afterEach(() => {
  for (const [at, emitter] of emitters.entries())
    for (const event of events)
      for (const listener of emitter.rawListeners(event))
        if (!before[at]?.includes(listener)) emitter.off(event, listener as () => void)
  for (const undo of restore.reverse()) undo()
  vi.restoreAllMocks()
})

/** Gives a stream what a terminal has. */
function set(stream: object, name: 'isTTY' | 'columns' | 'rows', value: unknown): void {
  const own = Object.getOwnPropertyDescriptor(stream, name)
  Object.defineProperty(stream, name, { value, configurable: true, writable: true })
  restore.push(() => {
    if (own === undefined) Reflect.deleteProperty(stream, name)
    else Object.defineProperty(stream, name, own)
  })
}

function createIo(terminals: { readonly stdin?: boolean; readonly stdout?: boolean; readonly stderr?: boolean } = {}) {
  set(stdin, 'isTTY', terminals.stdin)
  set(stdout, 'isTTY', terminals.stdout)
  set(stderr, 'isTTY', terminals.stderr)
  return createProcessIo()
}

function raise(signal: 'SIGINT' | 'SIGTERM'): void {
  for (const listener of process.rawListeners(signal)) if (!before[0]?.includes(listener)) listener(signal)
}

test('data goes to stdout, and what others write there goes to stderr', async () => {
  const io = createIo()
  expect(await io.stdout('data\n')).toBeUndefined()
  stdout.write('of a module\n')
  io.stderr('a line')
  expect(written).toEqual(['out: data\n', 'err: of a module\n', 'err: a line\n'])
  expect(io).toMatchObject({ cwd: process.cwd(), isTerminal: false })
  expect([io.env, io.stdin, io.pipes?.input]).toEqual([process.env, stdin, stdin])
  await io.pipes?.write(Buffer.from('bytes'))
  expect(written.at(-1)).toBe('out: bytes')
})

test('a warning is a line, and one of the warnings', () => {
  const io = createIo()
  io.warn('odd\u001b[2J')
  expect(written).toEqual(['err: [warning] odd\\u001b[2J\n'])
  expect(io.warnings).toEqual(['odd\u001b[2J'])
})

test('a reader that is gone is no error', () => {
  createIo()
  const added = [stdout, stderr].map((stream, at) =>
    stream.rawListeners('error').filter((listener) => !before[at + 1]?.includes(listener)),
  )
  expect(added.map(({ length }) => length)).toEqual([1, 1])
  expect(added.flat().map((listener) => listener(new Error('EPIPE')))).toEqual([undefined, undefined])
})

describe('the status of a terminal', () => {
  test('is drawn over itself, and gone before anything else is written', async () => {
    const io = createIo({ stderr: true })
    io.status?.('one')
    io.status?.('one')
    io.status?.('two')
    io.stderr('line')
    io.stderr('next')
    io.status?.('three')
    await io.stdout('data')
    io.status?.('')
    expect(written).toEqual([
      ...['err: \r\u001b[2Kone', 'err: \r\u001b[2Ktwo', 'err: \r\u001b[2K', 'err: line\n', 'err: next\n'],
      ...['err: \r\u001b[2Kthree', 'err: \r\u001b[2K', 'out: data'],
    ])
  })

  test('is not there where stderr is none', () => {
    expect(createIo({ stdin: true, stdout: true }).status).toBeUndefined()
  })
})

describe('the terminal', () => {
  test.each([
    [{ stdin: true, stdout: false }, false],
    [{ stdin: false, stdout: true }, true],
    [{ stdin: false, stdout: false, stderr: true }, false],
  ])('is not there unless stdin and stdout are one: %j', (terminals, isTerminal) => {
    const io = createIo(terminals)
    expect([io.isTerminal, 'terminal' in io]).toEqual([isTerminal, false])
  })

  test('writes to stdout, and knows its size', async () => {
    set(stdout, 'columns', 120)
    set(stdout, 'rows', 50)
    const io = createIo({ stdin: true, stdout: true })
    expect([io.columns, io.terminal?.input]).toEqual([120, stdin])
    const output = io.terminal?.output as Writable & { readonly isTTY: true; columns: number; rows: number }
    await new Promise<void>((resolve) => output.write('typed', () => resolve()))
    expect(written).toEqual(['out: typed'])
    expect([output.isTTY, output.columns, output.rows]).toEqual([true, 120, 50])
    set(stdout, 'columns', 0)
    set(stdout, 'rows', undefined)
    expect([output.columns, output.rows]).toEqual([80, 24])
    const onResize = vi.fn()
    output.on('resize', onResize)
    stdout.emit('resize')
    expect(onResize).toHaveBeenCalledTimes(1)
  })

  test('has the width of stderr where stdout has none', () => {
    set(stdout, 'columns', undefined)
    set(stderr, 'columns', 70)
    expect(createIo().columns).toBe(70)
  })
})

describe('a signal', () => {
  test.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)('interrupts, and a second one ends the process: %s', (name, exitCode) => {
    const exit = vi.spyOn(process, 'exit').mockImplementation((() => {}) as () => never)
    const { signal } = createIo()
    expect(signal.aborted).toBe(false)
    raise(name)
    expect([signal.reason, exit.mock.calls]).toEqual([new Interrupted(name), []])
    raise(name)
    expect(exit.mock.calls).toEqual([[exitCode]])
  })
})
