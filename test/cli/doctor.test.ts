import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createServer as createServerOfTools } from 'omniport'
import { apiKeyAuth } from 'omniport/auth'
import { serveHttp } from 'omniport/node'
import { expect, test } from 'vitest'
import type { Finding } from '../../packages/omniport/src/cli/doctor/finding.js'
import { run } from '../../packages/omniport/src/cli/run.js'
import { createMemoryIo } from './memory-io.js'

const notes = fileURLToPath(new URL('../../examples/notes/dist/main.js', import.meta.url))
const fixtures = fileURLToPath(new URL('fixtures', import.meta.url))

async function examine(argv: readonly string[], cwd = fixtures, env: Readonly<Record<string, string>> = {}) {
  const { io, stdout, stderr } = createMemoryIo({ cwd, env })
  const code = await run(['doctor', ...argv], io)
  const findings: readonly Finding[] = stdout() === '' ? [] : JSON.parse(stdout()).findings
  return { code, findings, error: JSON.parse(stderr().at(-1) ?? '{}').error }
}

const at = (findings: readonly Finding[], level: Finding['level']) =>
  findings.filter((finding) => finding.level === level).map(({ text }) => text)

async function withHttp(listener: RequestListener, use: (url: string) => Promise<void>) {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  try {
    await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  } finally {
    server.closeAllConnections()
    server.close()
  }
}

test('a program that is fine has no problems, and everything about it is said', { timeout: 60_000 }, async () => {
  const { code, findings } = await examine(['--', process.execPath, notes])
  expect([code, at(findings, 'problem')]).toEqual([0, []])
  expect(findings.find(({ area }) => area === 'offers')?.text).toMatch(/^\d+ tools, \d+ resources?, 1 template, /)
  expect([...new Set(findings.map(({ area }) => area))]).toEqual(
    expect.arrayContaining(['program', 'protocol', 'timing']),
  )
})

test.each([
  ['is not there', ['no-such-program'], 'Could not start "no-such-program"'],
  ['exits', [process.execPath, 'exits.mjs'], 'the server exited with code 3 before it answered'],
  ['says nothing', [process.execPath, 'silent.mjs'], 'no answer in 300 ms'],
  [
    'prints to stdout',
    [process.execPath, 'breaks-rules.mjs'],
    'it writes to stdout what is no message: "Starting up…"',
  ],
])('a program that %s is a problem with advice', { timeout: 60_000 }, async (_name, command, text) => {
  const { code, findings, error } = await examine([
    '--timeout',
    text.includes('300') ? '300' : '20000',
    '--',
    ...command,
  ])
  const found = findings.find((finding) => finding.level === 'problem')
  expect([code, error.code]).toEqual([5, 'invalid_result'])
  expect(found?.text).toContain(text)
  expect(found?.advice?.length).toBeGreaterThan(10)
})

test('a port that nobody listens on ends the examination', async () => {
  const { code, findings } = await examine(['http://127.0.0.1:1/mcp'])
  expect(code).toBe(5)
  expect(at(findings, 'problem')).toEqual([expect.stringContaining('TCP to port 1 fails')])
  expect(findings.at(-1)?.advice).toContain('see that the server runs and listens on port 1')
})

test('a server that asks for credentials is examined step by step', async () => {
  const listener: RequestListener = (request, response) => {
    const { url = '' } = request
    const origin = `http://${request.headers.host}`
    const documents: Readonly<Record<string, object>> = {
      '/.well-known/oauth-protected-resource/mcp': { resource: `${origin}/mcp`, authorization_servers: [origin] },
      '/.well-known/oauth-authorization-server': {
        issuer: origin,
        authorization_endpoint: `${origin}/authorize`,
        registration_endpoint: `${origin}/register`,
      },
    }
    const found = documents[url]
    response.writeHead(found !== undefined ? 200 : url === '/mcp' ? 401 : 404, { 'content-type': 'application/json' })
    response.end(JSON.stringify(found ?? {}))
  }
  await withHttp(listener, async (origin) => {
    const { code, findings } = await examine([`${origin}/mcp`])
    expect(code).toBe(5)
    expect(at(findings, 'problem')).toEqual([
      'it has no token_endpoint',
      'it does not say that it has PKCE',
      'this command has no credentials for it',
    ])
    expect(at(findings, 'warning')).toEqual(['401 has no header WWW-Authenticate'])
  })
})

test.each([
  ['not given', [], ['this command has no credentials for it']],
  ['given', ['-H', 'X-API-Key: long-and-secret'], []],
])('a key that a server asks for, and that is %s', { timeout: 60_000 }, async (_name, args, problems) => {
  const server = createServerOfTools({ name: 'clock', version: '1.0.0' })
  const auth = apiKeyAuth({ keys: { 'long-and-secret': 'Ada' } })
  const { url, close } = await serveHttp(server, { port: 0, auth })
  const { findings } = await examine([url, ...args])
  await close()
  const signIn = findings.filter(({ area }) => area === 'sign-in')
  expect(at(signIn, 'ok')).toEqual(['the server asks for credentials: HTTP status 401, ApiKey'])
  expect(at(signIn, 'problem')).toEqual(problems)
  expect(at(findings, 'problem')).toEqual(problems)
})

/** A server for those who have a token, which tells nothing of where to get one. */
async function withTokenServer(header: string, use: (url: string) => Promise<void>) {
  const server = createServerOfTools({ name: 'clock', version: '1.0.0' })
  const { url, close } = await serveHttp(server, {
    port: 0,
    auth: apiKeyAuth({ keys: { 's3cret-token': 'Ada' }, header }),
  })
  try {
    await use(url)
  } finally {
    await close()
  }
}

test.each([
  ['of a variable', ['--bearer-env', 'TOKEN']],
  ['in a header', ['-H', 'Authorization: Bearer s3cret-token']],
])('with a token %s the rest is examined, though nobody could sign in', { timeout: 60_000 }, async (_name, args) => {
  await withTokenServer('authorization', async (url) => {
    const { code, findings } = await examine([url, ...args], fixtures, { TOKEN: 's3cret-token' })
    const { origin } = new URL(url)
    expect([code, at(findings, 'problem')]).toEqual([0, []])
    expect(at(findings, 'warning')).toEqual(
      expect.arrayContaining([
        'there is no metadata of the resource',
        `there is no metadata of the authorization server ${origin}`,
      ]),
    )
    expect(at(findings, 'ok')).toContain('it calls itself clock 1.0.0')
    expect(JSON.stringify(findings)).not.toContain('s3cret')
  })
})

test('a token that is refused is a problem of the protocol', { timeout: 60_000 }, async () => {
  await withTokenServer('authorization', async (url) => {
    const { code, findings } = await examine([url, '--bearer-env', 'TOKEN'], fixtures, { TOKEN: 'old-token' })
    const text = `it agrees to no revision; it says "${url} refuses the token of auth.token"`
    expect([code, at(findings, 'problem')]).toEqual([5, [text]])
    expect(findings.at(-1)?.advice).toBe('see that the token is for this server, and has not expired')
    expect(JSON.stringify(findings)).not.toContain('old-token')
  })
})

test('without a token for a server that names no metadata, a token is asked for', { timeout: 60_000 }, async () => {
  await withTokenServer('authorization', async (url) => {
    const { code, findings } = await examine([url])
    expect([code, at(findings, 'problem')]).toEqual([5, ['this command has no credentials for it']])
    expect(findings.at(-1)?.advice).toBe('give a token with --bearer-env <name>')
  })
})

test('a server that names metadata which are not there has a problem', async () => {
  const listener: RequestListener = (request, response) => {
    const named = `http://${request.headers.host}/metadata`
    response.writeHead(request.url === '/mcp' ? 401 : 404, {
      'www-authenticate': `Bearer resource_metadata="${named}"`,
    })
    response.end()
  }
  await withHttp(listener, async (origin) => {
    const { findings } = await examine([`${origin}/mcp`])
    expect(at(findings, 'problem')).toEqual([
      `there is no metadata of the authorization server ${origin}`,
      'this command has no credentials for it',
    ])
  })
})

test('a page that is no MCP server is told from one', { timeout: 60_000 }, async () => {
  const listener: RequestListener = (_request, response) => response.writeHead(404).end('no such page')
  await withHttp(listener, async (origin) => {
    const { findings } = await examine([`${origin}/api`])
    expect(at(findings, 'problem')).toEqual(['it agrees to no revision; HTTP status 404; it says "no such page"'])
    expect(findings.at(-1)?.advice).toBe('check the path of the URL: servers often listen at /mcp')
  })
})

test('tools are examined: texts, schemas and hidden characters', { timeout: 60_000 }, async () => {
  const { findings } = await examine(['bad-tools.mjs'])
  const tools = findings.filter(({ area }) => area === 'tools')
  expect(at(tools, 'problem')).toEqual([
    expect.stringMatching(/^hidden\/description: .*U\+200B/),
    expect.stringMatching(/^elsewhere: its outputSchema cannot be checked: /),
  ])
  expect(at(tools, 'warning')).toEqual([
    'silent: no description',
    'silent: arguments without a description',
    'hidden, silent, elsewhere: nothing says if it only reads',
  ])
})

test('a project is told which SDK it has', async () => {
  const cwd = await mkdtemp(join(tmpdir(), 'doctor-'))
  const place = async (name: string, overrides?: object) => {
    const folder = join(cwd, 'node_modules/@modelcontextprotocol/sdk')
    await mkdir(folder, { recursive: true })
    await writeFile(join(folder, 'package.json'), JSON.stringify({ name, version: '1.0.0' }))
    await writeFile(join(cwd, 'package.json'), JSON.stringify({ overrides }))
  }
  const overrides = { '@modelcontextprotocol/sdk': 'npm:@omniport/sdk@1.32.2' }
  try {
    await place('@omniport/sdk', overrides)
    expect(at((await examine([], cwd)).findings, 'ok')).toHaveLength(1)
    await place('@modelcontextprotocol/sdk', overrides)
    const { code, findings } = await examine([], cwd)
    expect([code, at(findings, 'problem')]).toEqual([5, [expect.stringContaining('in spite of the override')]])
    await place('@modelcontextprotocol/sdk')
    expect((await examine([], cwd)).code).toBe(0)
  } finally {
    await rm(cwd, { recursive: true })
  }
})

test('a name that the server does not answer to is no matter of signing in', async () => {
  const server = createServerOfTools({ name: 'a', version: '1', logger: { warn: () => {}, error: () => {} } })
  const served = await serveHttp(server, { port: 0, allowedHosts: ['mcp.example.com'] })
  const { code, findings } = await examine([served.url])
  const { level, text, advice } = findings.find(({ area }) => area === 'sign-in') ?? {}
  expect([code, level, text, advice]).toEqual([
    5,
    'problem',
    'requests are refused: HTTP status 403, The Host of this request is not allowed; see the option allowedHosts',
    'let the server accept this name: the option allowedHosts, or --allowed-host of "omniport serve" and "omniport gateway"',
  ])
  await served.close()
})

test.each([
  ['with a page', 'text/html', '<h1>No</h1>'],
  ['without end', 'application/json', undefined],
])('a proxy that refuses %s is said to refuse', async (_name, type, body) => {
  const listener: RequestListener = (_request, response) => {
    response.writeHead(403, { 'content-type': type })
    if (body === undefined) response.write('{"error":')
    else response.end(body)
  }
  await withHttp(listener, async (url) => {
    const { findings } = await examine([url, '--timeout', '500'])
    const found = findings.find(({ area }) => area === 'sign-in')
    expect([found?.text, found?.advice]).toEqual([
      'requests are refused: HTTP status 403',
      'see what the server, or a proxy before it, lets in',
    ])
  })
})
