import { PassThrough } from 'node:stream'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { defaultRuntime } from '../../../async/runtime/runtime.js'
import type { ServeTarget } from '../../environment.js'
import { type ServeStdioOptions, serveStdio } from './serve-stdio.js'

const target: ServeTarget = { serve: async () => undefined }
const streams = () => ({ input: new PassThrough(), output: new PassThrough() })

/** JavaScript can give anything. */
const serveAny = (options: object) => serveStdio(target, options as ServeStdioOptions)

describe('what cannot be served', () => {
  test.each<[string, object, string]>([
    [
      'an option that there is not',
      { ...streams(), stdin: 1 },
      'serveStdio: there is no option "stdin". The options are input, output, exit',
    ],
    ['an input that cannot be read', { ...streams(), input: {} }, 'serveStdio: input must be a readable stream'],
    ['an output that cannot be written', { ...streams(), output: {} }, 'serveStdio: output must be a writable stream'],
  ])('%s', async (_name, options, message) => {
    await expect(serveAny(options)).rejects.toThrow(new TypeError(message))
  })

  test.each([
    [undefined, 'undefined'],
    [null, 'null'],
    [{ serve: 'x' }, 'an object'],
  ])('the target %j', async (given, got) => {
    await expect(serveStdio(given as unknown as ServeTarget, streams())).rejects.toThrow(
      new TypeError(
        `serveStdio: the server must be what createServer or createGateway gives, or { serve }, got ${got}`,
      ),
    )
  })

  test.each(['input', 'output'] as const)('a stream that is the %s of another connection', async (name) => {
    const first = streams()
    const served = await serveStdio(target, first)
    const again = { ...streams(), [name]: first[name] }
    await expect(serveStdio(target, again)).rejects.toThrow('serveStdio: the stream is being served already')
    await served.close()
    const next = await serveStdio(target, again)
    await next.close()
  })
})

describe('streams of the process', () => {
  const [stdin, stdout] = [new PassThrough(), new PassThrough()]
  const ends = ['SIGTERM', 'SIGINT'] as const
  const counts = () => ends.map((name) => process.listenerCount(name))
  let exitCode: typeof process.exitCode
  beforeEach(() => {
    ;({ exitCode } = process)
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    vi.spyOn(process, 'stdin', 'get').mockReturnValue(stdin as never)
    vi.spyOn(process, 'stdout', 'get').mockReturnValue(stdout as never)
  })
  afterEach(() => {
    vi.restoreAllMocks()
    vi.clearAllTimers()
    vi.useRealTimers()
    process.exitCode = exitCode
  })

  test('are served unless others are given, and signals are those of the process', async () => {
    const before = counts()
    const served = await serveStdio(target)
    expect([counts(), stdin.listenerCount('data')]).toEqual([before.map((count) => count + 1), 1])
    const message = 'serveStdio: process.stdin is being served already'
    await expect(serveStdio(target)).rejects.toThrow(new TypeError(message))
    await served.close()
    expect([counts(), stdin.listenerCount('data')]).toEqual([before, 0])
  })

  test.each([
    ['process.stdin', () => ({ input: stdin, output: new PassThrough() })],
    ['process.stdout', () => ({ input: new PassThrough(), output: stdout })],
  ])('leave signals to others where one of them is given alone: %s', async (name, given) => {
    const before = counts()
    const served = await serveStdio(target, given())
    expect(counts()).toEqual(before)
    const message = `serveStdio: ${name} is being served already`
    await expect(serveStdio(target, given())).rejects.toThrow(new TypeError(message))
    await served.close()
  })
})

describe('signals', () => {
  const counts = () => ['SIGTERM', 'SIGINT'].map((name) => process.listenerCount(name))

  test('are those of others where the streams are not those of the process', async () => {
    const before = counts()
    const served = await serveStdio(target, streams())
    expect(counts()).toEqual(before)
    await served.close()
  })

  test('close the connection where the process ends with it', async () => {
    const exit = vi.spyOn(process, 'exit').mockImplementation(() => undefined as never)
    const { exitCode } = process
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    try {
      const before = counts()
      const served = await serveStdio(target, { ...streams(), exit: true })
      expect(counts()).toEqual(before.map((count) => count + 1))
      process.emit('SIGTERM', 'SIGTERM')
      await served.closed
      expect([counts(), exit.mock.calls]).toEqual([before, []])
    } finally {
      vi.clearAllTimers()
      vi.useRealTimers()
      exit.mockRestore()
      process.exitCode = exitCode
    }
  })
})

test('a connection is closed at the end of the block that uses it', async () => {
  const { input, output } = streams()
  let closed: Promise<void> | undefined
  {
    await using served = await serveStdio(target, { input, output })
    closed = served.closed
  }
  await closed
  expect([input.listenerCount('data'), input.destroyed, output.destroyed]).toEqual([0, false, false])
})

test('failures go to the console, in the time of the machine, unless the target says otherwise', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
  try {
    const after = vi.fn(defaultRuntime.after)
    const { input, output } = streams()
    const served = await serveStdio(
      { ...target, environment: { runtime: { ...defaultRuntime, after } } },
      { input, output },
    )
    input.destroy(new Error('EIO'))
    await served.closed
    expect(String(logged.mock.calls[0])).toContain('The input failed')
    expect(after).toHaveBeenCalled()
  } finally {
    logged.mockRestore()
  }
})
