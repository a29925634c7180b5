import { spawnSync } from 'node:child_process'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'

const folder = fileURLToPath(new URL('.', import.meta.url))

/** Programs that catch nothing, and what Node prints of their errors: first the line that threw, then the error. */
const programs = [
  [
    'a port that is taken',
    `import { createServer } from 'omniport'
     import { serveHttp } from 'omniport/node'
     const server = createServer({ name: 'a', version: '1' })
     const { url } = await serveHttp(server, { port: 0 })
     await serveHttp(server, { port: Number(new URL(url).port) })`,
    /OmniportError: Cannot listen on 127\.0\.0\.1:\d+: .*EADDRINUSE.*; choose another port, or 0 for a free one/,
  ],
  [
    'a server that is not there',
    `import { connect } from 'omniport/client'
     await connect('http://127.0.0.1:1/mcp')`,
    /OmniportError: .*http:\/\/127\.0\.0\.1:1\/mcp.*ECONNREFUSED/,
  ],
  [
    'a call that a person denies',
    `import { createServer, tool } from 'omniport'
     import { createHost } from 'omniport/host'
     const server = createServer({ name: 'a', version: '1', tools: { t: tool({ run: () => 'a' }) } })
     const host = createHost({ servers: { a: server }, policy: () => 'ask', ask: () => 'deny' })
     await host.callTool('a__t', {})`,
    /OmniportError: a__t was not called: a person denied it/,
  ],
  [
    'an upstream that no gateway has',
    `import { createGateway } from 'omniport/gateway'
     createGateway({ upstreams: { a: 'ftp://a' } })`,
    /TypeError: createGateway: upstreams\.a: target\.url must be an http: or https: address, got ftp:/,
  ],
] as const

describe('an error that nobody catches', () => {
  test.each(programs)('%s: the terminal shows the error, and no page of code before it', (_, program, says) => {
    const args = ['--input-type=module', '--eval', program]
    const { status, stderr } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8', timeout: 60_000 })
    expect(stderr).toMatch(says)
    expect([status, Math.max(...stderr.split('\n').map(({ length }) => length)) < 1_500]).toEqual([1, true])
  })
})
