import { once } from 'node:events'
import process from 'node:process'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { JSONRPCMessage } from '../types.js'
import {
  DEFAULT_INHERITED_ENV_VARS,
  getDefaultEnvironment,
  StdioClientTransport,
  type StdioServerParameters,
} from './stdio.js'

const open: StdioClientTransport[] = []
afterEach(async () => {
  for (const transport of open.splice(0)) await transport.close()
})

/** A server that says how it was started, and sends back what it gets. */
const echo = `
const { env, argv, cwd } = process
const params = { mine: env.MINE, path: env.PATH, more: env.NODE_ENV, argv: argv.slice(1), cwd: cwd() }
console.log(JSON.stringify({ jsonrpc: '2.0', method: 'started', params }))
process.stdin.pipe(process.stdout)
`

/** A server that reads nothing. */
const deaf = `console.log('{"jsonrpc":"2.0","method":"started"}'); setInterval(() => {}, 1000)`

function create(script: string, more: Partial<StdioServerParameters> = {}) {
  const args = ['-e', script, ...(more.args ?? [])]
  const transport = new StdioClientTransport({ stderr: 'ignore', ...more, command: process.execPath, args })
  open.push(transport)
  const messages: JSONRPCMessage[] = []
  const errors: string[] = []
  const closed = vi.fn()
  transport.onmessage = (message) => void messages.push(message)
  transport.onerror = (error) => void errors.push(error.message)
  transport.onclose = closed
  const until = (count: number) => vi.waitFor(() => expect(messages.length).toBeGreaterThanOrEqual(count), 20_000)
  return { transport, messages, errors, closed, until }
}

describe('the environment of a server', () => {
  test.runIf(process.platform !== 'win32')('has these variables by default', () => {
    expect(DEFAULT_INHERITED_ENV_VARS).toEqual(['HOME', 'LOGNAME', 'PATH', 'SHELL', 'TERM', 'USER'])
  })

  test('has no functions of a shell, and nothing that is not there', () => {
    const { env } = process
    const before = { TERM: env['TERM'], USER: env['USER'], SHELL: env['SHELL'] }
    try {
      Object.assign(env, { TERM: '() { :; }', SHELL: '/bin/() x' })
      delete env['USER']
      const { TERM, SHELL, ...rest } = getDefaultEnvironment()
      expect([TERM, SHELL, 'USER' in rest, rest['PATH']]).toEqual([undefined, '/bin/() x', false, env['PATH']])
    } finally {
      for (const [name, value] of Object.entries(before)) {
        if (value === undefined) delete env[name]
        else env[name] = value
      }
    }
  })
})

describe('a server', () => {
  test('is started as its parameters say, and its messages are delivered', async () => {
    const { transport, messages, errors, closed, until } = create(echo, {
      ...{ args: ['--', 'one'], env: { MINE: '1' }, cwd: '/' },
    })
    expect([transport.pid, transport.stderr]).toEqual([null, null])
    await transport.start()
    expect(transport.pid).toBeGreaterThan(0)
    await transport.send({ jsonrpc: '2.0', id: 1, method: 'a' })
    await transport.send({ jsonrpc: '2.0', id: 2, method: 'b' })
    await until(3)
    const params = { mine: '1', path: process.env['PATH'], argv: ['one'], cwd: '/' }
    expect(messages).toEqual([
      { jsonrpc: '2.0', method: 'started', params },
      { jsonrpc: '2.0', id: 1, method: 'a' },
      { jsonrpc: '2.0', id: 2, method: 'b' },
    ])
    await expect(transport.start()).rejects.toThrow(
      new Error(
        'StdioClientTransport already started! If using Client class, note that connect() calls start() automatically.',
      ),
    )
    await transport.close()
    expect([closed.mock.calls.length, transport.pid, errors]).toEqual([1, null, []])
    await expect(transport.send({ jsonrpc: '2.0', method: 'a' })).rejects.toThrow(new Error('Not connected'))
  })

  test.runIf(process.platform !== 'win32')('needs no arguments', async () => {
    const transport = new StdioClientTransport({ command: 'cat', stderr: 'ignore' })
    open.push(transport)
    const messages: JSONRPCMessage[] = []
    transport.onmessage = (message) => void messages.push(message)
    await transport.start()
    await transport.send({ jsonrpc: '2.0', method: 'a' })
    await vi.waitFor(() => expect(messages).toEqual([{ jsonrpc: '2.0', method: 'a' }]), 20_000)
  })

  test('that is not there is an error', async () => {
    const transport = new StdioClientTransport({ command: '/no/such/program' })
    const errors: unknown[] = []
    transport.onerror = (error) => void errors.push((error as NodeJS.ErrnoException).code)
    await expect(transport.send({ jsonrpc: '2.0', method: 'a' })).rejects.toThrow(new Error('Not connected'))
    await expect(transport.start()).rejects.toMatchObject({ code: 'ENOENT' })
    expect(errors).toEqual(['ENOENT'])
  })

  test('that ends by itself closes the transport', async () => {
    const { transport, closed } = create('process.stdin.resume()')
    await transport.start()
    process.kill(transport.pid ?? 0)
    await vi.waitFor(() => expect(closed).toHaveBeenCalledOnce(), 20_000)
    expect(transport.pid).toBeNull()
  })

  test('has a stderr that nothing is missed of', async () => {
    const { transport } = create('console.error("oops")', { stderr: 'pipe' })
    const { stderr } = transport
    await transport.start()
    expect(transport.stderr).toBe(stderr)
    expect(String(await once(stderr as unknown as NodeJS.ReadableStream, 'data'))).toBe('oops\n')
  })
})

describe('what a server writes', () => {
  test('that is no message is an error, and the next one is delivered', async () => {
    const lines = ['no message', '{"no":1}', '{"jsonrpc":"2.0","method":"b"}']
    const { transport, messages, errors, until } = create(`console.log(${JSON.stringify(lines.join('\n'))})`)
    await transport.start()
    await until(1)
    expect(messages).toEqual([{ jsonrpc: '2.0', method: 'b' }])
    expect(errors).toHaveLength(2)
    expect(errors[0]).toMatch(/not valid JSON/)
  })

  test('without an end closes the transport when it is too much', async () => {
    const { transport, errors, closed } = create('process.stdout.write("x".repeat(101)); process.stdin.resume()', {
      maxBufferSize: 100,
    })
    await transport.start()
    await vi.waitFor(() => expect(closed).toHaveBeenCalledOnce(), 20_000)
    expect(errors).toEqual(['ReadBuffer exceeded maximum size of 100 bytes'])
  })
})

describe('a message that the server does not read', () => {
  const long = { jsonrpc: '2.0', method: 'a', params: { text: 'x'.repeat(1_000_000) } } as const

  test('is sent when there is room for more', async () => {
    const { transport, messages, until } = create(echo)
    await transport.start()
    await transport.send(long)
    await until(2)
    expect(messages[1]).toEqual(long)
  })

  test('is an error when the server ends', async () => {
    const { transport, closed, until } = create(deaf)
    await transport.start()
    await until(1)
    const sending = transport.send(long)
    process.kill(transport.pid ?? 0)
    await expect(sending).rejects.toThrow(new Error('The server ended before it read the message'))
    expect(closed).toHaveBeenCalledOnce()
  })
})
