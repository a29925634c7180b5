import process from 'node:process'
import { afterEach, describe, expect, test } from 'vitest'
import { eventually } from './eventually.js'
import { implementations, type Sdk } from './implementations.js'

const opened: { close(): Promise<void> }[] = []

afterEach(async () => {
  for (const transport of opened.splice(0)) await transport.close()
})

type Parameters = ConstructorParameters<Sdk['StdioClientTransport']>[0]

/** A transport to a program given as source, and what it received. */
function create(sdk: Sdk, source: string, parameters: Partial<Parameters> = {}) {
  const transport = new sdk.StdioClientTransport({
    command: process.execPath,
    args: ['-e', source],
    stderr: 'ignore',
    ...parameters,
  })
  const received: unknown[] = []
  transport.onmessage = (message) => void received.push(message)
  transport.onerror = (error) => void received.push(`error: ${error.message}`)
  transport.onclose = () => void received.push('closed')
  opened.push(transport)
  return { transport, received }
}

const ask = (id: number, params: object = {}) => ({ jsonrpc: '2.0', id, method: 'm', params }) as never

/** Answers each request with its params. */
const echo = `
  let rest = ''
  process.stdin.on('data', (chunk) => {
    const lines = (rest + chunk).split('\\n')
    rest = lines.pop()
    for (const line of lines) {
      const { id, params } = JSON.parse(line)
      process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id, result: params }) + '\\n')
    }
  })`

describe.each(implementations)('StdioClientTransport of %s', (_, sdk) => {
  test('exchanges messages, whatever is in them', async () => {
    const { transport, received } = create(sdk, echo)
    expect(transport.pid).toBe(null)
    await transport.start()
    expect(transport.pid).toEqual(expect.any(Number))
    const params = { text: 'Grüße\n世界' }
    await transport.send(ask(1, params))
    await transport.send(ask(2))
    await eventually(() => expect(received).toHaveLength(2))
    expect(received).toEqual([
      { jsonrpc: '2.0', id: 1, result: params },
      { jsonrpc: '2.0', id: 2, result: {} },
    ])
    await expect(transport.start()).rejects.toThrow('StdioClientTransport already started!')
    await transport.close()
    expect(transport.pid).toBe(null)
    expect(received.at(-1)).toBe('closed')
    await expect(transport.send(ask(3))).rejects.toThrow('Not connected')
  })

  test('rejects when the program is not there', async () => {
    const { transport, received } = create(sdk, '', { command: '/does/not/exist' })
    await expect(transport.start()).rejects.toThrow('spawn /does/not/exist ENOENT')
    expect(received[0]).toBe('error: spawn /does/not/exist ENOENT')
  })

  test('tells when the program ends by itself', async () => {
    const { transport, received } = create(sdk, 'setTimeout(() => {}, 10)')
    await transport.start()
    await eventually(() => expect(received).toEqual(['closed']))
  })

  test('reports lines that are no message, and goes on', async () => {
    const source = `console.log('hello'); console.log('{"jsonrpc":"2.0"}'); console.log('{"jsonrpc":"2.0","method":"x"}')`
    const { transport, received } = create(sdk, source)
    await transport.start()
    await eventually(() => expect(received).toContain('closed'))
    expect(received).toEqual([
      expect.stringMatching(/^error: .*JSON/),
      expect.stringMatching(/^error: \[/),
      { jsonrpc: '2.0', method: 'x' },
      'closed',
    ])
  })

  test('closes when more waits for the end of a message than may', async () => {
    const { transport, received } = create(sdk, `process.stdout.write('x'.repeat(2000)); process.stdin.resume()`, {
      maxBufferSize: 1000,
    })
    await transport.start()
    await eventually(() => expect(received).toContain('closed'))
    expect(received[0]).toBe('error: ReadBuffer exceeded maximum size of 1000 bytes')
  })

  test('gives the server its variables and few others', async () => {
    const source = `console.log(JSON.stringify({ jsonrpc: '2.0', method: 'env', params: process.env }))`
    process.env['SECRET_OF_TEST'] = 's'
    const { transport, received } = create(sdk, source, { env: { OWN: '1' } })
    await transport.start()
    await eventually(() => expect(received).toContain('closed'))
    delete process.env['SECRET_OF_TEST']
    const { params } = received[0] as { params: Record<string, string> }
    expect(params).toMatchObject({ ...sdk.getDefaultEnvironment(), OWN: '1' })
    expect(params).not.toHaveProperty('SECRET_OF_TEST')
    expect(sdk.DEFAULT_INHERITED_ENV_VARS).toContain('PATH')
  })

  test('pipes stderr from the first byte', async () => {
    const { transport } = create(sdk, `console.error('on stderr')`, { stderr: 'pipe' })
    const chunks: Buffer[] = []
    transport.stderr?.on('data', (chunk: Buffer) => chunks.push(chunk))
    await transport.start()
    await eventually(() => expect(Buffer.concat(chunks).toString()).toBe('on stderr\n'))
  })

  test('ends a server that does not end by itself', { timeout: 20_000 }, async () => {
    const { transport, received } = create(
      sdk,
      `process.on('SIGTERM', () => {}); setInterval(() => {}, 1000); console.log('x')`,
    )
    await transport.start()
    await eventually(() => expect(received).toHaveLength(1))
    const startedAt = performance.now()
    await transport.close()
    expect(performance.now() - startedAt).toBeGreaterThan(3_900)
    await eventually(() => expect(received).toContain('closed'))
  })
})

test('a message that the server never reads is an error when the server ends', async () => {
  const [, [, replacement]] = implementations as [[string, Sdk], [string, Sdk]]
  const { transport } = create(replacement, 'setTimeout(() => process.exit(), 200)')
  await transport.start()
  const text = 'x'.repeat(8 * 1024 * 1024)
  await expect(transport.send(ask(1, { text }))).rejects.toThrow('The server ended before it read the message')
})
