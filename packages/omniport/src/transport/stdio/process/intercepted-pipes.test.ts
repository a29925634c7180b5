import type { ChildProcessWithoutNullStreams } from 'node:child_process'
import { EventEmitter } from 'node:events'
import { PassThrough } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { settled } from '#test/support/virtual-runtime.js'
import type { PipeInterceptor } from '../../connection-interceptor.js'
import { interceptPipes } from './intercepted-pipes.js'

/** The pipes of a program that was not started, and what an interceptor of them is told. */
function open(changes: Partial<PipeInterceptor> = {}) {
  const log: unknown[] = []
  const child = Object.assign(new EventEmitter(), {
    stdin: new PassThrough(),
    stdout: new PassThrough(),
    stderr: new PassThrough(),
  })
  let cut = () => {}
  const interceptor: PipeInterceptor = {
    fromClient: (bytes, pass) => {
      log.push(`client: ${Buffer.from(bytes)}`)
      pass(bytes)
    },
    fromServer: (bytes, pass) => {
      log.push(`server: ${Buffer.from(bytes)}`)
      pass(bytes)
    },
    endServer: (pass) => {
      log.push('server ends')
      pass()
    },
    stderr: (bytes) => void log.push(`stderr: ${Buffer.from(bytes)}`),
    endClient: () => void log.push('client ends'),
    exit: (end) => void log.push(end),
    ...changes,
  }
  const pipes = interceptPipes(child as unknown as ChildProcessWithoutNullStreams, (program) => {
    cut = () => program.cut()
    return interceptor
  })
  return { child, pipes, log, cut: () => cut() }
}

const textOf = (stream: { read(): unknown }) => String(stream.read() ?? '')

describe('what a program writes', () => {
  test('passes through, and ends once', async () => {
    const { child, pipes, log } = open()
    child.stdout.write('a')
    child.stderr.write('b')
    await settled(1)
    child.stdout.end('c')
    await settled()
    expect(textOf(pipes.stdout)).toBe('ac')
    expect([...log].sort()).toEqual(['server ends', 'server: a', 'server: c', 'stderr: b'])
    await settled()
    expect(pipes.stdout.readableEnded).toBe(true)
  })

  test('may be changed, and come late', async () => {
    const late: (() => void)[] = []
    const { child, pipes } = open({
      fromServer: (bytes, pass) => {
        late.push(() => pass(Buffer.from(`not ${Buffer.from(bytes)}`)))
      },
      endServer: (pass) => void late.push(pass),
    })
    child.stdout.end('a')
    await settled()
    expect([textOf(pipes.stdout), pipes.stdout.readableEnded]).toEqual(['', false])
    for (const go of late) go()
    await settled()
    expect(textOf(pipes.stdout)).toBe('not a')
  })

  test('does not pass after its end', async () => {
    const late: (() => void)[] = []
    const { child, pipes, cut } = open({ fromServer: (bytes, pass) => void late.push(() => pass(bytes)) })
    child.stdout.write('a')
    await settled()
    cut()
    for (const go of late) go()
    await settled()
    const chunks: unknown[] = []
    pipes.stdout.on('data', (chunk) => chunks.push(chunk))
    await settled()
    expect([chunks, pipes.stdout.readableEnded]).toEqual([[], true])
  })

  test('is paused while the client reads too slowly', async () => {
    const { child, pipes } = open()
    child.stdout.write('x'.repeat(100_000))
    await settled()
    expect(child.stdout.isPaused()).toBe(true)
    pipes.stdout.resume()
    await settled()
    expect(child.stdout.isPaused()).toBe(false)
  })

  test('ends with its pipe where that is closed without an end', async () => {
    const { child, pipes, log } = open()
    pipes.stdout.resume()
    child.stdout.destroy()
    await settled()
    expect([log, pipes.stdout.readableEnded]).toEqual([['server ends'], true])
  })

  test('breaks off as its pipe does', async () => {
    const { child, pipes } = open()
    const problems: unknown[] = []
    pipes.stdout.on('error', (problem) => problems.push(problem))
    const broken = new Error('EIO')
    child.stdout.destroy(broken)
    await settled()
    expect(problems).toEqual([broken])
  })

  test('is not read any more when the client has closed it', async () => {
    const { child, pipes } = open()
    pipes.stdout.destroy()
    await settled()
    expect(child.stdout.destroyed).toBe(true)
  })
})

describe('what a client writes', () => {
  test('passes through, and ends', async () => {
    const { child, pipes, log } = open()
    pipes.stdin.write('a')
    pipes.stdin.end('b')
    await settled()
    expect([textOf(child.stdin), child.stdin.writableEnded]).toEqual(['ab', true])
    expect(log).toEqual(['client: a', 'client: b', 'client ends'])
    expect(pipes.stdin.writableFinished).toBe(true)
  })

  test('waits while the program reads too slowly', async () => {
    let pass = () => {}
    const { child, pipes } = open({
      fromClient: (bytes, give) => {
        pass = () => give(bytes)
      },
    })
    pipes.stdin.write('a')
    pipes.stdin.write('b')
    await settled()
    expect([textOf(child.stdin), pipes.stdin.writableLength]).toEqual(['', 2])
    pass()
    await settled()
    expect([textOf(child.stdin), pipes.stdin.writableLength]).toEqual(['a', 1])
  })

  test('breaks off with the pipe of the program', async () => {
    const { child, pipes } = open()
    const problems: unknown[] = []
    pipes.stdin.on('error', (problem) => problems.push(problem))
    const broken = new Error('EPIPE')
    child.stdin.destroy(broken)
    await settled()
    expect([problems, pipes.stdin.destroyed]).toEqual([[broken], true])
  })

  test('ends where the program has closed its pipe', async () => {
    const { child, pipes } = open()
    child.stdin.destroy()
    await settled()
    expect(pipes.stdin.destroyed).toBe(true)
  })
})

test.each([
  [3, null, { code: 3, signal: undefined }],
  [null, 'SIGTERM', { code: undefined, signal: 'SIGTERM' }],
])('the exit of a program is told once: %s %s', (code, signal, expected) => {
  const { child, log } = open()
  child.emit('close', code, signal)
  child.emit('close', code, signal)
  expect(log).toEqual([expected])
})

test('stderr is that of the program', () => {
  const { child, pipes } = open()
  expect(pipes.stderr).toBe(child.stderr)
})
