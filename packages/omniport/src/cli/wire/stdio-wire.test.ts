import { readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import process from 'node:process'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { StdioWire } from './stdio-wire.js'

const opened: StdioWire[] = []

afterEach(async () => {
  for (const wire of opened.splice(0)) await wire.close()
})

async function start(script: string, timeoutMs = 10_000) {
  const command = { command: process.execPath, args: ['-e', script], env: { MINE: 'of the test' }, cwd: tmpdir() }
  const wire = await StdioWire.start(command, { timeoutMs, signal: new AbortController().signal })
  opened.push(wire)
  return wire
}

const answering = `
process.stdin.on('data', (data) => {
  for (const line of String(data).trim().split('\\n')) {
    const { id, method } = JSON.parse(line)
    if (id !== undefined) console.log(JSON.stringify({ id, result: { method, mine: process.env.MINE } }))
  }
})`

describe('a program', () => {
  test('answers what it is sent', async () => {
    const wire = await start(answering)
    const message = { id: 1, method: 'ping' }
    expect((await wire.send(message, { awaits: 1 })).response).toEqual({
      ...{ id: 1, result: { method: 'ping', mine: 'of the test' } },
    })
    expect(wire.log.recorded.map(({ from, message: recorded }) => [from, recorded])).toEqual([
      ['client', message],
      ['server', { id: 1, result: { method: 'ping', mine: 'of the test' } }],
    ])
    expect([wire.isEnded, wire.end, wire.transport]).toEqual([false, undefined, 'stdio'])
  })

  test('is sent text as it is, which is not recorded', async () => {
    const wire = await start(answering)
    expect((await wire.send('{"id":2,"method":"x"}', { awaits: 2 })).response).toMatchObject({ id: 2 })
    expect(wire.log.recorded.map(({ from }) => from)).toEqual(['server'])
    expect(await wire.send({ method: 'note' })).toEqual({ messages: [] })
  })

  test('may write what is no message', async () => {
    const wire = await start(
      `console.log('Listening'); console.log('x'.repeat(300)); console.error('one\\n\\ntwo');${answering}`,
    )
    await wire.send({ id: 1, method: 'ping' }, { awaits: 1 })
    expect(wire.garbage[0]).toBe('Listening')
    expect(wire.garbage[1]?.length).toBeLessThan(210)
    await vi.waitFor(() => expect(wire.stderr).toEqual(['one', 'two']))
  })

  test('is remembered by the last 50 lines of its stderr, and 20 of what is no message', async () => {
    const lines = `for (let n = 0; n < 60; n += 1) { console.error('e' + n); console.log('g' + n) };`
    const wire = await start(lines + answering)
    await wire.send({ id: 1, method: 'ping' }, { awaits: 1 })
    expect([wire.garbage.length, wire.garbage[0]]).toEqual([20, 'g0'])
    await vi.waitFor(() => expect([wire.stderr.length, wire.stderr.at(-1)]).toEqual([50, 'e59']))
  })

  test('that has ended says how', async () => {
    const wire = await start('process.exit(3)')
    const reply = await wire.send({ id: 1, method: 'ping' }, { awaits: 1 })
    expect([reply.failure, wire.isEnded, wire.end]).toEqual([
      'the server exited with code 3',
      true,
      'exited with code 3',
    ])
  })

  test('that was ended says by what', async () => {
    const wire = await start('process.kill(process.pid, "SIGKILL")')
    const reply = await wire.send({ id: 1, method: 'ping' }, { awaits: 1 })
    expect(reply.failure).toBe('the server was ended by SIGKILL')
  })

  test('that does not answer is waited for so long', async () => {
    const wire = await start('setInterval(() => {}, 1000)', 50)
    expect(await wire.send({ id: 1, method: 'ping' }, { awaits: 1 })).toEqual({
      ...{ messages: [], response: undefined, failure: undefined },
    })
  })

  test.each([
    ['exits when its stdin ends', answering, true],
    ['goes on', 'setInterval(() => {}, 1000)', false],
  ])('%s', async (_what, script, exits) => {
    expect(await (await start(script, exits ? 10_000 : 50)).endInput()).toBe(exits)
  })

  test('that cannot be started is said to be', async () => {
    const limits = { timeoutMs: 5, signal: new AbortController().signal }
    await expect(StdioWire.start({ command: 'no-such-program-7' }, limits)).rejects.toMatchObject({
      code: 'unreachable',
      message: expect.stringMatching(
        /^Could not start "no-such-program-7": .*ENOENT; install it, or give its full path$/,
      ),
    })
  })

  test('ends with its children, whatever it does with signals', async () => {
    const child = `const { spawn } = require('node:child_process')
const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'])
console.log(JSON.stringify({ id: 1, result: { pid: child.pid } }))
process.stdin.on('end', () => process.exit(0)).resume()`
    const wire = await start(child)
    const { response } = await wire.send({ id: 1, method: 'x' }, { awaits: 1 })
    await wire.close()
    const pid = Number(response?.result?.['pid'])
    expect(wire.isEnded).toBe(true)
    await vi.waitFor(() => expect(isRunning(pid)).toBe(false))
  })
})

/** A zombie is not: nobody has asked for its end. */
function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}
