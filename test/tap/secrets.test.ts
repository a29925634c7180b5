import { createServer, tool } from 'omniport'
import { connect } from 'omniport/client'
import { serveHttp } from 'omniport/node'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { behaves, run, TapFolder } from './tapped.js'

let tap: TapFolder

beforeEach(async () => {
  tap = await TapFolder.create()
})

afterEach(() => tap.remove())

const secrets = {
  variable: 'var-iable/sécret "0123"',
  argument: 'argument-secret-0123',
  password: 'pass-word-0123',
  address: 'address-token-0123',
}

test('of a program: variables, arguments and addresses that hold secrets, wherever they are repeated', async () => {
  const program = behaves(
    ...['echo', '--api-key', secrets.argument, `https://ann:${secrets.password}@host/?token=${secrets.address}`],
  )
  const repeated = JSON.stringify({ jsonrpc: '2.0', id: 1, result: Object.values(secrets) })
  const escaped = JSON.stringify({ id: 2, result: secrets.variable }).replaceAll('é', '\\u00e9').replaceAll('/', '\\/')
  const input = `${repeated}\n${escaped}\nno message: ${Object.values(secrets).join(' ')}\n`
  const { stdout } = await run(tap.through(program), input, { SOME_TOKEN: secrets.variable })
  expect(String(stdout)).toBe(input)
  const text = await tap.text()
  for (const secret of ['var-iable', ...Object.values(secrets)]) expect(text).not.toContain(secret)
  const { lines } = await tap.recording()
  const results = lines.flatMap(({ message }) => (message as { result?: unknown } | undefined)?.result ?? [])
  expect(new Set(results).size).toBe(4)
})

test('the summary does not show them either', async () => {
  const input = `${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: secrets.variable } })}\n`
  const { stderr } = await run(tap.through(behaves('echo')), input, { SOME_TOKEN: secrets.variable })
  expect(String(stderr)).not.toContain('var-iable')
  expect(String(stderr)).toContain('→  tools/call')
})

test('of a session over HTTP: its id, cookies and credentials, the same mark for each', async () => {
  const echo = tool({
    input: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
    run: ({ text }) => text,
  })
  const served = await serveHttp(createServer({ name: 'a', version: '1', tools: { echo } }), { port: 0 })
  const tapped = await tap.tapUrl(served.url)
  const client = await connect(
    { url: tapped.url, headers: { Authorization: 'Bearer token-0123456789', Cookie: 'sid=cookie-0123456789' } },
    { revision: '2025-11-25' },
  )
  try {
    await client.callTool('echo', { text: 'token-0123456789 and cookie-0123456789' })
    await client.ping()
  } finally {
    await client.close()
    await tapped.close()
    await served.close()
  }
  const text = await tap.text()
  expect(text).not.toMatch(/(?:token|cookie)-0123456789/)
  const { lines } = await tap.recording()
  const values = (name: string) => new Set(lines.flatMap(({ headers }) => headers?.[name] ?? []))
  expect([values('authorization'), values('cookie')]).toEqual([
    new Set(['Bearer [secret 1]']),
    new Set(['sid=[secret 2]']),
  ])
  expect([...values('mcp-session-id')]).toEqual([expect.stringMatching(/^\[secret \d\]$/)])
  expect(text).toContain('"text":"[secret 1] and [secret 2]"')
})

test('with --redact nothing that was said is in the file', async () => {
  const input = '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"private"}}\nprivate\n'
  const { stdout, stderr } = await run(tap.through(behaves('echo'), '--redact'), input)
  expect(String(stdout)).toBe(input)
  expect(await tap.text()).not.toContain('"private"')
  expect(String(stderr)).not.toContain('private')
  expect(String(stderr)).toContain('→  tools/call  #1  74 B')
})
