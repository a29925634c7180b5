import { tmpdir } from 'node:os'
import process from 'node:process'
import { PassThrough } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { createRecorder, type RecordedLine } from '../../../entries/protocol.js'
import type { ProcessPipes } from '../../process/io.js'
import { StderrLines } from '../output/stderr-lines.js'
import { tapProcess } from './tap-process.js'

/** The streams of this process, which a test plays. */
function createPipes() {
  const input = new PassThrough()
  const state = {
    stdout: '',
    stderr: '',
    events: [] as string[],
    onSignal: (_signal: NodeJS.Signals) => {},
    onText: () => {},
    beforeWrite: async (_text: string) => {},
  }
  const pipes: ProcessPipes = {
    input,
    write: async (bytes) => {
      await state.beforeWrite(Buffer.from(bytes).toString())
      state.stdout += Buffer.from(bytes).toString()
      state.onText()
    },
    writeStderr: async (bytes) => {
      state.stderr += Buffer.from(bytes).toString()
    },
    closeInput: () => void state.events.push('input closed'),
    closeOutput: () => void state.events.push('output closed'),
    takeSignals: (onSignal) => {
      state.onSignal = onSignal
    },
    dieBy: () => new Promise(() => {}),
  }
  return { input, state, pipes }
}

function start(script: string, env: Record<string, string> = {}) {
  const { input, state, pipes } = createPipes()
  const lines: RecordedLine[] = []
  const recorder = createRecorder({
    ...{ target: { command: 'node', args: [] }, write: () => {} },
    onLine: (line) => lines.push(line),
  }).pipe()
  const program = { command: process.execPath, args: ['-e', script], cwd: tmpdir(), env: { ...process.env, ...env } }
  const ended = tapProcess(program, { pipes, recorder, stderr: new StderrLines(pipes.writeStderr) })
  const until = (text: string) =>
    new Promise<void>((resolve) => {
      state.onText = () => {
        if (state.stdout.includes(text)) resolve()
      }
      state.onText()
    })
  return { input, state, lines, ended, until }
}

/** False when the process was reaped, after which its exit is told. */
function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

describe('a program', () => {
  test('gets what arrives, gives what it says, and ends', async () => {
    const { input, state, lines, ended } = start(
      'process.stdin.on("data", (d) => process.stdout.write(d)); console.error("hello " + process.env.MINE); process.stdin.on("end", () => process.exitCode = 3)',
      { MINE: 'of the tap' },
    )
    input.write('{"id":1,"method":"ping"}\n')
    input.end()
    expect(await ended).toEqual({ code: 3 })
    expect([state.stdout, state.stderr]).toEqual(['{"id":1,"method":"ping"}\n', 'hello of the tap\n'])
    expect(state.events.toSorted()).toEqual(['input closed', 'output closed'])
    expect(lines.filter(({ from }) => from === 'client')).toMatchObject([{ message: { id: 1 } }, { end: 'complete' }])
    expect(lines.at(-1)).toMatchObject({ end: 'exit', code: 3 })
    expect(lines).toContainEqual(expect.objectContaining({ stream: 'stderr', text: 'hello of the tap' }))
    expect(lines).toContainEqual(expect.objectContaining({ from: 'server', end: 'complete' }))
  })

  test('that has exited is over when the last that it said is written', async () => {
    const { state, ended } = start('process.stdout.write(String(process.pid))')
    state.beforeWrite = async (text) => {
      while (isRunning(Number(text))) await new Promise((resolve) => setImmediate(resolve))
      await new Promise((resolve) => setImmediate(resolve))
    }
    expect(await ended).toEqual({ code: 0 })
    expect(state.stdout).toMatch(/^\d+$/)
  })

  test('gets the signals of this process, and ends by them', async () => {
    const { state, lines, ended, until } = start('console.log("ready"); setInterval(() => {}, 1000)')
    await until('ready')
    state.onSignal('SIGTERM')
    expect(await ended).toEqual({ signal: 'SIGTERM' })
    expect(lines.at(-1)).toMatchObject({ end: 'exit', signal: 'SIGTERM' })
  })

  test('gets no signal from here that its terminal has sent to both', async () => {
    const isTerminal = Object.getOwnPropertyDescriptor(process.stdin, 'isTTY')
    Object.defineProperty(process.stdin, 'isTTY', { value: true, configurable: true })
    const { state, ended, until } = start('console.log("ready"); setInterval(() => {}, 1000)')
    await until('ready')
    if (isTerminal === undefined) Reflect.deleteProperty(process.stdin, 'isTTY')
    else Object.defineProperty(process.stdin, 'isTTY', isTerminal)
    for (const signal of ['SIGINT', 'SIGQUIT', 'SIGTERM'] as const) state.onSignal(signal)
    expect(await ended).toEqual({ signal: 'SIGTERM' })
  })

  test('may close its stdin before', async () => {
    const { input, state, ended } = start('process.stdin.destroy(); setTimeout(() => console.log("done"), 20)')
    input.write('x')
    expect(await ended).toEqual({ code: 0 })
    expect([state.stdout, state.events]).toEqual(['done\n', expect.arrayContaining(['output closed'])])
  })

  test('that cannot be started is said to be', async () => {
    const { pipes } = createPipes()
    const recorder = createRecorder({ target: { command: 'x', args: [] }, write: () => {} }).pipe()
    const program = { command: 'no-such-program-7', args: [], cwd: tmpdir(), env: {} }
    const starting = tapProcess(program, { pipes, recorder, stderr: new StderrLines(pipes.writeStderr) })
    await expect(starting).rejects.toMatchObject({
      ...{ code: 'unreachable', message: expect.stringMatching(/^Could not start "no-such-program-7": .*ENOENT/) },
    })
  })
})
