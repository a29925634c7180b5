import process from 'node:process'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createProcessPipes } from './process-pipes.js'

const signals: readonly NodeJS.Signals[] = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT', 'SIGUSR2']
let before: ReadonlyMap<NodeJS.Signals, readonly NodeJS.SignalsListener[]>

beforeEach(() => {
  before = new Map(signals.map((signal) => [signal, process.listeners(signal)]))
})

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  for (const [signal, listeners] of before) {
    process.removeAllListeners(signal)
    for (const listener of listeners) process.on(signal, listener)
  }
})

describe('bytes', () => {
  test('are written when the stream has taken them', async () => {
    const taken: { readonly text: string; readonly done: (error?: Error | null) => void }[] = []
    const pipes = createProcessPipes((bytes, done) => void taken.push({ text: Buffer.from(bytes).toString(), done }))
    const settled = vi.fn()
    const writing = pipes.write(Buffer.from('a')).then(settled)
    await Promise.resolve()
    expect(settled).not.toHaveBeenCalled()
    taken[0]?.done(null)
    await writing
    expect(taken.map(({ text }) => text)).toEqual(['a'])
  })

  test('are not written where nobody reads them any more', async () => {
    const pipes = createProcessPipes((_bytes, done) => done(new Error('EPIPE')))
    await expect(pipes.write(Buffer.from('a'))).rejects.toThrow(new Error('EPIPE'))
  })

  test('of stderr are written whoever reads them', async () => {
    const write = vi.spyOn(process.stderr, 'write').mockImplementation(((_bytes: unknown, done: (e: Error) => void) => {
      done(new Error('EPIPE'))
      return false
    }) as typeof process.stderr.write)
    const pipes = createProcessPipes(() => {})
    expect(await pipes.writeStderr(Buffer.from('a'))).toBeUndefined()
    expect(write.mock.calls[0]?.[0]).toEqual(Buffer.from('a'))
  })

  test('are read from stdin', () => {
    expect(createProcessPipes(() => {}).input).toBe(process.stdin)
  })
})

describe.skipIf(process.platform === 'win32')('signals', () => {
  test('go to the one who takes them, and to nobody else', () => {
    const other = vi.fn()
    process.on('SIGHUP', other)
    const onSignal = vi.fn()
    createProcessPipes(() => {}).takeSignals(onSignal)
    expect(signals.map((signal) => process.listeners(signal))).toEqual(signals.map(() => [onSignal]))
  })

  test('end this process, which exits a second later if they do not', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    const kill = vi.spyOn(process, 'kill').mockReturnValue(true)
    const exit = vi.spyOn(process, 'exit').mockImplementation((() => {}) as () => never)
    process.on('SIGHUP', () => {})
    const settled = vi.fn()
    void createProcessPipes(() => {})
      .dieBy('SIGHUP')
      .finally(settled)
    expect(kill.mock.calls).toEqual([[process.pid, 'SIGHUP']])
    expect(process.listeners('SIGHUP')).toEqual([])
    await vi.advanceTimersByTimeAsync(999)
    expect(exit).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(exit.mock.calls).toEqual([[1]])
    expect(settled).not.toHaveBeenCalled()
  })
})
